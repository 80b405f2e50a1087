import type { Numbers } from "./types.js";

/**
 * Refuses a coverage level outside (0, 1).
 *
 * @throws RangeError quoting the level
 */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1))
    throw new RangeError(`invalid level: ${level} (want a number inside (0, 1))`);
}

/**
 * Refuses anything but an integer that is at least `least`.
 *
 * @throws RangeError quoting the value
 */
export function checkCount(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`invalid ${name}: ${value} (want an integer of at least ${least})`);
  }
}

/**
 * Refuses a finite number that is not above 0, and anything that is not finite.
 *
 * @throws RangeError quoting the value
 */
export function checkPositive(name: string, value: number): void {
  if (!(value > 0 && Number.isFinite(value))) {
    throw new RangeError(`invalid ${name}: ${value} (want a finite number above 0)`);
  }
}

/**
 * Refuses lists that hold NaN or an infinity, which would otherwise spread silently.
 *
 * @throws RangeError quoting the value and its place
 */
export function checkFinite(name: string, values: Numbers): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) throw new RangeError(`invalid ${name}: ${value} at index ${i}`);
  }
}

/**
 * Refuses two lists that should run in parallel and don't.
 *
 * @throws RangeError quoting both lengths
 */
export function checkSameLength(name: string, values: Numbers, length: number): void {
  if (values.length !== length) {
    throw new RangeError(`invalid ${name}: ${values.length} values (want ${length})`);
  }
}

/**
 * Refuses p-values outside [0, 1].
 *
 * @throws RangeError quoting the value and its place
 */
export function checkPValues(p: Numbers): void {
  for (let i = 0; i < p.length; i++) {
    const value = p[i] ?? Number.NaN;
    if (!(value >= 0 && value <= 1)) throw new RangeError(`invalid p: ${value} at index ${i}`);
  }
}
