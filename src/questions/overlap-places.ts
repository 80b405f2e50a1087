import type { Heading, ParsedPage, Span } from "../markdown/index.js";
import type { Question } from "./check.js";

/** The first occurrence of each quote of a question's main answer; none where whole pages are expected. */
export function quotesOf({ answers }: Question): Span[] {
  return (answers[0]?.quotes ?? []).flatMap((occurrences) => occurrences.slice(0, 1));
}

/** The last heading that starts at or before a place, of any level. */
export function headingAbove({ headings }: ParsedPage, offset: number): Heading | null {
  return headings.findLast(({ start }) => start <= offset) ?? null;
}
