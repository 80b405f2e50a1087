import { checkCount, checkSameLength } from "./checks.js";
import { clusterTotals } from "./clusters.js";
import { seededRandom } from "./random.js";
import type { Numbers } from "./types.js";

/**
 * Which questions (or pages) each resample draws.
 *
 * One matrix serves all systems, metrics and retrievers over the same questions, so that
 * their resampled means belong together and differences of them are paired.
 */
export interface ResamplingMatrix {
  /** Number of things to draw from, and drawn, per resample. */
  readonly n: number;
  /** Number of resamples: the rows. */
  readonly resamples: number;
  /** Row after row, `n` indices each. */
  readonly indices: Uint16Array | Uint32Array;
}

/**
 * Draws, with replacement, n of n for every resample.
 *
 * @param n questions, or clusters; an integer ≥ 1
 * @param resamples rows, an integer ≥ 1; 9,999 is usual
 * @param seed see {@link seededRandom}
 * @throws RangeError quoting the value that is out of range
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, ch. 6
 */
export function resamplingMatrix(n: number, resamples: number, seed: number): ResamplingMatrix {
  checkCount("n", n, 1);
  checkCount("resamples", resamples, 1);
  const random = seededRandom(seed);
  const length = n * resamples;
  const indices = n <= 65_536 ? new Uint16Array(length) : new Uint32Array(length);
  for (let i = 0; i < length; i++) indices[i] = random.below(n);
  return { n, resamples, indices };
}

/**
 * The mean of every resample.
 *
 * @param values one number per question
 * @param matrix a matrix over as many questions
 * @returns `matrix.resamples` means, in the order of the rows
 * @throws RangeError quoting lengths that differ
 */
export function resampledMeans(values: Numbers, matrix: ResamplingMatrix): Float64Array {
  checkSameLength("values", values, matrix.n);
  const { n, resamples, indices } = matrix;
  const source = Float64Array.from(values);
  const means = new Float64Array(resamples);
  for (let row = 0, at = 0; row < resamples; row++) {
    let sum = 0;
    for (const end = at + n; at < end; at++) sum += source[indices[at] as number] as number;
    means[row] = sum / n;
  }
  return means;
}

/**
 * The mean of every resample of whole clusters: total of the drawn clusters ÷ their number of
 * questions, since a resample may draw large pages or small ones.
 *
 * @param values one number per question
 * @param clusters the cluster (page) of every question, parallel to `values`
 * @param matrixOverClusters a matrix over as many clusters, see `countClusters`
 * @returns `matrixOverClusters.resamples` means, in the order of the rows
 * @throws RangeError quoting numbers that differ
 * @see Davison & Hinkley (1997), Bootstrap Methods and their Application, 3.8
 */
export function resampledClusterMeans(
  values: Numbers,
  clusters: Numbers,
  matrixOverClusters: ResamplingMatrix,
): Float64Array {
  const { totals, sizes } = clusterTotals(values, clusters);
  checkSameLength("clusters", totals, matrixOverClusters.n);
  const { n, resamples, indices } = matrixOverClusters;
  const means = new Float64Array(resamples);
  for (let row = 0, at = 0; row < resamples; row++) {
    let sum = 0;
    let drawn = 0;
    for (const end = at + n; at < end; at++) {
      const cluster = indices[at] as number;
      sum += totals[cluster] as number;
      drawn += sizes[cluster] as number;
    }
    means[row] = sum / drawn;
  }
  return means;
}
