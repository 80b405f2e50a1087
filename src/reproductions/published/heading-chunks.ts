import { parameter, type Strategy } from "../../chunking/index.js";
import type { Span } from "../../markdown/index.js";
import { codePointLength } from "./code-points.js";
import { chunksOf, type Piece } from "./piece.js";

interface OpenSection {
  /** Of the heading line. */
  readonly start: number;
  readonly body: number;
  readonly path: readonly string[];
}

/**
 * Sections at headings of level 1 to 3 outside of code fences, cut at blank lines and packed up to `max_chars`, without
 * their heading lines.
 *
 * As published: only a line that starts with three backticks opens or closes a fence, so one that does both swallows
 * the headings that follow; a path is cut to the heading's level and lengthened by its title, so that after a skipped
 * level a heading is filed under its own sibling; the two newlines between joined paragraphs aren't counted; one
 * paragraph is never cut.
 */
export function headingChunkPieces(markdown: string, max_chars: number): Piece[] {
  const pieces: Piece[] = [];
  let open: OpenSection = { start: 0, body: 0, path: [] };
  let inFence = false;
  let at = 0;
  for (const line of markdown.split("\n")) {
    const end = at + line.length;
    if (line.trim().startsWith("```")) inFence = !inFence;
    const heading = inFence ? null : /^(#{1,3})\s+(.+)$/.exec(line);
    if (heading !== null) {
      pieces.push(...packSection(markdown, open, at, max_chars));
      const path = [...open.path.slice(0, heading[1].length - 1), heading[2].trim()];
      open = { start: at, body: Math.min(end + 1, markdown.length), path };
    }
    at = end + 1;
  }
  return [...pieces, ...packSection(markdown, open, markdown.length, max_chars)];
}

function packSection(markdown: string, section: OpenSection, end: number, max_chars: number): Piece[] {
  const slice = markdown.slice(section.body, end);
  const text = slice.trim();
  if (text === "") return [];
  const spans: Span[] = [];
  let at = section.body + slice.indexOf(text);
  let length = 0;
  for (const paragraph of text.split("\n\n")) {
    const own = codePointLength(paragraph);
    const last = spans.at(-1);
    if (last !== undefined && length + own <= max_chars) {
      spans[spans.length - 1] = { start: last.start, end: at + paragraph.length };
      length += 2 + own;
    } else {
      spans.push({ start: at, end: at + paragraph.length });
      length = own;
    }
    at += paragraph.length + 2;
  }
  return spans.map((span, i) => ({
    start: i === 0 ? section.start : span.start,
    end: span.end,
    text: markdown.slice(span.start, span.end),
    path: section.path,
  }));
}

/** Heading-aware chunks as published; their heading lines, which the published code drops, stay in the chunks. */
export const strategy: Strategy = {
  name: "published-heading-chunks",
  parameters: { max_chars: parameter.max_chars },
  repeatsTableHeader: false,
  chunk: (page, { max_chars }) => chunksOf(page, headingChunkPieces(page.markdown, Number(max_chars))),
};
