import { checkPValues } from "./checks.js";
import type { Numbers } from "./types.js";

/**
 * Benjamini and Hochberg's adjusted p-values: taking those ≤ q as findings keeps the expected
 * share of false ones among them below q, for independent or positively dependent tests.
 *
 * Only for exploring many cells; a planned family takes `holm`.
 *
 * @param p raw p-values of one family, in any order
 * @returns adjusted p-values, in the same order
 * @throws RangeError quoting a p outside [0, 1]
 * @see Benjamini & Hochberg (1995), JRSS B 57
 * @example benjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.2]) // [0.025, 0.05, 0.05, 0.025, 0.2]
 */
export function benjaminiHochberg(p: Numbers): number[] {
  checkPValues(p);
  const order = Array.from(p, (value, index) => ({ value, index })).sort((x, y) => y.value - x.value);
  const adjusted = new Array<number>(p.length);
  let running = 1;
  order.forEach(({ value, index }, fromTop) => {
    running = Math.min(running, (p.length / (p.length - fromTop)) * value);
    adjusted[index] = running;
  });
  return adjusted;
}
