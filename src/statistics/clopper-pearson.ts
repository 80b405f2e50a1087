import { checkCount, checkLevel } from "./checks.js";
import { betaQuantile } from "./incomplete-beta.js";
import type { Interval } from "./types.js";

/**
 * Clopper–Pearson interval for a proportion: covers at least `level` for every true rate, and is
 * wider than Wilson's for it.
 *
 * @param hits successes, an integer in 0…n
 * @param n trials, an integer ≥ 0
 * @param level two-sided coverage in (0, 1)
 * @returns null for n = 0
 * @throws RangeError quoting the value that is out of range
 * @see Clopper & Pearson (1934), Biometrika 26
 * @example clopperPearson(18, 20, 0.95) // [0.6830, 0.9877]
 */
export function clopperPearson(hits: number, n: number, level: number): Interval | null {
  checkLevel(level);
  checkCount("n", n, 0);
  checkCount("hits", hits, 0);
  if (hits > n) throw new RangeError(`invalid hits: ${hits} (want an integer in 0…${n})`);
  if (n === 0) return null;
  const tail = (1 - level) / 2;
  return [
    hits === 0 ? 0 : betaQuantile(tail, hits, n - hits + 1),
    hits === n ? 1 : betaQuantile(1 - tail, hits + 1, n - hits),
  ];
}
