import { parseMetric } from "../evaluation/index.js";
import { type CostPoint, costFront } from "../report/index.js";
import { allTypes, type SummaryRow } from "../study/index.js";

/**
 * What each arm scores and costs, with the efficient front: the arms that no other beats on both.
 *
 * @param cost a metric of characters or tokens per question, such as `chars@5`
 */
export function costPoints(
  summary: readonly SummaryRow[],
  { retriever, metric, cost }: { readonly retriever: string; readonly metric: string; readonly cost: string },
): CostPoint[] {
  const rowOf = (arm: string, name: string): SummaryRow | undefined =>
    summary.find(
      (row) => row.retriever === retriever && row.arm === arm && row.metric === name && row.type === allTypes,
    );
  const arms = [...new Set(summary.map(({ arm }) => arm))];
  const points = arms.flatMap((arm) => {
    const score = rowOf(arm, metric);
    const spent = rowOf(arm, cost);
    if (score === undefined || spent === undefined) return [];
    return [{ arm, cost: spent.estimate, estimate: score.estimate, lo: score.lo, hi: score.hi }];
  });
  return costFront(points, parseMetric(metric).better);
}
