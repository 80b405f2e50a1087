const rootTwoPi = Math.sqrt(2 * Math.PI);

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / rootTwoPi;
}

/** Upper tail for x ≥ 3 by Laplace's continued fraction, evaluated from the inside out. */
function upperTail(x: number): number {
  let fraction = x;
  for (let k = 80; k >= 1; k--) fraction = x + k / fraction;
  return normalDensity(x) / fraction;
}

/**
 * Cumulative distribution of the standard normal, to about 1e-15.
 *
 * Written out because simple-statistics has a table of four digits.
 *
 * @see Marsaglia (2004), Evaluating the normal distribution, J. Stat. Softw. 11(4)
 * @example normalCdf(-1.96) // 0.0249979
 */
export function normalCdf(x: number): number {
  if (x <= -3) return upperTail(-x);
  if (x >= 3) return 1 - upperTail(x);
  let term = x;
  let sum = x;
  for (let k = 3; sum + term !== sum; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + sum * normalDensity(x);
}

/**
 * Quantile of the standard normal: a rough start, then Halley's method on {@link normalCdf}.
 *
 * @param p probability in [0, 1]; the ends give ∓Infinity
 * @throws RangeError quoting p
 * @see Abramowitz & Stegun (1964), 26.2.23 for the start
 * @example normalQuantile(0.975) // 1.959964
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`invalid p: ${p} (want a number in [0, 1])`);
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  const t = Math.sqrt(-2 * Math.log(p));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let x = top / bottom - t;
  for (let step = 0; step < 3; step++) {
    const error = (normalCdf(x) - p) / normalDensity(x);
    x -= error / (1 + (x * error) / 2);
  }
  return x;
}

/** The z that leaves (1 − level) / 2 above it: 1.959964 for .95. */
export function twoSidedZ(level: number): number {
  return -normalQuantile((1 - level) / 2);
}
