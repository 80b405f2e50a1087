import { type Mark, segmentsOf } from "../segments.js";
import { element } from "./dom.js";

/** A stretch of a page's text with marks in it, each as `<mark>`. */
export function markedText(
  text: string,
  span: { readonly start: number; readonly end: number },
  marks: readonly Mark[],
): Node[] {
  return segmentsOf(span, marks).map(({ start, end, kinds }) => {
    const piece = text.slice(start, end);
    return kinds.length === 0
      ? document.createTextNode(piece)
      : element("mark", { class: kinds.join(" ") }, piece);
  });
}
