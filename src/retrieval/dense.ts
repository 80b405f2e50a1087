import { ranked, type Scored } from "./ranking.js";

export interface DenseIndex {
  /** All texts, or the best `k`, by cosine. */
  search(query: ArrayLike<number>, k?: number): Scored[];
}

/**
 * Exact search over normalised vectors: every text is compared, nothing is approximated.
 *
 * @param vectors of one length and of norm 1, so that the dot product is the cosine
 */
export function denseIndex(vectors: readonly ArrayLike<number>[]): DenseIndex {
  return {
    search(query, k) {
      return ranked(
        vectors.map((vector, index) => ({ index, score: dot(query, vector) })),
        k,
      );
    },
  };
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length)
    throw new RangeError(`a vector of ${b.length} numbers, the query has ${a.length}`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
