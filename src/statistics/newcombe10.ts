import { checkPairedCounts } from "./paired-counts.js";
import type { Interval } from "./types.js";
import { wilson } from "./wilson.js";

/**
 * Newcombe's method 10 for the difference of two paired proportions, first − second: the two
 * Wilson intervals, combined with a correlation that is corrected for continuity.
 *
 * @param a questions both find, an integer ≥ 0
 * @param b questions only the first finds
 * @param c questions only the second finds
 * @param d questions neither finds
 * @param level two-sided coverage in (0, 1)
 * @returns null for no questions
 * @throws RangeError quoting the value that is out of range
 * @see Newcombe (1998), Improved confidence intervals for the difference between binomial proportions based on paired data, Stat. Med. 17
 * @example newcombe10(20, 12, 2, 16, 0.95) // [0.0562, 0.3292]
 */
export function newcombe10(a: number, b: number, c: number, d: number, level: number): Interval | null {
  const n = checkPairedCounts(a, b, c, d);
  const first = wilson(a + b, n, level);
  const second = wilson(a + c, n, level);
  if (first === null || second === null) return null;
  const p1 = (a + b) / n;
  const p2 = (a + c) / n;
  const phi = correctedPhi(a, b, c, d);
  const combine = (x: number, y: number): number => Math.sqrt(x * x - 2 * phi * x * y + y * y);
  const difference = (b - c) / n;
  return [
    difference - combine(p1 - first[0], second[1] - p2),
    difference + combine(first[1] - p1, p2 - second[0]),
  ];
}

/** Correlation of the two outcomes, a positive one reduced by n / 2 of its numerator (not below 0). */
function correctedPhi(a: number, b: number, c: number, d: number): number {
  const margins = (a + b) * (c + d) * (a + c) * (b + d);
  if (margins === 0) return 0;
  const product = a * d - b * c;
  const corrected = product > 0 ? Math.max(0, product - (a + b + c + d) / 2) : product;
  return corrected / Math.sqrt(margins);
}
