import { clusterRobustStandardError } from "./cluster-standard-error.js";
import { squaredDeviations } from "./moments.js";
import type { Numbers } from "./types.js";

/**
 * Design effect: by how much clusters multiply the variance of a mean.
 *
 * 1 where the questions of a page have nothing in common, their number where they all answer
 * alike. It is an estimate, and may come out below 1.
 *
 * @param scores one number per question
 * @param clusters the cluster (page) of every question, parallel to `scores`
 * @returns null where it cannot be estimated: scores that don't vary, or fewer than two clusters
 * @throws RangeError quoting a score that is not finite, or lengths that differ
 * @see Kish (1965), Survey Sampling
 */
export function designEffect(scores: Numbers, clusters: Numbers): number | null {
  const clustered = clusterRobustStandardError(scores, clusters);
  if (clustered === null) return null;
  const n = scores.length;
  const variance = squaredDeviations(scores) / (n - 1) / n;
  return variance > 0 ? clustered ** 2 / variance : null;
}

/**
 * Design effect to plan with: 1 + (m − 1) · icc. Multiply a sample size by it, or divide n.
 *
 * @param meanClusterSize m, questions per page, at least 1
 * @param icc intra-class correlation of the questions of one page, in [0, 1]
 * @throws RangeError quoting the value that is out of range
 * @see Kish (1965), Survey Sampling
 * @example plannedDesignEffect(6, 0.2) // 2
 */
export function plannedDesignEffect(meanClusterSize: number, icc: number): number {
  if (!(meanClusterSize >= 1 && Number.isFinite(meanClusterSize))) {
    throw new RangeError(`invalid meanClusterSize: ${meanClusterSize} (want a number of at least 1)`);
  }
  if (!(icc >= 0 && icc <= 1)) throw new RangeError(`invalid icc: ${icc} (want a number in [0, 1])`);
  return 1 + (meanClusterSize - 1) * icc;
}
