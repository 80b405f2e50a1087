import { setImmediate as yieldToOthers } from "node:timers/promises";
import { holm } from "../../statistics/index.js";
import type { Policy } from "../../study/index.js";
import type { Ledger } from "./ledger.js";

/** Scores of one arm, question by question. */
export interface ArmScores {
  readonly arm: string;
  /** By quantity, such as `recall@5`; shares. */
  readonly scores: ReadonlyMap<string, readonly number[]>;
}

/**
 * The mean paired difference of every two arms on every quantity, which the article leaves to the reader's eye: with an
 * interval, and a p-value of sign flips, corrected for all differences of the list.
 */
export async function addPairedRows(
  ledger: Ledger,
  policy: Policy,
  arms: readonly ArmScores[],
  embedded: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const pairs = arms.flatMap((arm, i) => arms.slice(0, i).flatMap((against) => differencesOf(arm, against)));
  const uncorrected: number[] = [];
  for (const pair of pairs) {
    await yieldToOthers();
    signal?.throwIfAborted();
    const clusters = pair.values.map((_, question) => question);
    uncorrected.push(policy.pOfDifference({ values: pair.values, clusters }, false));
  }
  const adjusted = holm(uncorrected);
  pairs.forEach(({ arm, quantity, values }, i) => {
    ledger.difference(arm, quantity, values, { embedded });
    const note = `over ${pairs.length} differences`;
    ledger.count(arm, `p of ${quantity}, Holm`, adjusted[i], { embedded, note });
  });
}

function differencesOf(
  arm: ArmScores,
  against: ArmScores,
): { arm: string; quantity: string; values: number[] }[] {
  return [...arm.scores].map(([quantity, values]) => {
    const others = against.scores.get(quantity) ?? [];
    return {
      arm: `${arm.arm} − ${against.arm}`,
      quantity,
      values: values.map((value, question) => value - others[question]),
    };
  });
}
