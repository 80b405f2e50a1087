import { gammaln } from "simple-statistics";
import { bisection } from "./bisection.js";

const tiny = 1e-300;

/** Lentz's evaluation of the continued fraction; converges fast for x < (a + 1) / (a + b + 2). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    const factor = d * c;
    value *= factor;
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return value;
}

function nonZero(x: number): number {
  return Math.abs(x) < tiny ? tiny : x;
}

/**
 * Regularised incomplete beta function I_x(a, b): the cumulative beta distribution,
 * and through it the binomial and Student's t.
 *
 * @param x in [0, 1]
 * @param a first shape, above 0
 * @param b second shape, above 0
 * @see Press et al., Numerical Recipes, 6.4 (the continued fraction is DLMF 8.17.22)
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/**
 * Quantile of the beta distribution.
 *
 * @param p probability in [0, 1]
 * @param a first shape, above 0
 * @param b second shape, above 0
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  return bisection((x) => incompleteBeta(x, a, b) - p, 0, 1);
}
