import type { Pooling } from "./settings.js";

/**
 * One unit vector per sequence from the vectors of its tokens.
 *
 * Sums are made in double precision and in token order, so that batch mates cannot change a result.
 *
 * @param states token vectors of sequences of one length, row-major: [sequences, length, dimension]
 * @param length tokens per sequence
 * @returns unit vectors one after the other: [sequences, dimension]; all NaN where the sum is zero or not finite, for
 *   the caller to say which text that is
 */
export function poolStates(
  states: Float32Array,
  length: number,
  dimension: number,
  pooling: Pooling,
): Float32Array {
  const sequences = states.length / (length * dimension);
  const pooled = new Float32Array(sequences * dimension);
  const tokens = pooling === "cls" ? 1 : length;
  const sum = new Float64Array(dimension);
  for (let row = 0; row < sequences; row++) {
    sum.fill(0);
    for (let token = 0; token < tokens; token++) {
      const offset = (row * length + token) * dimension;
      for (let i = 0; i < dimension; i++) sum[i] = (sum[i] ?? 0) + (states[offset + i] ?? 0);
    }
    pooled.set(unitVector(sum) ?? new Float32Array(dimension).fill(Number.NaN), row * dimension);
  }
  return pooled;
}

/**
 * A vector divided by its length; undefined if it is zero or not finite, for nothing can be compared with that.
 */
export function unitVector(vector: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm) || norm === 0) return undefined;
  const unit = new Float32Array(vector.length);
  for (let i = 0; i < vector.length; i++) unit[i] = (vector[i] ?? 0) / norm;
  return unit;
}

/**
 * The mean direction of the windows of a text, each weighted by its length.
 *
 * @param windows unit vectors
 * @param weights tokens of each
 * @returns undefined where they have no mean direction
 */
export function meanOfWindows(
  windows: readonly Float32Array[],
  weights: readonly number[],
): Float32Array | undefined {
  const sum = new Float64Array(windows[0]?.length ?? 0);
  windows.forEach((window, w) => {
    const weight = weights[w] ?? 0;
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (window[i] ?? 0);
  });
  return unitVector(sum);
}
