import { checkLevel } from "./checks.js";
import { twoSidedZ } from "./normal.js";
import { checkPairedCounts } from "./paired-counts.js";
import type { Interval } from "./types.js";

/**
 * Bonett and Price's interval for the difference of two paired proportions, first − second: the
 * usual formula after adding one question to each discordant cell. Simple enough to check by hand.
 *
 * @param a questions both find, an integer ≥ 0
 * @param b questions only the first finds
 * @param c questions only the second finds
 * @param d questions neither finds
 * @param level two-sided coverage in (0, 1)
 * @returns kept inside [−1, 1]; null for no questions
 * @throws RangeError quoting the value that is out of range
 * @see Bonett & Price (2012), Adjusted Wald confidence interval for a difference of binomial proportions based on paired data, J. Educ. Behav. Stat. 37
 * @example bonettPrice(1, 1, 7, 12, 0.95) // [-0.508, -0.013]
 */
export function bonettPrice(a: number, b: number, c: number, d: number, level: number): Interval | null {
  checkLevel(level);
  const n = checkPairedCounts(a, b, c, d);
  if (n === 0) return null;
  const p12 = (b + 1) / (n + 2);
  const p21 = (c + 1) / (n + 2);
  const difference = p12 - p21;
  const half = twoSidedZ(level) * Math.sqrt((p12 + p21 - difference ** 2) / (n + 2));
  return [Math.max(-1, difference - half), Math.min(1, difference + half)];
}
