import { checkCount } from "./checks.js";

/**
 * Refuses a 2×2 table of paired 0/1 outcomes that holds anything but counts.
 *
 * @returns the number of questions, a + b + c + d
 * @throws RangeError quoting the count
 */
export function checkPairedCounts(a: number, b: number, c: number, d: number): number {
  checkCount("a", a, 0);
  checkCount("b", b, 0);
  checkCount("c", c, 0);
  checkCount("d", d, 0);
  return a + b + c + d;
}
