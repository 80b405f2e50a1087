import { maxT } from "../../statistics/index.js";
import type { StatisticsSettings } from "../config.js";
import type { GridScores } from "./cross-fit.js";
import type { SweepCell } from "./grid.js";

/** The cells that can't be told from the best one. */
export interface BestSet {
  /** For each cell the p that none of the others is better: of the whole grid against it. */
  readonly p: readonly number[];
  readonly isIn: readonly boolean[];
  /** For each cell the p that it is no different from the default, corrected for the whole grid; 1 for the default. */
  readonly p_default: readonly number[];
}

/** Up to so many differing pages the signs are enumerated; beyond, drawn. Each cell is a test of its own. */
const exactLimit = 12;

/**
 * Which cells may be the best of the grid.
 *
 * Each cell in turn is the baseline of a MaxT test of the whole grid; it is out when some other cell beats it beyond
 * what the best of so many would by chance. The truly best cell is out in at most 1 − level of cases, since only its own
 * test can put it out; so the set holds it with chance `level`, whatever the number of cells. A cell is in the set when
 * the questions can't tell it from the best, which is no proof that it is as good.
 *
 * The default cell's p is the test of the whole grid against the default.
 *
 * @param usual the default cell
 * @see Westfall & Young (1993), Resampling-based Multiple Testing; Hsu (1996), Multiple Comparisons, ch. 4 (comparisons with the best)
 */
export function bestSet(scores: GridScores, usual: number, settings: StatisticsSettings): BestSet {
  const tests = scores.columns.map((_, baseline) => against(scores, baseline, settings));
  const p = tests.map((test) =>
    Math.min(1, ...test.filter(({ isBetter }) => isBetter).map((each) => each.p)),
  );
  return {
    p,
    isIn: p.map((value) => value > 1 - settings.level),
    p_default: tests[usual].map((each) => each.p),
  };
}

/** Every cell against one of them, corrected for all. */
function against(
  { columns, clusters, sign }: GridScores,
  baseline: number,
  { resamples, seed }: StatisticsSettings,
): { p: number; isBetter: boolean }[] {
  // The baseline's own differences are all zero: they never are the largest, so they correct for nothing.
  const differences = columns.map((column) =>
    column.map((value, q) => sign * (value - columns[baseline][q])),
  );
  const { t, p } = maxT(differences, { clusters, resamples, seed, exactLimit });
  return columns.map((_, i) => ({ p: i === baseline ? 1 : p[i], isBetter: t[i] > 0 }));
}

/** What to use, by what the questions can tell. */
export interface Recommendation {
  /** Whether some cell beats the default beyond chance: else tuning doesn't pay. */
  readonly pays: boolean;
  /** Of the candidates, the cell that costs least. */
  readonly cheapest: number;
  /** Of the candidates, the one in their middle: least sensitive to the exact values. */
  readonly central: number;
  /** The default where tuning doesn't pay; else the cheapest. */
  readonly recommended: number;
}

/**
 * The cheapest and the most central of the cells that can't be told from the best; where tuning pays, of those among
 * them that beat the default, so that what is recommended is itself shown to be better.
 */
export function recommend(
  cells: readonly SweepCell[],
  { isIn, p_default }: BestSet,
  { columns, costs, sign }: GridScores,
  level: number,
): Recommendation {
  const sums = columns.map((column) => sign * column.reduce((sum, value) => sum + value, 0));
  const usual = cells.findIndex(({ isDefault }) => isDefault);
  const pays = !isIn[usual];
  const inside = cells.flatMap((_, i) => (isIn[i] ? [i] : []));
  const better = inside.filter((i) => p_default[i] <= 1 - level && sums[i] > sums[usual]);
  const candidates = pays && better.length > 0 ? better : inside;
  const least = (of: readonly number[], amount: (cell: number) => number): number =>
    of.reduce((best, cell) => {
      const [a, b] = [amount(cell), amount(best)];
      if (a !== b) return a < b ? cell : best;
      if (costs[cell] !== costs[best]) return costs[cell] < costs[best] ? cell : best;
      return sums[cell] > sums[best] ? cell : best;
    });
  const onAxes = candidates.filter((cell) => cells[cell].position !== null);
  const distance = (cell: number): number =>
    onAxes.reduce((sum, other) => sum + steps(cells[cell].position ?? [], cells[other].position ?? []), 0);
  const cheapest = least(candidates, (cell) => costs[cell]);
  return {
    pays,
    cheapest,
    central: onAxes.length === 0 ? cheapest : least(onAxes, distance),
    recommended: pays ? cheapest : usual,
  };
}

/** Steps on the grid from one cell to another. */
function steps(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, place, i) => sum + Math.abs(place - b[i]), 0);
}
