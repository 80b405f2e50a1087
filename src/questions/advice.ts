import type { ParsedPage } from "../markdown/index.js";
import type { Advice, UnitsOf } from "./advice-kinds.js";
import { duplicateAdvice, headingAdvice } from "./advice-questions.js";
import { quoteAdvice } from "./advice-quotes.js";
import { pageAdvice, typeAdvice } from "./advice-set.js";
import type { Question } from "./check.js";
import { starterQuestion } from "./test-set.js";

export type { Advice, AdviceKind, PageUnit, UnitsOf } from "./advice-kinds.js";

/**
 * What is doubtful about a set of questions that can be used as it is: warnings beyond those of `locateTestSet`, each
 * with what to do.
 *
 * @param located usable questions: their quotes are found. A starter's, still to be written, is passed over
 * @param unitsOf the pages' units, for counting sentences; `splitUnits` without a limit
 * @param types the types that a study declares; one without any question is too thin as well
 * @returns in the order of the questions, those about the set as a whole last
 */
export function adviseOn(
  located: readonly Question[],
  pages: readonly ParsedPage[],
  unitsOf: UnitsOf,
  types: readonly string[] = [],
): Advice[] {
  const questions = located.filter(({ question }) => question !== starterQuestion);
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const duplicates = duplicateAdvice(questions);
  return [
    ...questions.flatMap((question) => [
      ...quoteAdvice(question, byUrl, unitsOf),
      ...headingAdvice(question, byUrl),
      ...duplicates.filter(({ item }) => item === question.id),
    ]),
    ...typeAdvice(questions, types),
    ...pageAdvice(questions),
  ];
}
