import { checkCount, checkFinite, checkSameLength } from "./checks.js";
import { clusterTotals } from "./clusters.js";
import { meanOf } from "./moments.js";
import { type Random, seededRandom } from "./random.js";
import { countAtLeast } from "./sorted.js";
import type { Numbers } from "./types.js";

/** How the permutations are drawn. */
export interface TukeyOptions {
  /** The cluster (page) of every question; without it each question is permuted on its own. */
  readonly clusters?: Numbers | undefined;
  /** Number of random permutations, an integer ≥ 1. */
  readonly resamples: number;
  /** See `seededRandom`. */
  readonly seed: number;
}

/** Means of the systems, and a p-value for every pair. */
export interface TukeyResult {
  /** Mean of each system. */
  readonly means: readonly number[];
  /** p[i][j] for systems i and j: symmetric, 1 on the diagonal, already corrected for all pairs. */
  readonly p: readonly (readonly number[])[];
}

/**
 * Randomised Tukey test: all pairs of systems compared, with the family-wise error kept.
 *
 * Under the hypothesis that all systems are alike, the systems' scores on a question (on all
 * questions of a page, together) can be exchanged. A pair differs when its difference is large
 * against the *range* of all means under such exchanges:
 * p = (1 + #{range* ≥ |difference|}) / (resamples + 1), ties counted in spite of rounding.
 *
 * @param scores one list per system, at least two; all of the same questions in the same order
 * @throws RangeError quoting the value that is out of range
 * @see Carterette (2012), Multiple testing in statistical analysis of systems-based IR experiments, ACM TOIS 30
 */
export function randomisedTukey(scores: readonly Numbers[], options: TukeyOptions): TukeyResult {
  const n = scores[0]?.length ?? 0;
  checkCount("number of systems", scores.length, 2);
  checkCount("number of questions", n, 1);
  checkCount("resamples", options.resamples, 1);
  for (const list of scores) {
    checkSameLength("scores", list, n);
    checkFinite("scores", list);
  }
  const clusters = options.clusters ?? Array.from({ length: n }, (_, i) => i);
  const { fixed, rows } = exchangeable(scores.map((list) => clusterTotals(list, clusters).totals));
  const ranges = permutedRanges(rows, fixed, scores.length, options.resamples, seededRandom(options.seed));
  for (let b = 0; b < ranges.length; b++) ranges[b] = (ranges[b] ?? 0) / n;
  ranges.sort();
  const means = scores.map((list) => meanOf(list));
  const tolerance = 1e-12 * Math.max(...scores.map((list) => meanOf(Array.from(list, Math.abs))));
  const p = means.map((first, i) =>
    means.map((second, j) =>
      i === j ? 1 : (1 + countAtLeast(ranges, Math.abs(first - second) - tolerance)) / (ranges.length + 1),
    ),
  );
  return { means, p };
}

/** Rows (pages) on which the systems differ, one after another; the others only add a constant. */
function exchangeable(totals: readonly Float64Array[]): { rows: Float64Array; fixed: number } {
  const first = totals[0] ?? new Float64Array();
  const rows: number[] = [];
  let fixed = 0;
  for (let g = 0; g < first.length; g++) {
    const row = totals.map((list) => list[g] ?? 0);
    if (row.every((value) => value === row[0])) fixed += row[0] ?? 0;
    else rows.push(...row);
  }
  return { rows: Float64Array.from(rows), fixed };
}

/** Range of the systems' totals under random exchanges within every row. */
function permutedRanges(
  rows: Float64Array,
  fixed: number,
  systems: number,
  resamples: number,
  random: Random,
): Float64Array {
  const ranges = new Float64Array(resamples);
  const sums = new Float64Array(systems);
  const labels = Uint16Array.from({ length: systems }, (_, i) => i);
  for (let b = 0; b < resamples; b++) {
    sums.fill(fixed);
    for (let at = 0; at < rows.length; at += systems) {
      // shuffling on from the last order is as random as from the first
      for (let i = systems - 1; i > 0; i--) {
        const j = random.below(i + 1);
        const label = labels[i] as number;
        labels[i] = labels[j] as number;
        labels[j] = label;
      }
      for (let i = 0; i < systems; i++) {
        const to = labels[i] as number;
        sums[to] = (sums[to] as number) + (rows[at + i] as number);
      }
    }
    let lo = Number.POSITIVE_INFINITY;
    let hi = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < systems; i++) {
      const sum = sums[i] as number;
      if (sum < lo) lo = sum;
      if (sum > hi) hi = sum;
    }
    ranges[b] = hi - lo;
  }
  return ranges;
}
