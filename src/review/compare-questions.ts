import type { QuestionRow, ScoreTable } from "../study/index.js";
import type { ComparedEndpoint } from "./compare-differences.js";
import { fateOf, type PageChanges, type PageFate } from "./compare-pages.js";
import { afterArm, beforeArm } from "./compare-pairs.js";

/** An arm's score of a question before and after. */
export interface ArmChange {
  readonly arm: string;
  readonly before: number;
  readonly after: number;
}

/** A question whose score got worse (or better) under some arm. */
export interface ChangedQuestion {
  readonly id: string;
  readonly type: string;
  /** Its page, as it is called after the change. */
  readonly page: string;
  readonly page_fate: PageFate;
  readonly arms: readonly ArmChange[];
}

/**
 * The questions that were lost, and those that were found, on the endpoint: with 0/1 scores literally, with others
 * where a score got worse or better.
 *
 * @returns those that changed under most arms first, then in the order of the test set
 */
export function changedQuestions(
  table: ScoreTable,
  arms: readonly string[],
  { retriever, metric }: ComparedEndpoint,
  pages: PageChanges | null,
): { lost: ChangedQuestion[]; found: ChangedQuestion[] } {
  const sign = table.metric(metric).better === "higher" ? 1 : -1;
  const changesOf = (at: number): ArmChange[] =>
    arms.flatMap((arm) => {
      const before = table.column(retriever, beforeArm(arm), metric)?.[at] ?? Number.NaN;
      const after = table.column(retriever, afterArm(arm), metric)?.[at] ?? Number.NaN;
      return Number.isNaN(before) || Number.isNaN(after) ? [] : [{ arm, before, after }];
    });
  const all = table.questions.map((question, at) => ({ ...question, changes: changesOf(at) }));
  const where = (isWanted: (gain: number) => boolean): ChangedQuestion[] =>
    all
      .map(({ id, type, page, changes }) => ({
        id,
        type,
        page,
        page_fate: fateOf(page, pages),
        arms: changes.filter(({ before, after }) => isWanted(sign * (after - before))),
      }))
      .filter(({ arms: changed }) => changed.length > 0)
      .sort((a, b) => b.arms.length - a.arms.length);
  return { lost: where((gain) => gain < 0), found: where((gain) => gain > 0) };
}

/** Questions of both runs that aren't what they were: then a difference isn't the pages' doing alone. */
export interface EditedQuestions {
  readonly asked_otherwise: readonly string[];
  /** Other quotes, or another page. */
  readonly answered_otherwise: readonly string[];
  readonly other_type: readonly string[];
}

/** Null where either run didn't keep its questions' hashes. */
export function editedQuestions(
  before: readonly QuestionRow[] | null,
  after: readonly QuestionRow[] | null,
): EditedQuestions | null {
  if (before === null || after === null) return null;
  const old = new Map(before.map((row) => [row.question, row]));
  const differing = (field: "question_sha256" | "answer_sha256" | "type"): string[] =>
    after
      .filter((row) => old.has(row.question) && old.get(row.question)?.[field] !== row[field])
      .map(({ question }) => question);
  return {
    asked_otherwise: differing("question_sha256"),
    answered_otherwise: differing("answer_sha256"),
    other_type: differing("type"),
  };
}
