import { checkCount, checkFinite, checkSameLength } from "./checks.js";
import { clusterTotals } from "./clusters.js";
import { meanOf, sampleDeviation } from "./moments.js";
import { seededRandom } from "./random.js";
import { checkRandomisation, defaultExactLimit, type RandomisationOptions } from "./sign-flip.js";
import { flipBlocks, flippedSum } from "./signs.js";
import { countAtLeast } from "./sorted.js";
import type { Numbers } from "./types.js";

/** How the test is carried out. */
export interface MaxTOptions extends RandomisationOptions {
  /** The cluster (page) of every question, flipped together; without it each question is on its own. */
  readonly clusters?: Numbers | undefined;
}

/** What the test found. */
export interface MaxTResult {
  /** One-sample t of each configuration's differences (of the page totals, with clusters); 0 where all are 0. */
  readonly t: readonly number[];
  /** Two-sided p of each configuration, corrected for all configurations. */
  readonly p: readonly number[];
  /** Whether all assignments were enumerated. */
  readonly exact: boolean;
  /** Number of assignments looked at: 2^m, or the resamples. */
  readonly assignments: number;
}

/**
 * MaxT: many configurations against one baseline, with the family-wise error kept.
 *
 * The differences of a question (page) get the same random sign in all configurations, so that
 * their dependence is kept, which makes it sharper than Holm over a grid of near-equal settings.
 * p_j is the share of assignments in which the largest |t*| reaches |t_j|; ties count in spite
 * of rounding.
 *
 * @param differences one list per configuration (configuration − baseline), all of the same questions
 * @returns exact for at most `exactLimit` differing questions or pages, else (1 + count) / (resamples + 1)
 * @throws RangeError quoting the value that is out of range
 * @see Westfall & Young (1993), Resampling-based Multiple Testing; Nichols & Holmes (2002), Hum. Brain Mapp. 15
 */
export function maxT(differences: readonly Numbers[], options: MaxTOptions): MaxTResult {
  checkRandomisation(options);
  const units = unitsOf(differences, options.clusters);
  const t = units.map(studentT);
  const moving = movingUnits(units);
  const scaled = moving.map(unitLength);
  const m = scaled[0]?.length ?? 0;
  if (m === 0) return { t, p: t.map(() => 1), exact: true, assignments: 1 };
  const exact = m <= (options.exactLimit ?? defaultExactLimit);
  const largest = exact ? allMaxima(scaled, m) : sampledMaxima(scaled, m, options);
  largest.sort();
  const tolerance = 1e-12 * Math.sqrt(m);
  const p = scaled.map((list) => {
    const least = Math.abs(list.reduce((sum, value) => sum + value, 0)) - tolerance;
    const count = countAtLeast(largest, least);
    return exact ? count / largest.length : (1 + count) / (largest.length + 1);
  });
  return { t, p, exact, assignments: exact ? 2 ** m : options.resamples };
}

/** What is flipped as one: differences, or totals of pages. Totals that only differ from 0 by rounding are 0. */
function unitsOf(differences: readonly Numbers[], clusters: Numbers | undefined): Float64Array[] {
  checkCount("number of configurations", differences.length, 1);
  const n = differences[0]?.length ?? 0;
  checkCount("number of questions", n, 1);
  return differences.map((list) => {
    checkSameLength("differences", list, n);
    checkFinite("differences", list);
    if (clusters === undefined) return Float64Array.from(list);
    const scale = Array.from(list, Math.abs).reduce((sum, value) => sum + value, 0);
    return clusterTotals(list, clusters).totals.map((total) => (Math.abs(total) > 1e-12 * scale ? total : 0));
  });
}

function studentT(units: Float64Array): number {
  const mean = meanOf(units);
  if (mean === 0 || units.length < 2) return 0;
  return mean / (sampleDeviation(units) / Math.sqrt(units.length));
}

/** Leaves out the units that are 0 in every configuration: their sign changes nothing. */
function movingUnits(units: readonly Float64Array[]): Float64Array[] {
  const moving = Array.from(units[0] ?? [], (_, i) => units.some((list) => list[i] !== 0));
  return units.map((list) => list.filter((_, i) => moving[i]));
}

/**
 * Scales to length 1. Flips leave the length as it is, and over a fixed number of units |t| grows
 * with |sum| / length alone, so sums of scaled units can stand for t.
 */
function unitLength(units: Float64Array): Float64Array {
  const length = Math.hypot(...units);
  return length === 0 ? units : units.map((unit) => unit / length);
}

/** Largest |sum| of all assignments but for the sign of the last unit, which by symmetry adds nothing. */
function allMaxima(scaled: readonly Float64Array[], m: number): Float64Array {
  const blocks = scaled.map(flipBlocks);
  const bits = new Uint8Array(Math.ceil(m / 8));
  const maxima = new Float64Array(2 ** (m - 1));
  for (let signs = 0; signs < maxima.length; signs++) {
    for (let block = 0; block < bits.length; block++) bits[block] = signs >> (8 * block);
    maxima[signs] = largestSum(blocks, bits);
  }
  return maxima;
}

function sampledMaxima(scaled: readonly Float64Array[], m: number, options: MaxTOptions): Float64Array {
  const random = seededRandom(options.seed);
  const blocks = scaled.map(flipBlocks);
  const bits = new Uint8Array(Math.ceil(m / 8));
  const maxima = new Float64Array(options.resamples);
  for (let b = 0; b < maxima.length; b++) {
    random.fillBits(bits);
    maxima[b] = largestSum(blocks, bits);
  }
  return maxima;
}

function largestSum(blocks: readonly Float64Array[], bits: Uint8Array): number {
  let largest = 0;
  for (const sums of blocks) {
    const size = Math.abs(flippedSum(sums, bits));
    if (size > largest) largest = size;
  }
  return largest;
}
