/** Stands beside the notebook's prose, and is scrolled where it is too wide. */
export const blockStyle = "margin: 0 0 .8em .8em; overflow-x: auto";

/** A piece of HTML as a block of a cell's output. */
export function block(html: string, style = ""): string {
  return `<div style="${blockStyle}${style === "" ? "" : `; ${style}`}">${html}</div>`;
}
