import { checkOverlap, parameter, type Strategy, splitRecursively } from "../../chunking/index.js";
import type { Span } from "../../markdown/index.js";
import { codePointLength } from "./code-points.js";
import { chunksOf, type Piece, slices } from "./piece.js";

/** LangChain's recursive character splitter with its defaults, measuring in code points. */
export function recursiveSpans(text: string, size: number, overlap: number): Span[] {
  const rule = { separators: ["\n\n", "\n", " ", ""], size, overlap, lengthOf: codePointLength };
  return splitRecursively(text, { start: 0, end: text.length }, rule);
}

/** The recursive splitter on the page as it is, in code points. */
export function recursivePieces(markdown: string, size: number, overlap: number): Piece[] {
  return slices(markdown, recursiveSpans(markdown, size, overlap));
}

/** Recursive chunks as published. The built-in `recursive` differs where a page has characters above U+FFFF. */
export const strategy: Strategy = {
  name: "published-recursive",
  parameters: { size: parameter.size, overlap: { ...parameter.overlap, default: 0 } },
  mayOverlap: true,
  repeatsTableHeader: false,
  check: checkOverlap,
  chunk: (page, { size, overlap }) =>
    chunksOf(page, recursivePieces(page.markdown, Number(size), Number(overlap))),
};
