/**
 * Intervals, paired tests, corrections for multiplicity, power: numbers in, numbers out.
 *
 * Conventions: an interval is `[lo, hi]`; what cannot be estimated is `null`; a bad argument
 * throws a RangeError that quotes it; `level` is two-sided coverage, .95 for 95 %; clusters are
 * an integer for every value.
 */
export { bcaAcceleration, bcaInterval } from "./bca-interval.js";
export { benjaminiHochberg } from "./benjamini-hochberg.js";
export { bonettPrice } from "./bonett-price.js";
export { type Bootstrap, bootstrapClusterMean, bootstrapMean, bootstrapStandardError } from "./bootstrap.js";
export {
  bootstrapContrast,
  type ContrastGroup,
  type ContrastOptions,
  differenceOfDifferences,
  type TypeDifferences,
} from "./bootstrap-contrast.js";
export { clopperPearson } from "./clopper-pearson.js";
export { clusterRobustStandardError, clusterTInterval } from "./cluster-standard-error.js";
export { type ClusterTotals, clusterTotals, countClusters } from "./clusters.js";
export { designEffect, plannedDesignEffect } from "./design-effect.js";
export { holm } from "./holm.js";
export { jackknifeClusterMeans, jackknifeMeans } from "./jackknife.js";
export { type MaxTOptions, type MaxTResult, maxT } from "./max-t.js";
export { mcnemarExact } from "./mcnemar-exact.js";
export { newcombe10 } from "./newcombe10.js";
export { type PairedT, pairedT } from "./paired-t.js";
export { minimumDetectableEffect, pairedTPower, sampleSizePairedT } from "./paired-t-power.js";
export { expandedPercentileInterval, percentileInterval } from "./percentile-interval.js";
export { minimumDetectableDifferenceMcNemar, sampleSizeMcNemar } from "./power-mcnemar.js";
export { minimumDetectableDifference, sampleSizePaired } from "./power-paired.js";
export { generatorName, type Random, seededRandom } from "./random.js";
export { randomisedTukey, type TukeyOptions, type TukeyResult } from "./randomised-tukey.js";
export {
  type ResamplingMatrix,
  resampledClusterMeans,
  resampledMeans,
  resamplingMatrix,
} from "./resample.js";
export {
  clusterSignFlip,
  defaultExactLimit,
  type RandomisationOptions,
  type RandomisationResult,
  signFlip,
} from "./sign-flip.js";
export { type SimultaneousBands, simultaneousBands } from "./simultaneous-bands.js";
export { tango } from "./tango.js";
export type { Interval, Numbers } from "./types.js";
export { wilson } from "./wilson.js";
export { wilsonCluster } from "./wilson-cluster.js";
