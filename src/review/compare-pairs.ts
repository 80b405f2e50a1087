import { type ScoreRow, ScoreTable } from "../study/index.js";

/** The questions of two runs by their ids. */
export interface PairedQuestions {
  readonly both: ReadonlySet<string>;
  readonly only_before: readonly string[];
  readonly only_after: readonly string[];
}

/** Which questions both runs scored. */
export function pairQuestions(before: readonly ScoreRow[], after: readonly ScoreRow[]): PairedQuestions {
  const old = new Set(before.map(({ question }) => question));
  const now = new Set(after.map(({ question }) => question));
  return {
    both: new Set([...now].filter((id) => old.has(id))),
    only_before: [...old].filter((id) => !now.has(id)),
    only_after: [...now].filter((id) => !old.has(id)),
  };
}

/** An arm's name in a table that holds both runs. */
export const beforeArm = (arm: string): string => `before: ${arm}`;
/** An arm's name in a table that holds both runs. */
export const afterArm = (arm: string): string => `after: ${arm}`;

/**
 * Two runs as one table: each arm twice, over the questions that both scored, so that an arm after the change is
 * compared with itself before as any two arms are.
 *
 * A question stands on the page and has the type that it has after the change.
 *
 * @param wanted which scores to take; by default all
 */
export function pairedTable(
  before: readonly ScoreRow[],
  after: readonly ScoreRow[],
  wanted: (row: ScoreRow) => boolean = () => true,
): ScoreTable {
  const { both } = pairQuestions(before, after);
  const places = new Map(after.map(({ question, page, type }) => [question, { page, type }]));
  const taken = (rows: readonly ScoreRow[], named: (arm: string) => string): ScoreRow[] =>
    rows
      .filter((row) => both.has(row.question) && wanted(row))
      .map((row) => ({ ...row, ...places.get(row.question), arm: named(row.arm) }));
  return new ScoreTable([...taken(after, afterArm), ...taken(before, beforeArm)]);
}
