import { checkFinite, checkLevel, checkSameLength } from "./checks.js";
import { clusterTotals } from "./clusters.js";
import { meanOf } from "./moments.js";
import { twoSidedT } from "./student-t.js";
import type { Interval, Numbers } from "./types.js";

/**
 * Standard error of a mean over questions of which those of one cluster (page) go together.
 *
 * (1/n) · √( G/(G−1) · Σ over clusters of (sum of s − s̄)² ). With one question a cluster it is
 * the usual s / √n.
 *
 * @param scores one number per question
 * @param clusters the cluster of every question, parallel to `scores`
 * @returns null for fewer than two clusters, or where no cluster departs from the mean
 * @throws RangeError quoting a score that is not finite, or lengths that differ
 * @see Liang & Zeger (1986), Biometrika 73; Miller (2024), Adding error bars to evals, arXiv:2411.00640
 */
export function clusterRobustStandardError(scores: Numbers, clusters: Numbers): number | null {
  checkFinite("scores", scores);
  checkSameLength("clusters", clusters, scores.length);
  const n = scores.length;
  if (n < 2) return null;
  const mean = meanOf(scores);
  const { totals, sizes } = clusterTotals(scores, clusters);
  const count = totals.length;
  if (count < 2) return null;
  let squares = 0;
  let largest = 0;
  for (let g = 0; g < count; g++) squares += ((totals[g] ?? 0) - (sizes[g] ?? 0) * mean) ** 2;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(scores[i] ?? 0));
  if (squares <= n * (1e-14 * largest) ** 2) return null;
  return Math.sqrt((count / (count - 1)) * squares) / n;
}

/**
 * Interval of a mean from its cluster-robust standard error and Student's t with G − 1 degrees
 * of freedom.
 *
 * @param scores one number per question
 * @param clusters the cluster of every question, parallel to `scores`
 * @param level two-sided coverage in (0, 1)
 * @returns null where there is no standard error
 * @throws RangeError quoting the value that is out of range
 * @see Cameron & Miller (2015), A practitioner's guide to cluster-robust inference, J. Hum. Resour. 50
 */
export function clusterTInterval(scores: Numbers, clusters: Numbers, level: number): Interval | null {
  checkLevel(level);
  const error = clusterRobustStandardError(scores, clusters);
  if (error === null) return null;
  const mean = meanOf(scores);
  const half = twoSidedT(level, clusterTotals(scores, clusters).totals.length - 1) * error;
  return [mean - half, mean + half];
}
