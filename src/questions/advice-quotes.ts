import { linesOf, type ParsedPage, type Span } from "../markdown/index.js";
import { type Advice, advice, shown, type UnitsOf } from "./advice-kinds.js";
import type { LocatedAnswer, Question } from "./check.js";

/** Longest quote without a warning, in UTF-16 units: a reader has to see at a glance that it answers. */
export const longestQuote = 300;
/** Shortest quote without a warning: shorter ones say little and turn up where nobody meant them. */
export const shortestQuote = 12;
/** Most sentences a quote may touch without a warning. */
export const mostSentences = 2;

/**
 * Warnings about the quotes of a question: too long, too short, over the edges of blocks.
 *
 * A quote is held in a chunk whole or not at all, so a long one, or one that runs from a paragraph into a list, tests
 * where a chunker happens to cut and not whether it keeps the answer. Where a procedure has several quotes they mark
 * its first and last passage, and none of this applies.
 */
export function quoteAdvice(
  question: Question,
  pages: ReadonlyMap<string, ParsedPage>,
  unitsOf: UnitsOf,
): Advice[] {
  return question.answers.flatMap((answer) => {
    const page = pages.get(answer.url);
    if (page === undefined || isProcedure(question, answer)) return [];
    return answer.quotes.flatMap((occurrences) =>
      occurrences.length === 0 ? [] : adviceOnQuote(question.id, page, occurrences, unitsOf),
    );
  });
}

function isProcedure({ type }: Question, { quotes }: LocatedAnswer): boolean {
  return type === "procedure" && quotes.length > 1;
}

function adviceOnQuote(
  id: string,
  page: ParsedPage,
  occurrences: readonly Span[],
  unitsOf: UnitsOf,
): Advice[] {
  const [{ start, end }] = occurrences;
  const quote = page.markdown.slice(start, end);
  const length = end - start;
  const found: Advice[] = [];
  const sentences = unitsOf(page).filter(
    (unit) => unit.kind === "sentence" && overlaps(unit, { start, end }),
  ).length;
  if (length > longestQuote || sentences > mostSentences) {
    const measure = length > longestQuote ? `${length} characters` : `${sentences} sentences`;
    found.push(
      advice(
        id,
        "long_quote",
        `answer_quote: ${shown(quote)} is ${measure} long; keep the one or two sentences, the row or the item that answers (at most ${longestQuote} characters)`,
      ),
    );
  }
  if (length < shortestQuote) {
    found.push(
      advice(
        id,
        "short_quote",
        `answer_quote: ${shown(quote)} has only ${length} characters; quote the whole sentence, row or line around it (at least ${shortestQuote})`,
      ),
    );
  }
  const touched = Math.min(
    ...occurrences.map(
      (occurrence) => quotablePieces(page).filter((piece) => overlaps(piece, occurrence)).length,
    ),
  );
  if (touched > 1) {
    found.push(
      advice(
        id,
        "spans_blocks",
        `answer_quote: ${shown(quote)} runs over ${touched} blocks of ${page.url}, at ${start}; quote inside one paragraph, list item, table row or code block, or give each passage that is needed in answer_quotes`,
      ),
    );
  }
  return found;
}

/** The pieces that a quote should stay inside of: list items, table rows, and every other block. */
export function quotablePieces({ markdown, blocks }: ParsedPage): Span[] {
  return blocks.flatMap((block): readonly Span[] => {
    if (block.kind === "list") return block.items;
    return block.kind === "table" ? linesOf(markdown, block) : [block];
  });
}

/** Whether two spans of a page share any text. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
