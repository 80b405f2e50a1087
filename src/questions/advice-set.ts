import { type Advice, advice } from "./advice-kinds.js";
import type { Question } from "./check.js";

/** Fewest questions of a type for a result of that type alone: below, an interval of a hit rate is ±.2 and wider. */
export const fewestOfType = 20;
/** Largest share of the questions on one page. */
export const largestPageShare = 0.1;
/** Fewest questions on a page that are said to dominate. */
const fewestToDominate = 4;

/**
 * Warnings about types with too few questions to say anything of them.
 *
 * @param declared types that should have questions
 */
export function typeAdvice(questions: readonly Question[], declared: readonly string[]): Advice[] {
  const counts = countBy(questions, ({ type }) => type);
  for (const type of declared) if (!counts.has(type)) counts.set(type, 0);
  return [...counts]
    .filter(([, count]) => count < fewestOfType)
    .map(([type, count]) =>
      advice(
        null,
        "thin_type",
        `type ${JSON.stringify(type)} has ${count} ${count === 1 ? "question" : "questions"}; write ${fewestOfType - count} more, or read its results as hints only`,
      ),
    );
}

/**
 * Warnings about pages that dominate: more than a tenth of the questions, and at least four.
 *
 * The questions of one page tend to be found or missed together, so a chunker that happens to cut that one page well
 * or badly moves the set's score by up to the page's share. Above a tenth that is twice the smallest difference that
 * studies look for by default (.05): the result would be about the page. A page of three questions or fewer is left
 * alone, or a set that is being started would be nothing but warnings.
 */
export function pageAdvice(questions: readonly Question[]): Advice[] {
  return [...countBy(questions, ({ url }) => url)]
    .filter(([, count]) => count >= fewestToDominate && count > largestPageShare * questions.length)
    .map(([url, count]) =>
      advice(
        null,
        "dominant_page",
        `${url} has ${count} of ${questions.length} questions, more than a tenth: one page that is cut well or badly could decide the result; ask about other pages too`,
      ),
    );
}

/** How often each key occurs, in order of first appearance. */
export function countBy<T>(values: Iterable<T>, key: (value: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1);
  return counts;
}
