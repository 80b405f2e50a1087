import { clusterTotals } from "./clusters.js";
import { total } from "./moments.js";
import type { Numbers } from "./types.js";

/**
 * The mean without each question in turn.
 *
 * @param values at least two numbers
 * @see Efron & Tibshirani (1993), ch. 11
 */
export function jackknifeMeans(values: Numbers): Float64Array {
  const sum = total(values);
  return Float64Array.from(values, (value) => (sum - value) / (values.length - 1));
}

/**
 * The mean without each cluster in turn.
 *
 * @param values one number per question
 * @param clusters the cluster (page) of every question; at least two clusters
 */
export function jackknifeClusterMeans(values: Numbers, clusters: Numbers): Float64Array {
  const { totals, sizes } = clusterTotals(values, clusters);
  const sum = total(totals);
  return totals.map((part, g) => (sum - part) / (values.length - (sizes[g] ?? 0)));
}
