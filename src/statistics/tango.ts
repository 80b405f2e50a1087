import { bisection } from "./bisection.js";
import { checkLevel } from "./checks.js";
import { twoSidedZ } from "./normal.js";
import { checkPairedCounts } from "./paired-counts.js";
import type { Interval } from "./types.js";

/**
 * Tango's score interval for the difference of two paired proportions, first − second.
 *
 * The hit rates of two systems on the same questions; it has a width even where no question is
 * discordant, and covers well from about ten questions.
 *
 * @param a questions both find, an integer ≥ 0
 * @param b questions only the first finds
 * @param c questions only the second finds
 * @param d questions neither finds
 * @param level two-sided coverage in (0, 1)
 * @returns null for no questions
 * @throws RangeError quoting the value that is out of range
 * @see Tango (1998), Stat. Med. 17
 * @example tango(4, 9, 3, 16, 0.95) // [-0.027, 0.390]
 */
export function tango(a: number, b: number, c: number, d: number, level: number): Interval | null {
  checkLevel(level);
  const n = checkPairedCounts(a, b, c, d);
  if (n === 0) return null;
  const z = twoSidedZ(level);
  const surplus = (delta: number): number => b - c - n * delta;
  const margin = (delta: number): number => z * Math.sqrt(scoreVariance(b, c, n, delta));
  const estimate = (b - c) / n;
  return [
    bisection((delta) => margin(delta) - surplus(delta), -1, estimate),
    bisection((delta) => -surplus(delta) - margin(delta), estimate, 1),
  ];
}

/** Variance of b − c where the true difference is delta, with the likeliest rate of c given that. */
function scoreVariance(b: number, c: number, n: number, delta: number): number {
  const linear = -b - c + (2 * n - b + c) * delta;
  const constant = -c * delta * (1 - delta);
  const rate = (Math.sqrt(Math.max(0, linear * linear - 8 * n * constant)) - linear) / (4 * n);
  return Math.max(0, n * (2 * rate + delta * (1 - delta)));
}
