import type { Policy } from "../policy.js";
import type { ScoreTable } from "../score-table.js";
import { bounds, mean } from "../summary.js";
import type { Choice } from "./choices.js";

/** One row of `sweep_tuned.csv`: one strategy, tuned, against another, tuned; both scored on pages that had no say. */
export interface TunedRow {
  readonly retriever: string;
  readonly metric: string;
  readonly is_primary: boolean;
  readonly strategy: string;
  readonly against: string;
  readonly n: number;
  readonly pages: number;
  /** Mean paired difference of the cross-fitted scores, `strategy` − `against`. */
  readonly difference: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly ci_method: string;
  readonly p: number;
}

/** The columns of `sweep_tuned.csv`, which has no rows where one strategy is tuned. */
export const tunedColumns = [
  ...["retriever", "metric", "is_primary", "strategy", "against", "n", "pages", "difference", "lo", "hi"],
  ...["ci_method", "p"],
] as readonly (keyof TunedRow)[];

/**
 * Tuned strategies against each other.
 *
 * Comparing the best cell of one grid with the best of another compares two lucky draws; cross-fitted scores don't.
 */
export function tunedRows(choices: readonly Choice[], scores: ScoreTable, policy: Policy): TunedRow[] {
  return choices.flatMap((first, i) =>
    choices.slice(i + 1).flatMap((second): TunedRow[] => {
      const { retriever, metric, is_primary } = first.row;
      if (second.row.retriever !== retriever || second.row.metric !== metric) return [];
      const other = new Map(second.positions.map((at, j) => [at, second.fit.perQuestion[j]]));
      const shared = first.positions.flatMap((at, j) => (other.has(at) ? [{ at, j }] : []));
      // The later strategy against the earlier one, as hybrid against semantic.
      const values = shared.map(({ at, j }) => (other.get(at) ?? 0) - first.fit.perQuestion[j]);
      const clusters = scores.clustersAt(shared.map(({ at }) => at));
      const [interval] = policy.ofDifference({ values, clusters }, false);
      return [
        {
          ...{ retriever, metric, is_primary },
          strategy: second.row.strategy,
          against: first.row.strategy,
          n: values.length,
          pages: new Set(clusters).size,
          difference: mean(values),
          ...bounds(interval),
          p: policy.pOfDifference({ values, clusters }, false),
        },
      ];
    }),
  );
}
