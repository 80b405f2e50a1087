import type { Unit } from "./units.js";

/**
 * Cosine of each pair of neighbouring units' vectors.
 *
 * @param units n units in page order
 * @param vectors one vector a unit, all of one length, of any norm
 * @returns n - 1 similarities (none for one unit or no unit); item i lies between units i and i + 1
 * @throws Error naming the unit whose vector is zero, not finite or of another length, or both counts where they differ
 */
export function neighbourSimilarities(
  units: readonly Pick<Unit, "start" | "text">[],
  vectors: readonly ArrayLike<number>[],
): Float64Array {
  if (vectors.length !== units.length) {
    throw new Error(`${vectors.length} vectors for ${units.length} units: each unit needs one vector`);
  }
  const norms = units.map((unit, i) => checkedNorm(unit, i, vectors[i], vectors[0].length));
  const similarities = new Float64Array(Math.max(0, units.length - 1));
  for (let i = 0; i < similarities.length; i++) {
    similarities[i] = dot(vectors[i], vectors[i + 1]) / (norms[i] * norms[i + 1]);
  }
  return similarities;
}

function checkedNorm(
  unit: Pick<Unit, "start" | "text">,
  index: number,
  vector: ArrayLike<number>,
  length: number,
): number {
  const norm = Math.sqrt(dot(vector, vector));
  const fault =
    vector.length !== length
      ? `has ${vector.length} numbers, the first unit's has ${length}`
      : !Number.isFinite(norm)
        ? "holds a value that is not finite"
        : norm === 0
          ? "is zero, so it has no direction"
          : null;
  if (fault === null) return norm;
  throw new Error(
    `the vector of unit ${index} at ${unit.start} (${JSON.stringify(unit.text.slice(0, 40))}) ${fault}`,
  );
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
