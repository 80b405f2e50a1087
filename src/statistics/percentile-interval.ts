import { quantile } from "simple-statistics";
import type { Bootstrap } from "./bootstrap.js";
import { checkLevel } from "./checks.js";
import { normalCdf } from "./normal.js";
import { twoSidedT } from "./student-t.js";
import type { Interval } from "./types.js";

/**
 * The replicates between two probabilities (quantiles of type 7, as numpy's "linear").
 *
 * @param replicates in any order
 * @param lower probability of the lower end, in [0, 1]
 * @param upper probability of the upper end, in [0, 1]
 * @returns null where the ends coincide: that is no interval
 * @see Hyndman & Fan (1996), Am. Stat. 50 for the types of quantiles
 */
export function quantileInterval(replicates: Float64Array, lower: number, upper: number): Interval | null {
  const [lo, hi] = quantile(Array.from(replicates), [lower, upper]);
  // resampled means of equal values differ in their last digits
  return hi - lo > 1e-12 * Math.max(Math.abs(lo), Math.abs(hi)) ? [lo, hi] : null;
}

/**
 * Percentile interval: the middle `level` of the replicates.
 *
 * Too narrow for small samples: `expandedPercentileInterval` and `bcaInterval` are better.
 *
 * @param bootstrap of any statistic
 * @param level two-sided coverage in (0, 1)
 * @returns null where the replicates don't vary
 * @throws RangeError quoting a level that is out of range
 * @see Efron & Tibshirani (1993), ch. 13
 */
export function percentileInterval(bootstrap: Bootstrap, level: number): Interval | null {
  checkLevel(level);
  return quantileInterval(bootstrap.replicates, (1 - level) / 2, (1 + level) / 2);
}

/**
 * Percentile interval widened for small samples.
 *
 * The plain one is short by √((n − 1) / n) and by normal instead of t quantiles; taking
 * quantiles at Φ(−√(n / (n − 1)) · t) makes up for both. For 10 to 19 questions, and for 10 and
 * more pages.
 *
 * @param bootstrap of any statistic
 * @param level two-sided coverage in (0, 1)
 * @returns null where the replicates don't vary, or for fewer than two units
 * @throws RangeError quoting a level that is out of range
 * @see Hesterberg (2015), What teachers should know about the bootstrap, Am. Stat. 69
 */
export function expandedPercentileInterval(bootstrap: Bootstrap, level: number): Interval | null {
  checkLevel(level);
  const n = bootstrap.units;
  if (n < 2) return null;
  const tail = normalCdf(-Math.sqrt(n / (n - 1)) * twoSidedT(level, n - 1));
  return quantileInterval(bootstrap.replicates, tail, 1 - tail);
}
