import { checkPValues } from "./checks.js";
import type { Numbers } from "./types.js";

/**
 * Holm's adjusted p-values: rejecting those ≤ α keeps the chance of any false claim in the
 * family below α, whatever the dependence.
 *
 * @param p raw p-values of one family, in any order
 * @returns adjusted p-values, in the same order
 * @throws RangeError quoting a p outside [0, 1]
 * @see Holm (1979), Scand. J. Stat. 6
 * @example holm([0.01, 0.04, 0.03, 0.005, 0.2]) // [0.04, 0.09, 0.09, 0.025, 0.2]
 */
export function holm(p: Numbers): number[] {
  checkPValues(p);
  const order = Array.from(p, (value, index) => ({ value, index })).sort((x, y) => x.value - y.value);
  const adjusted = new Array<number>(p.length);
  let running = 0;
  order.forEach(({ value, index }, rank) => {
    running = Math.max(running, Math.min(1, (p.length - rank) * value));
    adjusted[index] = running;
  });
  return adjusted;
}
