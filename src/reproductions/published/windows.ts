import { checkOverlap, parameter, type Strategy } from "../../chunking/index.js";
import type { Span } from "../../markdown/index.js";
import { codePointOffsets } from "./code-points.js";
import { chunksOf } from "./piece.js";

/**
 * Windows of `size` code points, one at every `size - overlap`, the last one starting before the page's last
 * `overlap` characters.
 */
export function windows(markdown: string, size: number, overlap: number): Span[] {
  const offsets = codePointOffsets(markdown);
  const length = offsets.length - 1;
  const spans: Span[] = [];
  for (let at = 0; at < Math.max(length - overlap, 1); at += size - overlap) {
    spans.push({ start: offsets[at], end: offsets[Math.min(at + size, length)] });
  }
  return spans;
}

/** Fixed windows as published. The built-in `fixed` differs where a page has characters above U+FFFF. */
export const strategy: Strategy = {
  name: "published-windows",
  parameters: { size: parameter.size, overlap: parameter.overlap },
  mayOverlap: true,
  repeatsTableHeader: false,
  check: checkOverlap,
  chunk: (page, { size, overlap }) => chunksOf(page, windows(page.markdown, Number(size), Number(overlap))),
};
