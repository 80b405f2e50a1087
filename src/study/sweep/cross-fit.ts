import { type Random, seededRandom } from "../../statistics/index.js";

/** Scores of every cell on the same questions, and what the choice goes by. */
export interface GridScores {
  /** One list a cell, one value a question. */
  readonly columns: readonly Float64Array[];
  /** The page of every question, as a number. */
  readonly clusters: readonly number[];
  /** 1 where more is better, -1 where less is. */
  readonly sign: 1 | -1;
  /** What each cell costs; of equal scores the cheaper one is chosen. */
  readonly costs: readonly number[];
}

export interface CrossFitOptions {
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
}

export interface CrossFit {
  /** The cell that is best on all questions. */
  readonly best: number;
  /** Its score on the questions that chose it: too good. */
  readonly apparent: number;
  /** For each question its mean score under the cells that the other pages chose. */
  readonly perQuestion: Float64Array;
  /** The mean of those: what to expect of choosing in this way. */
  readonly cross_fitted: number;
  /** Of all choices, the share that fell on each cell. */
  readonly chosen_share: readonly number[];
}

/**
 * Choose on some pages and score on the others.
 *
 * The best of many cells on the questions that chose it is too good by as much as the cells differ by chance. Here
 * pages are divided into folds; the cell that is best on the other folds is scored on the one left out; repeated with
 * new divisions, and averaged for each question. Pages stay whole, since questions of a page tend to be found or missed
 * together. apparent − cross_fitted is the optimism.
 *
 * @throws RangeError where there are fewer than two pages
 * @see Stone (1974), Cross-validatory choice and assessment of statistical predictions, JRSS B 36; Efron (1983), JASA 78
 */
export function crossFit(scores: GridScores, { folds, repeats, seed }: CrossFitOptions): CrossFit {
  const { columns, clusters } = scores;
  const n = clusters.length;
  const pages = new Set(clusters).size;
  if (pages < 2)
    throw new RangeError(`${pages} page: choosing on some pages and scoring on others needs two`);
  const everything = clusters.map((_, i) => i);
  const best = bestOn(scores, everything);
  // Summed as departures from one cell: a question that every choice scores alike has exactly that score, since a mean
  // that is off by rounding on every page alike would be a difference that no sign flip gives again.
  const departures = new Float64Array(n);
  const chosen = new Float64Array(columns.length);
  const divisions = divisionsOf(clusters, { folds, repeats, seed });
  for (const { foldOf, parts } of divisions) {
    for (let fold = 0; fold < parts; fold++) {
      const outside = everything.filter((i) => foldOf[i] !== fold);
      const cell = bestOn(scores, outside);
      chosen[cell]++;
      for (let i = 0; i < n; i++)
        if (foldOf[i] === fold) departures[i] += columns[cell][i] - columns[best][i];
    }
  }
  const perQuestion = columns[best].map((value, i) => value + departures[i] / repeats);
  return {
    best,
    apparent: mean(columns[best]),
    perQuestion,
    cross_fitted: mean(perQuestion),
    chosen_share: Array.from(chosen, (count) => count / (repeats * divisions[0].parts)),
  };
}

/** Pages divided into folds. */
export interface Division {
  readonly parts: number;
  /** The fold of every question. */
  readonly foldOf: readonly number[];
}

/** The divisions of a choice, the same for the same questions and seed. */
export function divisionsOf(
  clusters: readonly number[],
  { folds, repeats, seed }: CrossFitOptions,
): Division[] {
  const random = seededRandom(seed);
  const parts = Math.min(folds, new Set(clusters).size);
  return Array.from({ length: repeats }, () => ({ parts, foldOf: divide(clusters, parts, random) }));
}

/** The fold of every question: pages in random order, each to the fold with the fewest questions so far. */
function divide(clusters: readonly number[], folds: number, random: Random): number[] {
  const sizes = new Map<number, number>();
  for (const page of clusters) sizes.set(page, (sizes.get(page) ?? 0) + 1);
  const pages = [...sizes.keys()];
  for (let i = pages.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [pages[i], pages[j]] = [pages[j], pages[i]];
  }
  const filled = new Array<number>(folds).fill(0);
  const foldOf = new Map<number, number>();
  for (const page of pages) {
    const fold = filled.indexOf(Math.min(...filled));
    foldOf.set(page, fold);
    filled[fold] += sizes.get(page) ?? 0;
  }
  return clusters.map((page) => foldOf.get(page) ?? 0);
}

/** The cell with the best mean over some questions; of equals the cheaper, then the earlier one. */
export function bestOn({ columns, sign, costs }: GridScores, questions: readonly number[]): number {
  // Sums of fractions differ in their last digits with the order of adding: such scores are equal.
  const totals = columns.map((column) => {
    let sum = 0;
    for (const i of questions) sum += column[i];
    return Number((sign * sum).toPrecision(12));
  });
  return totals.reduce((best, total, cell) => {
    if (total !== totals[best]) return total > totals[best] ? cell : best;
    return costs[cell] < costs[best] ? cell : best;
  }, 0);
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
