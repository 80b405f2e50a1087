import { counted } from "../../format.js";
import { sharedStarts, spansOf } from "../boundaries.js";
import { namedAt } from "../route.js";
import { armCell } from "./cells.js";
import { ReportDialog } from "./dialog.js";
import { drawn, element, foreign, selectField } from "./dom.js";
import type { Navigation } from "./navigation.js";
import { type Curve, drawCurve, drawGutter } from "./page-margin.js";
import { PageText, quotesOn, type Side } from "./page-text.js";
import type { Store } from "./store.js";

/** A page's text with the boundaries of two arms beside it. */
export class PageWindow {
  private readonly dialog: ReportDialog;
  private readonly urls: readonly string[];
  private readonly ids: readonly string[];
  private readonly selects: Record<"page" | "left" | "right", HTMLSelectElement>;
  private readonly outline: HTMLSelectElement;
  private readonly resized = new ResizeObserver(() => this.drawMargins());
  private page = -1;
  private question = -1;
  private text: PageText | null = null;
  private margins: (() => void)[] = [];

  constructor(
    private readonly store: Store,
    private readonly navigation: Navigation,
  ) {
    const { data } = store;
    this.urls = data.pages.map(({ url }) => url);
    this.ids = data.questions.map(({ id }) => id);
    this.dialog = new ReportDialog("page-window", () => navigation.replace({ page: null, at: null }));
    const pages = this.urls.map((text, i) => ({ value: String(i), text }));
    const arms = data.arms.map(({ name }, i) => ({ value: String(i), text: name }));
    const page = selectField("page", pages, (value) =>
      navigation.replace({ page: this.urls[Number(value)].toWellFormed(), at: null }),
    );
    const left = selectField("left", arms, (value) => store.choose({ left: Number(value) }));
    const right = selectField("right", arms, (value) => store.choose({ right: Number(value) }));
    const outline = selectField("go to", [], (value) => this.text?.goTo(Number(value), this.dialog.body));
    this.outline = outline.select;
    this.selects = { page: page.select, left: left.select, right: right.select };
    this.dialog.controls.append(page.root, left.root, right.root, outline.root);
    store.onChange(() => {
      if (this.page !== -1) this.draw();
    });
    navigation.onChange((route) => {
      this.open(namedAt(this.urls, route.page), namedAt(this.ids, route.question), route.at);
    });
  }

  private open(page: number, question: number, at: number | null): void {
    if (page === -1) {
      this.page = -1;
      this.resized.disconnect();
      this.dialog.hide();
      return;
    }
    const isOther = page !== this.page || question !== this.question;
    this.page = page;
    this.question = question;
    const isNew = this.dialog.show();
    if (isOther) this.draw();
    if (at !== null) this.text?.goTo(at, this.dialog.body);
    else if (isNew) this.dialog.title.focus();
  }

  private draw(): void {
    const { data, choice } = this.store;
    const page = data.pages[this.page];
    const { page: pageSelect, left, right } = this.selects;
    pageSelect.value = String(this.page);
    left.value = String(choice.left);
    right.value = String(choice.right);
    const sides = (["left", "right"] as const).map((name): Side => {
      const arm = data.arms[choice[name]];
      return { arm, name, chunks: spansOf(arm.chunks[this.page]) };
    });
    const text = new PageText(page, quotesOn(data.questions, this.page, this.question), sides);
    this.text = text;
    this.dialog.title.replaceChildren(foreign(page.url));
    this.outline.replaceChildren(
      element("option", { value: 0 }, "top"),
      ...page.headings.map(([start, , level, title]) =>
        element("option", { value: start }, `${"\u2003".repeat(level - 1)}${title}`),
      ),
    );
    const gutters = sides.map(() => element("div", { class: "gutter", "aria-hidden": "true" }));
    const curves = this.curves();
    const drawings = curves.map(() => drawn("svg", { class: "curve", "aria-hidden": "true" }));
    const grid = element("div", { class: "page-grid" }, ...gutters, ...drawings, text.root);
    const top = this.dialog.body.scrollTop;
    this.dialog.body.replaceChildren(this.legend(sides, curves), ...this.asked(), grid);
    this.dialog.body.scrollTop = top;
    this.margins = [
      ...sides.map((side, i) => () => drawGutter(gutters[i], side, text)),
      ...curves.map((curve, i) => () => drawCurve(drawings[i], curve, text, text.root.scrollHeight)),
    ];
    this.resized.disconnect();
    this.resized.observe(text.root);
    this.drawMargins();
  }

  private drawMargins(): void {
    for (const draw of this.margins) draw();
  }

  /** One for each list of units that the two arms were cut from. */
  private curves(): Curve[] {
    const { data, choice } = this.store;
    const arms = [...new Set([choice.left, choice.right])].map((i) => data.arms[i]);
    const lists = new Set(arms.flatMap(({ curve }) => (curve === null ? [] : [curve.units])));
    return [...lists].flatMap((list) => {
      const units = data.units[list][this.page];
      const own = arms.flatMap((arm) => (arm.curve?.units === list ? [{ arm, curve: arm.curve }] : []));
      if (units.length === 0) return [];
      return [
        {
          units,
          cutoff: own.map(({ curve }) => curve.cutoffs[this.page]).find((cutoff) => cutoff !== null) ?? null,
          breaks: own.map(({ arm, curve }) => ({ arm, flat: curve.breaks[this.page] })),
        },
      ];
    });
  }

  private legend(sides: readonly Side[], curves: readonly Curve[]): HTMLElement {
    const [left, right] = sides;
    const shared = sharedStarts(left.chunks, right.chunks);
    const of = ({ arm, chunks, name }: Side): (Node | string)[] => [
      `${name}: `,
      armCell(arm, false),
      ` ${counted(chunks.length, "chunk")}; `,
    ];
    const curve =
      curves.length === 0
        ? ""
        : " Curve: how alike each unit is to the next, less alike to the left; broken line: the cutoff; ring: break where the meaning shifts, square: forced by max_chars.";
    return element(
      "p",
      { class: "note legend" },
      ...of(left),
      ...of(right),
      `${counted(shared, "boundary").replace(/boundarys$/, "boundaries")} in common.`,
      curve,
    );
  }

  /** The questions that are answered here, as links to their quotes. */
  private asked(): HTMLElement[] {
    const { data } = this.store;
    const here = data.questions.flatMap(({ question, answers, id }) => {
      const first = answers.find(({ page }) => page === this.page)?.quotes[0]?.[0];
      return first === undefined ? [] : [{ question, id, at: first[0] }];
    });
    if (here.length === 0) return [];
    const url = this.urls[this.page].toWellFormed();
    const items = here.map(({ question, id, at }) => {
      const href = this.navigation.linkTo({ question: id.toWellFormed(), page: url, at });
      return element("li", {}, element("a", { href }, foreign(question)));
    });
    return [
      element(
        "details",
        { class: "asked" },
        element("summary", {}, `${counted(here.length, "question")} answered here`),
        element("ul", {}, ...items),
      ),
    ];
  }
}
