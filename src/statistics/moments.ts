import { mean, sum } from "simple-statistics";
import type { Numbers } from "./types.js";

/** Sum with compensation for rounding (Kahan–Babuška); 0 for no values. */
export function total(values: Numbers): number {
  return sum(Array.from(values));
}

/**
 * Arithmetic mean.
 *
 * @param values at least one number
 */
export function meanOf(values: Numbers): number {
  return mean(Array.from(values));
}

/**
 * Sum of squared distances from the mean; exactly 0 where the values differ by rounding only,
 * so that "constant" can be told from "hardly varying".
 *
 * @param values at least one number
 */
export function squaredDeviations(values: Numbers): number {
  const centre = meanOf(values);
  let squares = 0;
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    squares += (value - centre) ** 2;
    largest = Math.max(largest, Math.abs(value));
  }
  return squares <= values.length * (1e-14 * largest) ** 2 ? 0 : squares;
}

/**
 * Standard deviation with divisor n − 1.
 *
 * @param values at least two numbers
 */
export function sampleDeviation(values: Numbers): number {
  return Math.sqrt(squaredDeviations(values) / (values.length - 1));
}
