import { fewest, type Policy } from "../policy.js";
import type { ScoreTable } from "../score-table.js";
import { bounds, mean } from "../summary.js";
import { type Choice, choiceMethod } from "./choices.js";
import { crossFit, type GridScores } from "./cross-fit.js";
import { flippedChoice } from "./flip-choice.js";

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
      // All cells of both, on the questions that both have scores of; the later strategy against the earlier one, as
      // hybrid against semantic.
      const shared = first.positions.filter((at) => second.positions.includes(at));
      const [a, b] = [on(first, shared), on(second, shared)];
      const clusters = scores.clustersAt(shared);
      const pages = new Set(clusters).size;
      if (pages < 2) return [];
      const options = { folds: first.row.folds, repeats: first.row.repeats, seed: policy.settings.seed };
      const fits = [a, b].map((grid) => crossFit({ ...grid, clusters }, options));
      const difference = mean(shared.map((_, i) => fits[1].perQuestion[i] - fits[0].perQuestion[i]));
      const grids = [
        { ...a, clusters },
        { ...b, clusters },
      ] as const;
      const { p, interval } = flippedChoice(
        grids,
        a.columns[first.usual],
        difference,
        options,
        policy.settings,
      );
      const isEnough = shared.length >= fewest && pages >= fewest;
      return [
        {
          ...{ retriever, metric, is_primary },
          strategy: second.row.strategy,
          against: first.row.strategy,
          n: shared.length,
          pages,
          difference,
          ...bounds({ interval: isEnough ? interval : null, ci_method: isEnough ? choiceMethod : "" }),
          p,
        },
      ];
    }),
  );
}

/** A choice's scores on some of its questions. */
function on({ positions, scores }: Choice, wanted: readonly number[]): GridScores {
  const places = wanted.map((at) => positions.indexOf(at));
  return { ...scores, columns: scores.columns.map((column) => Float64Array.from(places, (i) => column[i])) };
}
