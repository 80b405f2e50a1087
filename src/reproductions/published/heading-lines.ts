import { parameter, type Strategy } from "../../chunking/index.js";
import type { Span } from "../../markdown/index.js";
import { packAtBlankLines } from "./blank-line-packing.js";
import { chunksOf, type Piece, slices } from "./piece.js";

/** A line that the published code takes for a heading. */
export interface HeadingLine {
  readonly level: number;
  /** Without a trailing `{…}`. */
  readonly title: string;
  /** Of the line, and where the next such line starts. */
  readonly section: Span;
}

/**
 * Every line of one to three `#`, one space and text: also the comments in code blocks, which a parser knows better.
 */
export function headingLines(markdown: string): HeadingLine[] {
  const found = [...markdown.matchAll(/^(#{1,3}) (\S.*)$/gm)];
  return found.map(({ index, 1: hashes, 2: text }, i) => ({
    level: hashes.length,
    title: text.replace(/\s*\{[^}]*\}\s*$/, "").trim(),
    section: { start: index, end: found[i + 1]?.index ?? markdown.length },
  }));
}

/** The sections at heading lines, each packed at blank lines. */
export function headingLinePieces(markdown: string, max_chars: number): Piece[] {
  const lines = headingLines(markdown);
  const open: { level: number; title: string }[] = [];
  const pieces: Piece[] = [];
  const add = (section: Span, path: readonly string[]): void => {
    pieces.push(...slices(markdown, packAtBlankLines(markdown, section, max_chars), path));
  };
  const first = lines[0]?.section.start ?? markdown.length;
  if (first > 0) add({ start: 0, end: first }, []);
  for (const { level, title, section } of lines) {
    while (open.length > 0 && open[open.length - 1].level >= level) open.pop();
    open.push({ level, title });
    add(
      section,
      open.map((each) => each.title),
    );
  }
  return pieces;
}

/** A chunk starts at every heading line; long sections are packed at blank lines. */
export const strategy: Strategy = {
  name: "published-heading-lines",
  parameters: { max_chars: { ...parameter.max_chars, default: 800 } },
  repeatsTableHeader: false,
  chunk: (page, { max_chars }) => chunksOf(page, headingLinePieces(page.markdown, Number(max_chars))),
};
