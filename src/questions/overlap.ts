import { median } from "simple-statistics";
import type { ParsedPage } from "../markdown/index.js";
import type { Question } from "./check.js";
import { headingAbove, quotesOf } from "./overlap-places.js";
import { contentWords, countShared } from "./overlap-words.js";

/** How far a question is in the words of its answer. */
export interface WordOverlap {
  readonly item: string;
  /** Share of the question's content words that occur in its quotes, taken together, in [0, 1]. */
  readonly quote: number;
  /** The same for the titles of the headings right above the quotes; null where none stands above any. */
  readonly heading: number | null;
}

export interface OverlapSummary {
  /** Questions that have the share. */
  readonly n: number;
  /** Null where no question has it. */
  readonly median: number | null;
  /** The items nearest to the answer's words, nearest first. */
  readonly worst: readonly { readonly item: string; readonly share: number }[];
}

/**
 * The share of each question's content words that its answer's words and its heading's words repeat.
 *
 * A question in the page's words is found by any search, and one in the heading's words by whatever has headings in
 * its index: both make a test set easy in a way that users' questions aren't. Only the main answer is looked at.
 *
 * @returns one for each question with quotes and at least one content word
 */
export function wordOverlaps(
  questions: readonly Question[],
  pages: readonly ParsedPage[],
): readonly WordOverlap[] {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  return questions.flatMap((question) => {
    const asked = contentWords(question.question);
    const page = byUrl.get(question.answers[0]?.url ?? "");
    const quotes = quotesOf(question);
    if (page === undefined || quotes.length === 0 || asked.size === 0) return [];
    const text = quotes.map(({ start, end }) => page.markdown.slice(start, end)).join("\n");
    const titles = quotes.flatMap(({ start }) => headingAbove(page, start)?.title ?? []);
    const share = (of: string): number => countShared(asked, contentWords(of)) / asked.size;
    return [
      {
        item: question.id,
        quote: share(text),
        heading: titles.length === 0 ? null : share(titles.join("\n")),
      },
    ];
  });
}

/**
 * The middle of a set's overlaps, and its worst items.
 *
 * @param part what the questions' words were looked for in
 * @param worst how many items to name, at most; those that share nothing are never named
 */
export function summarizeOverlaps(
  overlaps: readonly WordOverlap[],
  part: "quote" | "heading",
  worst: number,
): OverlapSummary {
  const shares = overlaps.flatMap((overlap) => {
    const share = overlap[part];
    return share === null ? [] : [{ item: overlap.item, share }];
  });
  return {
    n: shares.length,
    median: shares.length === 0 ? null : median(shares.map(({ share }) => share)),
    worst: shares
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share)
      .slice(0, worst),
  };
}
