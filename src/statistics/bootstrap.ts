import { checkCount, checkFinite } from "./checks.js";
import { jackknifeClusterMeans, jackknifeMeans } from "./jackknife.js";
import { meanOf, sampleDeviation } from "./moments.js";
import { type ResamplingMatrix, resampledClusterMeans, resampledMeans } from "./resample.js";
import type { Numbers } from "./types.js";

/** What the bootstrap intervals of a statistic are made from. */
export interface Bootstrap {
  /** The statistic on the sample itself. */
  readonly estimate: number;
  /** The statistic on every resample. */
  readonly replicates: Float64Array;
  /** The statistic without each unit (question or cluster) in turn; one list per independent sample. */
  readonly jackknife: readonly Float64Array[];
  /** Number of units that were drawn from: questions, or clusters; the smallest sample's, where there are several. */
  readonly units: number;
}

/**
 * Bootstrap of a mean over questions: of scores, or of paired differences.
 *
 * @param values one number per question, at least one
 * @param matrix a matrix over as many questions
 * @throws RangeError quoting a value that is not finite, or lengths that differ
 */
export function bootstrapMean(values: Numbers, matrix: ResamplingMatrix): Bootstrap {
  checkCount("number of values", values.length, 1);
  checkFinite("values", values);
  return {
    estimate: meanOf(values),
    replicates: resampledMeans(values, matrix),
    jackknife: [jackknifeMeans(values)],
    units: values.length,
  };
}

/**
 * Bootstrap of a mean over questions that come in clusters: whole clusters are drawn.
 *
 * @param values one number per question, at least one
 * @param clusters the cluster (page) of every question, parallel to `values`
 * @param matrixOverClusters a matrix over as many clusters, see `countClusters`
 * @throws RangeError quoting a value that is not finite, or numbers that differ
 */
export function bootstrapClusterMean(
  values: Numbers,
  clusters: Numbers,
  matrixOverClusters: ResamplingMatrix,
): Bootstrap {
  checkCount("number of values", values.length, 1);
  checkFinite("values", values);
  return {
    estimate: meanOf(values),
    replicates: resampledClusterMeans(values, clusters, matrixOverClusters),
    jackknife: [jackknifeClusterMeans(values, clusters)],
    units: matrixOverClusters.n,
  };
}

/**
 * Standard error: the standard deviation of the replicates.
 *
 * @returns null where all replicates are equal
 */
export function bootstrapStandardError(bootstrap: Bootstrap): number | null {
  if (bootstrap.replicates.length < 2) return null;
  const error = sampleDeviation(bootstrap.replicates);
  return error > 0 ? error : null;
}
