import type { Retriever } from "../study/index.js";
import { type Reason, reasons } from "./miss.js";

/** One row of `losses.csv`: how many questions an arm misses with a retriever, divided by reason. */
export interface LossRow extends Readonly<Record<Reason, number>> {
  readonly retriever: Retriever;
  readonly arm: string;
  readonly metric: string;
  /** Questions that the metric has a meaning for. */
  readonly n: number;
  readonly missed: number;
}

/** The columns of `losses.csv`. */
export const lossColumns = ["retriever", "arm", "metric", "n", "missed", ...reasons] as const;

/**
 * An arm's loss, which is `missed / n` = 1 − its score, divided by reason.
 *
 * @throws Error where the parts don't add up to the whole
 */
export function lossOf(
  of: Pick<LossRow, "retriever" | "arm" | "metric" | "n" | "missed">,
  misses: readonly { readonly reason: Reason }[],
): LossRow {
  const counts = Object.fromEntries(
    reasons.map((reason) => [reason, misses.filter((miss) => miss.reason === reason).length]),
  ) as Record<Reason, number>;
  const sum = reasons.reduce((total, reason) => total + counts[reason], 0);
  if (sum !== of.missed || of.missed > of.n) {
    throw new Error(`${of.arm}, ${of.retriever}: ${sum} reasons for ${of.missed} missed of ${of.n}`);
  }
  return { ...of, ...counts };
}
