import { linesOf, type ParsedPage, type Span, trimSpan } from "../markdown/index.js";
import type { PageUnit, UnitsOf } from "./advice-kinds.js";
import { longestQuote, shortestQuote } from "./advice-quotes.js";

/** Text that could be quoted as an answer: a sentence, a table row, a list item, a line of code. */
export interface Passage extends Span {
  readonly page: string;
}

/**
 * Everything on a page that could be an answer's quote, in page order: sentences, rows below a table's header, list
 * items, lines of code, lines of other blocks. Headings are left out, and so is what is shorter than a quote may be.
 *
 * A list item that is too long for a quote is given line by line, and a long line of one sentence by sentence.
 */
export function passagesOf(page: ParsedPage, unitsOf: UnitsOf): Passage[] {
  return unitsOf(page)
    .flatMap((unit) => quotableParts(page.markdown, unit))
    .filter(({ start, end }) => end - start >= shortestQuote)
    .map(({ start, end }) => ({ page: page.url, start, end }));
}

function quotableParts(markdown: string, unit: PageUnit): Span[] {
  switch (unit.kind) {
    case "heading":
      return [];
    case "sentence":
      return [unit];
    case "table":
      return linesOf(markdown, unit).slice(2).map(trimmed(markdown));
    case "code":
      return linesOf(markdown, unit)
        .map(trimmed(markdown))
        .filter(({ start }) => !isFence(markdown, start));
    default: {
      const whole = unmarked(markdown, unit);
      if (whole.end - whole.start <= longestQuote && unit.kind === "list_item") return [whole];
      return linesOf(markdown, unit).flatMap((line) => shortened(markdown, unmarked(markdown, line)));
    }
  }
}

/** Whether a line that starts here opens or closes a code block. */
export function isFence(markdown: string, start: number): boolean {
  return /^(?:```|~~~)/.test(markdown.slice(start, start + 3));
}

const trimmed =
  (markdown: string) =>
  (span: Span): Span =>
    trimSpan(markdown, span) ?? span;

/** Without the bullet, number or quotation mark in front, which says nothing and changes with the next edit. */
function unmarked(markdown: string, span: Span): Span {
  const marks = /^\s*(?:(?:[-*+>]|\d+[.)])\s+)*/.exec(markdown.slice(span.start, span.end));
  return trimmed(markdown)({ start: span.start + (marks?.[0].length ?? 0), end: span.end });
}

/** A line that is too long for a quote, cut after its sentences. */
function shortened(markdown: string, line: Span): Span[] {
  if (line.end - line.start <= longestQuote) return [line];
  const sentences: Span[] = [];
  let start = line.start;
  for (const gap of markdown.slice(line.start, line.end).matchAll(/(?<=[.!?])\s+(?=[\p{Lu}`*[])|$/gu)) {
    const end = line.start + gap.index;
    if (end > start) sentences.push({ start, end });
    start = end + gap[0].length;
  }
  return sentences;
}
