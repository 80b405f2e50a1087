import { countClusters, differenceOfDifferences, expandedPercentileInterval } from "../statistics/index.js";
import type { Comparison, StudyConfig } from "./config.js";
import { fewest, type Policy } from "./policy.js";
import { allTypes, type ScoreTable } from "./score-table.js";
import { mean } from "./summary.js";

/**
 * One row of `interactions.csv`: by how much an arm's advantage over another is larger on one type of question than
 * on all others. Exploratory: no p, and no correction for the number of rows.
 */
export interface InteractionRow {
  readonly retriever: string;
  readonly metric: string;
  readonly arm: string;
  readonly against: string;
  readonly type: string;
  /** Questions of the type, and of all others. */
  readonly n: number;
  readonly n_others: number;
  /** Mean difference on the type, and on the others. */
  readonly difference: number;
  readonly difference_others: number;
  /** The former less the latter, and its interval. */
  readonly interaction: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly ci_method: string;
}

/**
 * Does an advantage differ between types? A star beside one type and none beside another doesn't answer that; a
 * difference of differences with its interval does.
 *
 * On the primary endpoint. The interval is bootstrapped over pages where a page has several questions, since a page
 * may have questions of the type and others; below ten questions, or pages, on either side there is none.
 */
export function interactionsOf(
  scores: ScoreTable,
  comparisons: readonly Comparison[],
  { retriever, metric }: StudyConfig["primary"],
  policy: Policy,
): InteractionRow[] {
  if (scores.types.length < 2) return [];
  return comparisons.flatMap(({ arm, against }) => {
    const first = scores.column(retriever, arm, metric);
    const second = scores.column(retriever, against, metric);
    if (first === undefined || second === undefined) return [];
    const all = scores.positions(allTypes, first, second);
    const differences = (positions: readonly number[]) => positions.map((i) => first[i] - second[i]);
    return scores.types.flatMap((type): InteractionRow[] => {
      const own = scores.positions(type, first, second);
      const others = all.filter((i) => !own.includes(i));
      if (own.length === 0 || others.length === 0) return [];
      const [inType, inOthers] = [mean(differences(own)), mean(differences(others))];
      const bootstrap =
        Math.min(...[own, others].map((side) => countClusters(scores.clustersAt(side)))) < fewest
          ? null
          : differenceOfDifferences(
              { differences: differences(own), clusters: scores.clustersAt(own) },
              { differences: differences(others), clusters: scores.clustersAt(others) },
              { ...policy.settings, matrix: policy.matrix(countClusters(scores.clustersAt(all))) },
            );
      const interval =
        bootstrap === null ? null : expandedPercentileInterval(bootstrap, policy.settings.level);
      return [
        {
          retriever,
          metric,
          arm,
          against,
          type,
          n: own.length,
          n_others: others.length,
          difference: inType,
          difference_others: inOthers,
          interaction: inType - inOthers,
          lo: interval?.[0] ?? null,
          hi: interval?.[1] ?? null,
          ci_method: interval === null ? "" : "expanded-percentile-cluster",
        },
      ];
    });
  });
}
