export type Child = Node | string | null;
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/**
 * An element. Text becomes text, never markup, whatever it holds; so a page's or a question's text can stand anywhere.
 *
 * @param attributes names are this code's own; `true` is an empty attribute, `false` none
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** An element of a drawing. */
export function drawn<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== null));
  return made;
}

function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) continue;
    target.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Text of a study's own (a name, a title, a question), kept from reordering what stands around it. */
export function foreign(text: string): HTMLElement {
  return element("bdi", {}, text);
}

/** Set CSS variables, which a page that allows no style attributes still lets a script do. */
export function withVariables<Styled extends HTMLElement>(
  target: Styled,
  variables: Readonly<Record<string, string>>,
): Styled {
  for (const [name, value] of Object.entries(variables)) target.style.setProperty(`--${name}`, value);
  return target;
}

/** The element with an id. @throws Error where the page hasn't one, which is a fault of this code */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element has the id ${id}`);
  return found;
}

let fields = 0;

/** A control with its label before it. */
export function field(words: string, control: HTMLElement, isWide = false): HTMLElement {
  control.id = `field-${fields++}`;
  const label = element("label", { for: control.id }, words);
  return element("div", { class: isWide ? "field grow" : "field" }, label, control);
}

/** A drop-down list with its label. */
export function selectField(
  words: string,
  options: readonly { readonly value: string; readonly text: string }[],
  onChange: (value: string) => void,
): { readonly root: HTMLElement; readonly select: HTMLSelectElement } {
  const select = element("select");
  for (const { value, text } of options) select.append(element("option", { value }, text));
  select.addEventListener("change", () => onChange(select.value));
  return { root: field(words, select), select };
}
