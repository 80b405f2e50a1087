import { checkLevel } from "./checks.js";
import { twoSidedZ } from "./normal.js";
import type { Interval } from "./types.js";

/**
 * Wilson score interval for a proportion.
 *
 * Unlike p ± z·se it stays inside [0, 1], never has zero width, and covers at small n,
 * which is what a hit rate over a dozen questions needs.
 *
 * @param hits successes in 0…n; may be fractional, for an effective sample
 * @param n trials, ≥ 0; may be fractional
 * @param level two-sided coverage in (0, 1)
 * @returns null for n = 0
 * @throws RangeError quoting the value that is out of range
 * @see Wilson (1927), JASA 22; Brown, Cai & DasGupta (2001), Stat. Sci. 16
 * @example wilson(3, 10, 0.95) // [0.1078, 0.6032]
 */
export function wilson(hits: number, n: number, level: number): Interval | null {
  checkLevel(level);
  if (!(n >= 0 && Number.isFinite(n))) throw new RangeError(`invalid n: ${n} (want a number of at least 0)`);
  if (!(hits >= 0 && hits <= n)) throw new RangeError(`invalid hits: ${hits} (want a number in 0…${n})`);
  if (n === 0) return null;
  const z = twoSidedZ(level);
  const p = hits / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return [
    hits === 0 ? 0 : Math.max(0, (centre - half) / scale),
    hits === n ? 1 : Math.min(1, (centre + half) / scale),
  ];
}
