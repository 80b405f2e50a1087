import { parameter, type Strategy } from "../../chunking/index.js";
import type { Span } from "../../markdown/index.js";
import { codePointLength } from "./code-points.js";
import { chunksOf } from "./piece.js";

/**
 * A text packed at its blank lines: a break that would carry the chunk over `max_chars` closes it at the break before.
 *
 * What follows the last break is never held to the limit: two paragraphs of 700 are one chunk of 1,402 at 800.
 */
export function packAtBlankLines(markdown: string, { start, end }: Span, max_chars: number): Span[] {
  const spans: Span[] = [];
  let open = start;
  let last = start;
  for (const { index, 0: separator } of markdown.slice(start, end).matchAll(/\n\s*\n/g)) {
    const after = start + index + separator.length;
    if (last > open && codePointLength(markdown.slice(open, after)) > max_chars) {
      spans.push({ start: open, end: last });
      open = last;
    }
    last = after;
  }
  spans.push({ start: open, end });
  return spans;
}

/** The whole page, headings or not, packed at blank lines. */
export const strategy: Strategy = {
  name: "published-paragraphs",
  parameters: { max_chars: { ...parameter.max_chars, default: 800 } },
  repeatsTableHeader: false,
  chunk: (page, { max_chars }) =>
    chunksOf(
      page,
      packAtBlankLines(page.markdown, { start: 0, end: page.markdown.length }, Number(max_chars)),
    ),
};
