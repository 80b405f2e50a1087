import { checkCount, checkFinite } from "./checks.js";
import { clusterTotals } from "./clusters.js";
import { total } from "./moments.js";
import { seededRandom } from "./random.js";
import { flipBlocks, flippedSum } from "./signs.js";
import type { Numbers } from "./types.js";

/** How a randomisation test is carried out. */
export interface RandomisationOptions {
  /** Number of random assignments where there are too many to enumerate; an integer ≥ 1. */
  readonly resamples: number;
  /** See `seededRandom`; not used by an exact test. */
  readonly seed: number;
  /** Enumerate all signs of up to so many differing questions or pages; 0 to 24, 20 if left out. */
  readonly exactLimit?: number | undefined;
}

/** What a randomisation test found. */
export interface RandomisationResult {
  /** Two-sided p-value, never 0. */
  readonly p: number;
  /** Whether all assignments were enumerated. */
  readonly exact: boolean;
  /** Number of assignments looked at: 2^m, or the resamples. */
  readonly assignments: number;
}

/** Default of `exactLimit`: 2^20 assignments. */
export const defaultExactLimit = 20;

/**
 * Refuses options out of range.
 *
 * @throws RangeError quoting the value
 */
export function checkRandomisation(options: RandomisationOptions): void {
  checkCount("resamples", options.resamples, 1);
  const limit = options.exactLimit ?? defaultExactLimit;
  if (!(Number.isInteger(limit) && limit >= 0 && limit <= 24)) {
    throw new RangeError(`invalid exactLimit: ${limit} (want an integer in 0…24)`);
  }
}

/** Sums that differ by less, relative to Σ|d|, are ties: re-signed sums differ in their last digits. */
const tieTolerance = 1e-12;

/**
 * Sign-flip (paired randomisation) test that the differences of two systems are centred on 0.
 *
 * Under the hypothesis, each question's two scores could as well be exchanged, so each
 * difference could have either sign. p is the share of assignments whose |sum| is at least the
 * observed one; ties count in spite of rounding.
 *
 * @param differences one per question
 * @returns exact p for at most `exactLimit` non-zero differences, else (1 + count) / (resamples + 1)
 * @throws RangeError quoting the value that is out of range
 * @see Fisher (1935), The Design of Experiments; Phipson & Smyth (2010), SAGMB 9, for the 1 +
 * @example signFlip([0.2, 0.1, -0.05, 0.3, 0, 0.15, 0.25, -0.1], options).p // 28 / 256
 */
export function signFlip(differences: Numbers, options: RandomisationOptions): RandomisationResult {
  checkFinite("differences", differences);
  return flipTest(Float64Array.from(differences), scaleOf(differences), options);
}

/**
 * Sign-flip test for questions that come in clusters: all differences of a page are flipped
 * together, that is, the page totals are.
 *
 * With few pages p has a floor: 2 / 2^G at best.
 *
 * @param differences one per question
 * @param clusters the cluster (page) of every question, parallel to `differences`
 * @returns exact p for at most `exactLimit` pages that differ, else (1 + count) / (resamples + 1)
 * @throws RangeError quoting the value that is out of range
 * @see Cameron, Gelbach & Miller (2008), Rev. Econ. Stat. 90, for sign changes per cluster
 */
export function clusterSignFlip(
  differences: Numbers,
  clusters: Numbers,
  options: RandomisationOptions,
): RandomisationResult {
  checkFinite("differences", differences);
  return flipTest(clusterTotals(differences, clusters).totals, scaleOf(differences), options);
}

function scaleOf(differences: Numbers): number {
  return total(Array.from(differences, Math.abs));
}

function flipTest(units: Float64Array, scale: number, options: RandomisationOptions): RandomisationResult {
  checkRandomisation(options);
  const tolerance = tieTolerance * scale;
  const moving = units.filter((unit) => Math.abs(unit) > tolerance);
  const least = Math.abs(total(moving)) - tolerance;
  if (moving.length === 0) return { p: 1, exact: true, assignments: 1 };
  return moving.length <= (options.exactLimit ?? defaultExactLimit)
    ? { p: exactShare(moving, least), exact: true, assignments: 2 ** moving.length }
    : { p: sampledShare(moving, least, options), exact: false, assignments: options.resamples };
}

/** Share of all assignments with |sum| ≥ least; each half is enumerated and the pairs are counted. */
function exactShare(units: Float64Array, least: number): number {
  if (least <= 0) return 1;
  const middle = units.length >> 1;
  const left = allSums(units.subarray(0, middle)).sort();
  const right = allSums(units.subarray(middle)).sort();
  let count = 0;
  let from = right.length;
  for (const sum of left) {
    while (from > 0 && sum + (right[from - 1] ?? 0) >= least) from -= 1;
    count += right.length - from;
  }
  // flipping every sign turns a sum ≥ least into one ≤ −least
  return (2 * count) / 2 ** units.length;
}

/** The sums of all 2^m assignments of signs. */
function allSums(units: Float64Array): Float64Array {
  let sums = Float64Array.of(0);
  for (const unit of units) {
    const longer = new Float64Array(2 * sums.length);
    for (let i = 0; i < sums.length; i++) {
      longer[2 * i] = (sums[i] ?? 0) + unit;
      longer[2 * i + 1] = (sums[i] ?? 0) - unit;
    }
    sums = longer;
  }
  return sums;
}

function sampledShare(units: Float64Array, least: number, options: RandomisationOptions): number {
  const random = seededRandom(options.seed);
  const blocks = flipBlocks(units);
  const bits = new Uint8Array(blocks.length / 256);
  let count = 0;
  for (let b = 0; b < options.resamples; b++) {
    random.fillBits(bits);
    if (Math.abs(flippedSum(blocks, bits)) >= least) count += 1;
  }
  return (1 + count) / (options.resamples + 1);
}
