import {
  allTypes,
  comparePair,
  macroTypes,
  type PairedRow,
  type Policy,
  type ScoreTable,
  withAdjustedP,
} from "../study/index.js";
import { mean } from "../study/summary.js";
import { afterArm, beforeArm } from "./compare-pairs.js";

/** What a comparison decides on. */
export interface ComparedEndpoint {
  readonly retriever: string;
  readonly metric: string;
}

/** A mean paired difference of one arm, after − before. */
export interface ChangeRow extends Omit<PairedRow, "against" | "affected"> {
  /** Mean scores over the questions that both runs scored. */
  readonly before: number;
  readonly after: number;
}

/** The columns of the CSV of a comparison. */
export const changeColumns = [
  ...["retriever", "arm", "type", "metric", "n", "pages", "before", "after", "difference"],
  ...["lo", "hi", "ci_method", "p", "family", "p_adjusted", "wins", "ties", "losses"],
] as readonly (keyof ChangeRow)[];

/**
 * One arm's changes on every retriever, metric and type that the table has; `p_adjusted` waits for the other arms.
 *
 * @param table see `pairedTable`
 */
export function armChanges(
  table: ScoreTable,
  arm: string,
  endpoint: ComparedEndpoint,
  policy: Policy,
): ChangeRow[] {
  const pair = { arm: afterArm(arm), against: beforeArm(arm) };
  // Chunks of two corpora can't be held against one another, so nobody knows which questions are affected.
  return comparePair(table, pair, endpoint, policy, new Map()).map(
    ({ against: _, affected: __, ...row }): ChangeRow => ({ ...row, arm, ...means(table, pair, row) }),
  );
}

/** Holm over the arms on the endpoint, and over arms and types there. */
export function correctedChanges(rows: readonly ChangeRow[]): ChangeRow[] {
  const asPairs = rows.map((row) => ({ ...row, against: "", affected: null }));
  const corrected = withAdjustedP(asPairs);
  return rows.map((row, i) => ({ ...row, p_adjusted: corrected[i].p_adjusted }));
}

function means(
  table: ScoreTable,
  { arm, against }: { arm: string; against: string },
  { retriever, metric, type }: Pick<PairedRow, "retriever" | "metric" | "type">,
): { before: number; after: number } {
  const now = table.column(retriever, arm, metric) ?? new Float64Array();
  const old = table.column(retriever, against, metric) ?? new Float64Array();
  const meanOf = (column: Float64Array, of: string): number =>
    mean(table.positions(of, now, old).map((i) => column[i]));
  if (type !== macroTypes) return { before: meanOf(old, type), after: meanOf(now, type) };
  const types = table.types.filter((each) => table.positions(each, now, old).length > 0);
  return {
    before: mean(types.map((each) => meanOf(old, each))),
    after: mean(types.map((each) => meanOf(now, each))),
  };
}

/** What a comparison says of one arm. */
export interface ArmVerdict {
  readonly arm: string;
  /** All types together, the interval to show first. */
  readonly row: ChangeRow;
  /** How much worse the score became, in the metric's own units; negative where it became better. */
  readonly loss: number;
  /**
   * `loss`: larger than tolerated, and told from noise. `can't tell`: larger than tolerated, and it may be noise.
   * `tolerated`: a loss within the tolerance. `no loss`: as good as before, or better.
   */
  readonly verdict: "loss" | "can't tell" | "tolerated" | "no loss";
  /** Whether a loss larger than tolerated is still possible: the interval reaches that far, or there is none. */
  readonly may_be_larger: boolean;
}

/**
 * Judge each arm on the endpoint, all types together.
 *
 * A loss is told from noise where the p of the paired test, corrected by Holm over the arms, is below 1 − level.
 *
 * @param rows corrected (see `correctedChanges`)
 * @param tolerance largest loss that is accepted, in the metric's own units
 */
export function judgeArms(
  rows: readonly ChangeRow[],
  table: ScoreTable,
  { retriever, metric }: ComparedEndpoint,
  tolerance: number,
  level: number,
): ArmVerdict[] {
  const sign = table.metric(metric).better === "higher" ? 1 : -1;
  const shown = rows.filter(
    (row) =>
      row.family === "1" && row.type === allTypes && row.retriever === retriever && row.metric === metric,
  );
  return shown.map((row) => {
    const loss = -sign * row.difference || 0;
    // The bound of the interval on the side of the loss.
    const worst = sign === 1 ? row.lo : row.hi;
    const told = row.p_adjusted !== null && row.p_adjusted < 1 - level;
    const verdict =
      loss <= 0 ? "no loss" : loss <= tolerance + rounding ? "tolerated" : told ? "loss" : "can't tell";
    const may_be_larger = worst === null || -sign * worst > tolerance + rounding;
    return { arm: row.arm, row, loss, verdict, may_be_larger };
  });
}

/** A loss of two in a hundred isn't larger than .02 for the way that binary fractions are added up. */
const rounding = 1e-9;
