import type { Bootstrap } from "./bootstrap.js";
import { checkCount, checkFinite, checkSameLength } from "./checks.js";
import { denseClusters } from "./clusters.js";
import { jackknifeMeans } from "./jackknife.js";
import { meanOf, total } from "./moments.js";
import { type Random, seededRandom } from "./random.js";
import type { ResamplingMatrix } from "./resample.js";
import type { Numbers } from "./types.js";

/** One group of questions (a question type) and its weight in the contrast. */
export interface ContrastGroup {
  /** One number per question of the group: a score, or a paired difference. */
  readonly values: Numbers;
  /** What the group's mean is multiplied by: 1 and −1 for a difference, 1 / groups for a macro mean. */
  readonly weight: number;
  /** The cluster (page) of every question; the same integer in two groups is the same page. */
  readonly clusters?: Numbers | undefined;
}

/** How resamples are drawn. */
export interface ContrastOptions {
  /** Number of resamples, an integer ≥ 1. */
  readonly resamples: number;
  /** See `seededRandom`: equal seeds and groups of equal sizes draw alike, so systems stay paired. */
  readonly seed: number;
  /**
   * Pages drawn already, over all pages of the groups in order of first appearance: one matrix for many contrasts
   * saves drawing each anew. Not used without clusters.
   */
  readonly matrix?: ResamplingMatrix | undefined;
}

/**
 * Bootstrap of Σ weight · mean over groups of questions that are fixed by design.
 *
 * Without clusters each group is resampled on its own (stratified), so every resample has as
 * many questions of each type as the set. With clusters whole pages are drawn from all pages, since
 * a page may have questions of several types and then ties the groups together; the rare resample
 * without any question of some group is drawn again.
 *
 * @param groups at least one; all with clusters, or none
 * @returns for `bcaInterval` and `expandedPercentileInterval`; its `units` are those of the smallest
 *   group; null where a group has fewer than two questions, or pages
 * @throws RangeError quoting the value that is out of range
 * @see Davison & Hinkley (1997), Bootstrap Methods and their Application, 3.2 and 3.8
 */
export function bootstrapContrast(
  groups: readonly ContrastGroup[],
  options: ContrastOptions,
): Bootstrap | null {
  checkCount("number of groups", groups.length, 1);
  checkCount("resamples", options.resamples, 1);
  for (const { values, weight, clusters } of groups) {
    checkFinite("values", values);
    if (!Number.isFinite(weight)) throw new RangeError(`invalid weight: ${weight}`);
    if (clusters !== undefined) checkSameLength("clusters", clusters, values.length);
  }
  const clustered = groups.filter((group) => group.clusters !== undefined).length;
  if (clustered !== 0 && clustered !== groups.length) {
    throw new RangeError(
      `invalid clusters: ${clustered} of ${groups.length} groups have them (want all or none)`,
    );
  }
  const random = seededRandom(options.seed);
  return clustered === 0
    ? stratified(groups, options.resamples, random)
    : clusteredContrast(groups, options, random);
}

/** One type's advantage of one system over another, with the pages of its questions. */
export interface TypeDifferences {
  /** Paired differences, one per question of the type. */
  readonly differences: Numbers;
  /** The cluster (page) of every question. */
  readonly clusters?: Numbers | undefined;
}

/**
 * Whether an advantage differs between two question types: mean difference of the first type
 * − mean difference of the second. Two stars next to two types don't answer that.
 *
 * @param first paired differences of the first type
 * @param second paired differences of the second type
 * @returns see {@link bootstrapContrast}
 * @throws RangeError quoting the value that is out of range
 * @see Gelman & Stern (2006), The difference between "significant" and "not significant", Am. Stat. 60
 */
export function differenceOfDifferences(
  first: TypeDifferences,
  second: TypeDifferences,
  options: ContrastOptions,
): Bootstrap | null {
  return bootstrapContrast(
    [
      { values: first.differences, weight: 1, clusters: first.clusters },
      { values: second.differences, weight: -1, clusters: second.clusters },
    ],
    options,
  );
}

function contrastOf(groups: readonly ContrastGroup[]): number {
  return total(groups.map(({ values, weight }) => weight * meanOf(values)));
}

function stratified(groups: readonly ContrastGroup[], resamples: number, random: Random): Bootstrap | null {
  if (groups.some(({ values }) => values.length < 2)) return null;
  const estimate = contrastOf(groups);
  const replicates = new Float64Array(resamples);
  for (const { values, weight } of groups) {
    const source = Float64Array.from(values);
    const n = source.length;
    for (let b = 0; b < resamples; b++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += source[random.below(n)] as number;
      replicates[b] = (replicates[b] as number) + (weight * sum) / n;
    }
  }
  const jackknife = groups.map(({ values, weight }) => {
    const rest = estimate - weight * meanOf(values);
    return jackknifeMeans(values).map((mean) => rest + weight * mean);
  });
  return { estimate, replicates, jackknife, units: Math.min(...groups.map(({ values }) => values.length)) };
}

/** A group's sums on the pages that it has questions on. */
interface GroupTotals {
  readonly weight: number;
  readonly pages: readonly number[];
  readonly totals: Float64Array;
  readonly sizes: Float64Array;
}

function clusteredContrast(
  groups: readonly ContrastGroup[],
  { resamples, matrix }: ContrastOptions,
  random: Random,
): Bootstrap | null {
  const { parts, pages } = totalsOverAllPages(groups);
  if (matrix !== undefined && (matrix.n !== pages || matrix.resamples !== resamples)) {
    throw new RangeError(`invalid matrix: ${matrix.resamples} × ${matrix.n} (want ${resamples} × ${pages})`);
  }
  const pagesOf = parts.map((part) => part.pages.length);
  if (pagesOf.some((count) => count < 2)) return null;
  const replicates = new Float64Array(resamples);
  const times = new Uint32Array(pages);
  for (let b = 0; b < resamples; b++) {
    times.fill(0);
    if (matrix !== undefined)
      for (let i = b * pages; i < (b + 1) * pages; i++) times[matrix.indices[i] ?? 0]++;
    let value = matrix === undefined ? Number.NaN : contrastOfPages(parts, times);
    while (Number.isNaN(value)) {
      times.fill(0);
      for (let i = 0; i < pages; i++) times[random.below(pages)]++;
      value = contrastOfPages(parts, times);
    }
    replicates[b] = value;
  }
  times.fill(1);
  const jackknife = Float64Array.from({ length: pages }, (_, left) => {
    times[left] = 0;
    const value = contrastOfPages(parts, times);
    times[left] = 1;
    return value;
  });
  return { estimate: contrastOf(groups), replicates, jackknife: [jackknife], units: Math.min(...pagesOf) };
}

function totalsOverAllPages(groups: readonly ContrastGroup[]): { parts: GroupTotals[]; pages: number } {
  const { index, count } = denseClusters(groups.flatMap(({ clusters }) => Array.from(clusters ?? [])));
  let at = 0;
  const parts = groups.map(({ values, weight }) => {
    const totals = new Float64Array(count);
    const sizes = new Float64Array(count);
    for (let i = 0; i < values.length; i++, at++) {
      totals[index[at]] += values[i];
      sizes[index[at]]++;
    }
    const pages = Array.from(sizes.keys()).filter((page) => sizes[page] > 0);
    const onPages = (all: Float64Array): Float64Array => Float64Array.from(pages, (page) => all[page]);
    return { weight, pages, totals: onPages(totals), sizes: onPages(sizes) };
  });
  return { parts, pages: count };
}

/** The contrast with each page taken so many times; NaN where a group has no question on those taken. */
function contrastOfPages(parts: readonly GroupTotals[], times: Uint32Array): number {
  let contrast = 0;
  for (const { weight, pages, totals, sizes } of parts) {
    let sum = 0;
    let size = 0;
    for (let i = 0; i < pages.length; i++) {
      const taken = times[pages[i]];
      sum += taken * totals[i];
      size += taken * sizes[i];
    }
    contrast += (weight * sum) / size;
  }
  return contrast;
}
