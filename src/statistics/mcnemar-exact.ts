import { checkCount } from "./checks.js";
import { incompleteBeta } from "./incomplete-beta.js";

/**
 * Exact McNemar test: whether one system wins more of the discordant questions than the other.
 *
 * Twice the smaller tail of Binomial(b + c, 1/2), at most 1; the mid-p is not taken. For 0/1
 * scores without clusters it equals the exact sign-flip test.
 *
 * @param b questions only the first system finds, an integer ≥ 0
 * @param c questions only the second system finds, an integer ≥ 0
 * @returns two-sided p; 1 where no question is discordant
 * @throws RangeError quoting the count that is out of range
 * @see McNemar (1947), Psychometrika 12; Fagerland, Lydersen & Laake (2013), BMC Med. Res. Methodol. 13
 * @example mcnemarExact(1, 7) // 0.0703125
 */
export function mcnemarExact(b: number, c: number): number {
  checkCount("b", b, 0);
  checkCount("c", c, 0);
  const fewer = Math.min(b, c);
  if (b === c) return 1;
  // P(X ≤ fewer) of the binomial is an incomplete beta function
  return Math.min(1, 2 * incompleteBeta(0.5, b + c - fewer, fewer + 1));
}
