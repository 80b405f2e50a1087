import { checkLevel, checkPositive } from "./checks.js";
import { twoSidedZ } from "./normal.js";
import { powerZ } from "./power-paired.js";

/**
 * Number of questions needed to detect a difference of two paired hit rates:
 * n = ((z_α √ψ + z_β √(ψ − δ²)) / δ)².
 *
 * @param discordance ψ, the share of questions that exactly one of the two finds, in (0, 1]
 * @param delta δ, the smallest difference that matters, in (0, 1]
 * @param level 1 − α, two-sided, in (0, 1)
 * @param power chance to detect it, in [0.5, 1)
 * @returns not rounded: multiply by a design effect first, then round up; null where the
 *   difference is impossible at this discordance (ψ < δ)
 * @throws RangeError quoting the value that is out of range
 * @see Connor (1987), Sample size for testing differences in proportions for the paired-sample design, Biometrics 43
 */
export function sampleSizeMcNemar(
  discordance: number,
  delta: number,
  level: number,
  power: number,
): number | null {
  checkDiscordance(discordance);
  checkLevel(level);
  if (!(delta > 0 && delta <= 1)) throw new RangeError(`invalid delta: ${delta} (want a number in (0, 1])`);
  const zPower = powerZ(power);
  if (discordance < delta) return null;
  const hypothesis = twoSidedZ(level) * Math.sqrt(discordance);
  const alternative = zPower * Math.sqrt(discordance - delta * delta);
  return ((hypothesis + alternative) / delta) ** 2;
}

/**
 * The smallest difference of two paired hit rates that n questions detect: the δ that solves
 * n δ² = (z_α √ψ + z_β √(ψ − δ²))².
 *
 * @param discordance ψ, the share of questions that exactly one of the two finds, in (0, 1]
 * @param n questions, above 0; divide by a design effect where they come in clusters
 * @param level 1 − α, two-sided, in (0, 1)
 * @param power chance to detect it, in [0.5, 1)
 * @returns null where not even δ = ψ, all discordant questions to one side, is detected
 * @throws RangeError quoting the value that is out of range
 * @see Connor (1987), Biometrics 43
 */
export function minimumDetectableDifferenceMcNemar(
  discordance: number,
  n: number,
  level: number,
  power: number,
): number | null {
  checkDiscordance(discordance);
  checkPositive("n", n);
  checkLevel(level);
  const zLevel = twoSidedZ(level);
  const zPower = powerZ(power);
  // the equation is a quadratic in δ; this is its root at which both sides are positive
  const inside = n + zPower ** 2 - zLevel ** 2;
  if (inside < 0) return null;
  const delta =
    (Math.sqrt(discordance) * (Math.sqrt(n) * zLevel + zPower * Math.sqrt(inside))) / (n + zPower ** 2);
  return delta <= discordance ? delta : null;
}

function checkDiscordance(discordance: number): void {
  if (!(discordance > 0 && discordance <= 1)) {
    throw new RangeError(`invalid discordance: ${discordance} (want a number in (0, 1])`);
  }
}
