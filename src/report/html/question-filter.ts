import { lastRank } from "./badge.js";
import type { MetricData, QuestionData } from "./data.js";

/** An arm's position; or whether it is meant of every arm; or that it doesn't matter. */
export type ArmChoice = number | "every" | "any";

/** What counts as found: a 0/1 metric by position, or that a holder is among the first ten. */
export type FoundBy = number | "rank";

export interface QuestionFilter {
  /** Words that all have to occur in the question, its id or its page's url, whatever their case. */
  readonly text: string;
  /** Null where any type will do. */
  readonly type: string | null;
  /** Position of the page that answers; null where any will do. */
  readonly page: number | null;
  readonly foundBy: ArmChoice;
  readonly missedBy: ArmChoice;
  /** A tag that a miss has, of the arm of `missedBy` where one is chosen; null where any will do, or none. */
  readonly tag: string | null;
  readonly criterion: FoundBy;
  readonly retriever: number;
  /** `set`: as in the test set; `hardest`: those that most arms miss first. */
  readonly order: "set" | "hardest";
}

interface Filtered {
  readonly questions: readonly QuestionData[];
  readonly metrics: readonly MetricData[];
  readonly pages: readonly { readonly url: string }[];
  readonly arms: readonly unknown[];
}

/** The positions of the questions that pass, in the order to show. */
export function filterQuestions(data: Filtered, filter: QuestionFilter): number[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const arms = data.arms.map((_, i) => i);
  const found = (question: QuestionData, arm: number): boolean | null =>
    isFound(question, arm, filter, data.metrics);
  const passes = (choice: ArmChoice, test: (arm: number) => boolean): boolean =>
    choice === "any" || (choice === "every" ? arms.every(test) : test(choice));
  const kept = data.questions.flatMap((question, i) => {
    const { id, question: text, type, page, pages, answers } = question;
    const places = [page, ...pages, ...answers.map((answer) => answer.page)];
    const about = `${id}\n${text}\n${data.pages[page]?.url ?? ""}`.toLowerCase();
    return words.every((word) => about.includes(word)) &&
      (filter.type === null || type === filter.type) &&
      (filter.page === null || places.includes(filter.page)) &&
      passes(filter.foundBy, (arm) => found(question, arm) === true) &&
      passes(filter.missedBy, (arm) => found(question, arm) === false) &&
      (filter.tag === null || hasTag(question, filter.tag, filter))
      ? [i]
      : [];
  });
  if (filter.order === "set") return kept;
  const missed = (i: number): number => arms.filter((arm) => found(data.questions[i], arm) === false).length;
  const counts = new Map(kept.map((i) => [i, missed(i)]));
  return kept.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b);
}

/** Whether a miss of the question has a tag. */
function hasTag(
  { misses }: QuestionData,
  tag: string,
  { retriever, missedBy }: Pick<QuestionFilter, "retriever" | "missedBy">,
): boolean {
  const byArm = misses[retriever] ?? [];
  const tagged = (arm: number): boolean => byArm[arm]?.tags.includes(tag) === true;
  return typeof missedBy === "number" ? tagged(missedBy) : byArm.some((_, arm) => tagged(arm));
}

/** Whether an arm found a question; null where the metric has no meaning for it. */
export function isFound(
  { found, scores }: QuestionData,
  arm: number,
  { criterion, retriever }: Pick<QuestionFilter, "criterion" | "retriever">,
  metrics: readonly MetricData[],
): boolean | null {
  if (criterion === "rank") {
    const rank = found[retriever]?.[arm]?.rank ?? 0;
    return rank > 0 && rank <= lastRank;
  }
  const { ranked, better } = metrics[criterion];
  const value = scores[criterion][ranked ? retriever : 0]?.[arm] ?? null;
  return value === null ? null : value === (better === "higher" ? 1 : 0);
}
