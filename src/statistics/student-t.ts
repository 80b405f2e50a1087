import { bisection } from "./bisection.js";
import { incompleteBeta } from "./incomplete-beta.js";

/**
 * Chance that |t| is at least this large: the two-sided p of a t statistic.
 *
 * @param t the statistic; ±Infinity gives 0
 * @param df degrees of freedom, above 0
 * @example studentTwoSided(2.147987, 14) // 0.049703
 */
export function studentTwoSided(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/**
 * Cumulative distribution of Student's t.
 *
 * @param t any number
 * @param df degrees of freedom, above 0
 */
export function studentCdf(t: number, df: number): number {
  const tail = studentTwoSided(t, df) / 2;
  return t > 0 ? 1 - tail : tail;
}

/**
 * The t that leaves (1 − level) / 2 above it.
 *
 * @param level two-sided coverage in (0, 1)
 * @param df degrees of freedom, above 0
 * @example twoSidedT(0.95, 19) // 2.093024
 */
export function twoSidedT(level: number, df: number): number {
  const shortfall = (t: number): number => 1 - level - studentTwoSided(t, df);
  let hi = 1;
  while (shortfall(hi) < 0) hi *= 2;
  return bisection(shortfall, 0, hi);
}
