import { checkSameLength } from "./checks.js";
import type { Numbers } from "./types.js";

/** Sums per cluster, in the order in which the clusters first appear. */
export interface ClusterTotals {
  /** Sum of the values of each cluster. */
  readonly totals: Float64Array;
  /** Number of values in each cluster. */
  readonly sizes: Float64Array;
}

/**
 * Renumbers clusters 0, 1, 2… in the order in which they first appear.
 *
 * @param clusters an integer for every value; equal integers are one cluster
 * @returns the new number of every value, and how many clusters there are
 * @throws RangeError quoting a cluster that is not an integer
 */
export function denseClusters(clusters: Numbers): { readonly index: Int32Array; readonly count: number } {
  const numbers = new Map<number, number>();
  const index = new Int32Array(clusters.length);
  for (let i = 0; i < clusters.length; i++) {
    const cluster = clusters[i] ?? Number.NaN;
    if (!Number.isSafeInteger(cluster)) {
      throw new RangeError(`invalid cluster: ${cluster} at index ${i} (want an integer)`);
    }
    const known = numbers.get(cluster) ?? numbers.size;
    numbers.set(cluster, known);
    index[i] = known;
  }
  return { index, count: numbers.size };
}

/**
 * Number of distinct clusters: the rows' length of the resampling matrix that clusters need.
 *
 * @throws RangeError quoting a cluster that is not an integer
 * @example countClusters([4, 4, 7]) // 2
 */
export function countClusters(clusters: Numbers): number {
  return denseClusters(clusters).count;
}

/**
 * Totals and sizes of clusters.
 *
 * @param values one number per question
 * @param clusters the cluster (page) of every question, parallel to `values`
 * @throws RangeError quoting lengths that differ, or a cluster that is not an integer
 * @example clusterTotals([1, 2, 3], [4, 7, 4]) // totals [4, 2], sizes [2, 1]
 */
export function clusterTotals(values: Numbers, clusters: Numbers): ClusterTotals {
  checkSameLength("clusters", clusters, values.length);
  const { index, count } = denseClusters(clusters);
  const totals = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let i = 0; i < values.length; i++) {
    const g = index[i] ?? 0;
    totals[g] = (totals[g] ?? 0) + (values[i] ?? 0);
    sizes[g] = (sizes[g] ?? 0) + 1;
  }
  return { totals, sizes };
}
