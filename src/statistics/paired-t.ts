import { checkFinite, checkLevel } from "./checks.js";
import { meanOf, sampleDeviation } from "./moments.js";
import { studentTwoSided, twoSidedT } from "./student-t.js";
import type { Interval, Numbers } from "./types.js";

/** A paired t test. */
export interface PairedT {
  /** Number of differences. */
  readonly n: number;
  /** Mean difference. */
  readonly mean: number;
  /** Standard deviation of the differences, divisor n − 1. */
  readonly sd: number;
  /** mean ÷ (sd / √n). */
  readonly t: number;
  /** Degrees of freedom, n − 1. */
  readonly df: number;
  /** Two-sided p. */
  readonly p: number;
  /** Interval of the mean difference. */
  readonly interval: Interval;
  /** d_z: mean ÷ sd. */
  readonly effectSize: number;
}

/**
 * Student's t test and interval for the mean of paired differences.
 *
 * @param differences one per question
 * @param level two-sided coverage of the interval, in (0, 1)
 * @returns null for fewer than two differences, or where they are all equal
 * @throws RangeError quoting the value that is out of range
 * @see Student (1908), Biometrika 6; Sakai (2018), Laboratory Experiments in Information Retrieval, for d_z
 */
export function pairedT(differences: Numbers, level: number): PairedT | null {
  checkLevel(level);
  checkFinite("differences", differences);
  const n = differences.length;
  if (n < 2) return null;
  const mean = meanOf(differences);
  const sd = sampleDeviation(differences);
  if (sd === 0) return null;
  const error = sd / Math.sqrt(n);
  const t = mean / error;
  const half = twoSidedT(level, n - 1) * error;
  return {
    n,
    mean,
    sd,
    t,
    df: n - 1,
    p: studentTwoSided(t, n - 1),
    interval: [mean - half, mean + half],
    effectSize: mean / sd,
  };
}
