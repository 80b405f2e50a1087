import { checkLevel, checkPositive } from "./checks.js";
import { normalQuantile, twoSidedZ } from "./normal.js";

/**
 * z for the wanted power: .8416 for .8.
 *
 * @throws RangeError quoting a power outside [0.5, 1)
 */
export function powerZ(power: number): number {
  if (!(power >= 0.5 && power < 1))
    throw new RangeError(`invalid power: ${power} (want a number in [0.5, 1))`);
  return normalQuantile(power);
}

/**
 * Number of questions needed to detect a mean paired difference: (z_α + z_β)² sd² / delta².
 *
 * @param sd standard deviation of the paired differences, above 0
 * @param delta the smallest difference that matters, above 0
 * @param level 1 − α, two-sided, in (0, 1)
 * @param power chance to detect it, in [0.5, 1)
 * @returns not rounded: multiply by a design effect first, then round up
 * @throws RangeError quoting the value that is out of range
 * @see Miller (2024), Adding error bars to evals, arXiv:2411.00640
 * @example sampleSizePaired(1 / 3, 0.03, 0.95, 0.8) // 968.997
 */
export function sampleSizePaired(sd: number, delta: number, level: number, power: number): number {
  checkPositive("sd", sd);
  checkPositive("delta", delta);
  checkLevel(level);
  return (((twoSidedZ(level) + powerZ(power)) * sd) / delta) ** 2;
}

/**
 * The smallest mean paired difference that n questions detect: (z_α + z_β) sd / √n.
 *
 * @param sd standard deviation of the paired differences, above 0
 * @param n questions, above 0; divide by a design effect where they come in clusters
 * @param level 1 − α, two-sided, in (0, 1)
 * @param power chance to detect it, in [0.5, 1)
 * @throws RangeError quoting the value that is out of range
 * @see Miller (2024), Adding error bars to evals, arXiv:2411.00640
 * @example minimumDetectableDifference(0.3, 100, 0.95, 0.8) // 0.084
 */
export function minimumDetectableDifference(sd: number, n: number, level: number, power: number): number {
  checkPositive("sd", sd);
  checkPositive("n", n);
  checkLevel(level);
  return ((twoSidedZ(level) + powerZ(power)) * sd) / Math.sqrt(n);
}
