import { linesOf, type ParsedPage, type Span, trimSpan } from "../markdown/index.js";
import type { UnitsOf } from "./advice-kinds.js";
import { longestQuote, overlaps, quotablePieces } from "./advice-quotes.js";
import { isFence } from "./evidence-passages.js";
import { locateQuote } from "./quotes.js";

/** A quote as it is written into an item. */
export interface ChosenQuote extends Span {
  readonly text: string;
  /** How often the text occurs on its page; above 1 where nothing longer in its block is unique either. */
  readonly occurrences: number;
}

/**
 * A quote for a chosen passage that occurs once on its page: the passage itself, or where the page has its text twice,
 * as much more of the same block as makes it unique (the next sentences or lines first, then those before), up to the
 * length of a quote.
 */
export function uniqueQuote(page: ParsedPage, passage: Span, unitsOf: UnitsOf): ChosenQuote {
  const quoteOf = ({ start, end }: Span): ChosenQuote => {
    const text = page.markdown.slice(start, end);
    return { start, end, text, occurrences: locateQuote(page, text).length };
  };
  const own = quoteOf(passage);
  if (own.occurrences <= 1) return own;
  const block = quotablePieces(page).find(
    (piece) => piece.start <= passage.start && passage.end <= piece.end,
  );
  if (block === undefined) return own;
  const parts = partsOf(page, block, unitsOf);
  const first = parts.findIndex((part) => overlaps(part, passage));
  const last = parts.findLastIndex((part) => overlaps(part, passage));
  if (first === -1) return own;
  for (let added = 1; added < parts.length; added++) {
    for (let before = 0; before <= added; before++) {
      const from = first - before;
      const to = last + added - before;
      if (from < 0 || to >= parts.length) continue;
      const wider = quoteOf({
        start: Math.min(parts[from].start, passage.start),
        end: Math.max(parts[to].end, passage.end),
      });
      if (wider.occurrences === 1 && wider.text.length <= longestQuote) return wider;
    }
  }
  return own;
}

/** The sentences of a block, or its lines; the fences of a code block are left out. */
function partsOf(page: ParsedPage, block: Span, unitsOf: UnitsOf): Span[] {
  const units = unitsOf(page).filter((unit) => overlaps(unit, block));
  if (units.length > 1) return units;
  return linesOf(page.markdown, block)
    .map((line) => trimSpan(page.markdown, line) ?? line)
    .filter(({ start }) => !isFence(page.markdown, start));
}
