import { gammaln } from "simple-statistics";
import { bisection } from "./bisection.js";
import { checkLevel, checkPositive } from "./checks.js";
import { incompleteBeta } from "./incomplete-beta.js";
import { normalCdf } from "./normal.js";
import { twoSidedT } from "./student-t.js";

/**
 * Chance that the paired t test is significant: exact, by the non-central t distribution. The
 * normal formulas of `sampleSizePaired` ask for about two questions too few.
 *
 * @param effectSize d_z, the mean difference ÷ its standard deviation; 0 gives 1 − level
 * @param n questions, above 1; need not be whole
 * @param level 1 − α, two-sided, in (0, 1)
 * @throws RangeError quoting the value that is out of range
 * @see Cohen (1988), Statistical Power Analysis for the Behavioral Sciences
 * @example pairedTPower(0.2, 20, 0.95) // 0.135956
 */
export function pairedTPower(effectSize: number, n: number, level: number): number {
  checkLevel(level);
  if (!Number.isFinite(effectSize)) throw new RangeError(`invalid effectSize: ${effectSize}`);
  if (!(n > 1 && Number.isFinite(n))) throw new RangeError(`invalid n: ${n} (want a finite number above 1)`);
  const df = n - 1;
  const critical = twoSidedT(level, df);
  const shift = Math.abs(effectSize) * Math.sqrt(n);
  const between = noncentralTCdf(critical, df, shift) - (1 - noncentralTCdf(critical, df, -shift));
  return Math.min(1, Math.max(0, 1 - between));
}

/**
 * Number of questions with which the paired t test detects an effect.
 *
 * @param effectSize d_z, above 0
 * @param level 1 − α, two-sided, in (0, 1)
 * @param power chance to detect it, in (1 − level, 1)
 * @returns not rounded, at least 2
 * @throws RangeError quoting the value that is out of range
 * @example sampleSizePairedT(0.5, 0.95, 0.8) // 33.367
 */
export function sampleSizePairedT(effectSize: number, level: number, power: number): number {
  checkPositive("effectSize", effectSize);
  checkWanted(power, level);
  const surplus = (n: number): number => pairedTPower(effectSize, n, level) - power;
  let hi = 4;
  while (surplus(hi) < 0) hi *= 2;
  return bisection(surplus, 2, hi);
}

/**
 * The smallest effect d_z that the paired t test detects with n questions.
 *
 * @param n questions, above 1
 * @param level 1 − α, two-sided, in (0, 1)
 * @param power chance to detect it, in (1 − level, 1)
 * @throws RangeError quoting the value that is out of range
 * @example minimumDetectableEffect(10, 0.95, 0.8) // 0.9960
 */
export function minimumDetectableEffect(n: number, level: number, power: number): number {
  checkWanted(power, level);
  const surplus = (effectSize: number): number => pairedTPower(effectSize, n, level) - power;
  let hi = 1;
  while (surplus(hi) < 0) hi *= 2;
  return bisection(surplus, 0, hi);
}

function checkWanted(power: number, level: number): void {
  checkLevel(level);
  if (!(power > 1 - level && power < 1)) {
    throw new RangeError(`invalid power: ${power} (want a number inside (${1 - level}, 1))`);
  }
}

/**
 * Cumulative distribution of the non-central t at t ≥ 0: a Poisson mixture of incomplete betas,
 * summed around the Poisson's middle.
 *
 * @see Lenth (1989), Algorithm AS 243, Appl. Stat. 38
 */
function noncentralTCdf(t: number, df: number, shift: number): number {
  const x = (t * t) / (df + t * t);
  const half = (shift * shift) / 2;
  if (half === 0) return 0.5 + incompleteBeta(x, 0.5, df / 2) / 2;
  const reach = 12 * Math.sqrt(half) + 60;
  const last = Math.ceil(half + reach);
  let sum = 0;
  for (let j = Math.max(0, Math.floor(half - reach)); j <= last; j++) {
    const log = -half + j * Math.log(half);
    const even = Math.exp(log - gammaln(j + 1));
    const odd = (shift / Math.SQRT2) * Math.exp(log - gammaln(j + 1.5));
    sum += even * incompleteBeta(x, j + 0.5, df / 2) + odd * incompleteBeta(x, j + 1, df / 2);
  }
  return normalCdf(-shift) + sum / 2;
}
