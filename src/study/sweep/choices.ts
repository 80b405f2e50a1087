import type { SweepSettings } from "../config.js";
import { fewest, type Policy } from "../policy.js";
import { allTypes, type ScoreTable } from "../score-table.js";
import { mean } from "../summary.js";
import { type BestSet, bestSet, type Recommendation, recommend } from "./best-set.js";
import { type CrossFit, crossFit, type GridScores } from "./cross-fit.js";
import { flippedChoice } from "./flip-choice.js";
import type { StrategyGrid } from "./grid.js";
import { chunksCost, costOf } from "./sweep-metrics.js";

/** A retriever and a metric that settings are chosen by. */
export interface Endpoint {
  readonly retriever: string;
  readonly metric: string;
}

/** The method of a gain's interval: sign flips of pages, with the choice made anew under each. */
export const choiceMethod = "sign-flip-of-choice";

/** A choice among the cells of a grid, and all that says how far to trust it. */
export interface Choice {
  readonly fit: CrossFit;
  readonly set: BestSet;
  readonly recommendation: Recommendation;
  /** The questions that all cells have a score of, and those scores cell by cell. */
  readonly positions: readonly number[];
  readonly scores: GridScores;
  /** The default cell. */
  readonly usual: number;
  readonly row: ChoiceRow;
}

/** One row of `sweep_choices.csv`: what tuning a strategy on an endpoint gives. Scores are means over all questions. */
export interface ChoiceRow {
  readonly strategy: string;
  readonly retriever: string;
  readonly metric: string;
  /** Whether it is the study's primary endpoint; the others are exploratory. */
  readonly is_primary: boolean;
  readonly n: number;
  readonly pages: number;
  readonly cells: number;
  readonly default: string;
  readonly default_score: number;
  readonly best: string;
  /** The best cell's score on the questions that chose it. */
  readonly apparent: number;
  readonly cross_fitted: number;
  readonly cross_fitted_lo: number | null;
  readonly cross_fitted_hi: number | null;
  readonly cross_fitted_method: string;
  /** apparent − cross_fitted */
  readonly optimism: number;
  /** cross_fitted − default_score: what tuning gives on pages that had no say. */
  readonly gain: number;
  readonly gain_lo: number | null;
  readonly gain_hi: number | null;
  readonly gain_method: string;
  readonly p_gain: number;
  /** The whole grid against the default: MaxT. */
  readonly p_grid: number;
  readonly pays: boolean;
  readonly in_best_set: number;
  /** What the cheapest is cheapest in. */
  readonly cost: string;
  readonly cheapest: string;
  readonly central: string;
  readonly recommended: string;
  readonly folds: number;
  readonly repeats: number;
}

/**
 * Choose among a grid's cells on an endpoint.
 *
 * @returns null where cells have no scores there, or the questions are of fewer than two pages
 */
export function choose(
  grid: StrategyGrid,
  { retriever, metric }: Endpoint,
  scores: ScoreTable,
  chunksOf: (cell: string) => number,
  policy: Policy,
  { folds, repeats }: Pick<SweepSettings, "folds" | "repeats">,
  isPrimary: boolean,
): Choice | null {
  const names = grid.cells.map(({ arm }) => arm.name);
  const full = names.flatMap((name) => scores.column(retriever, name, metric) ?? []);
  if (full.length < names.length) return null;
  const positions = scores.positions(allTypes, ...full);
  const clusters = scores.clustersAt(positions);
  const pages = new Set(clusters).size;
  if (pages < 2) return null;
  const { better } = scores.metric(metric);
  const cost = costOf(metric);
  const gridScores: GridScores = {
    columns: full.map((column) => Float64Array.from(positions, (i) => column[i])),
    clusters,
    sign: better === "higher" ? 1 : -1,
    costs: names.map((name) => {
      const column = cost === chunksCost ? undefined : scores.column(retriever, name, cost);
      return column === undefined ? chunksOf(name) : mean(positions.map((i) => column[i]));
    }),
  };
  const { settings } = policy;
  const usual = grid.cells.findIndex(({ isDefault }) => isDefault);
  const options = { folds, repeats, seed: settings.seed };
  const fit = crossFit(gridScores, options);
  const set = bestSet(gridScores, usual, settings);
  const recommendation = recommend(grid.cells, set, gridScores, settings.level);
  const defaultColumn = gridScores.columns[usual];
  const gain = mean(Array.from(fit.perQuestion, (value, i) => value - defaultColumn[i]));
  const alone = { ...gridScores, columns: [defaultColumn], costs: [0] };
  const flipped = flippedChoice([alone, gridScores], defaultColumn, gain, options, settings);
  // A mean over repeats is a fraction, whatever the metric's scale.
  const [expected] = policy.ofScore({ values: fit.perQuestion, clusters }, false);
  const hasEnough = positions.length >= fewest && pages >= fewest;
  const row: ChoiceRow = {
    strategy: grid.strategy,
    ...{ retriever, metric },
    is_primary: isPrimary,
    n: positions.length,
    pages,
    cells: names.length,
    default: names[usual],
    default_score: mean(Array.from(defaultColumn)),
    best: names[fit.best],
    apparent: fit.apparent,
    cross_fitted: fit.cross_fitted,
    cross_fitted_lo: expected.interval?.[0] ?? null,
    cross_fitted_hi: expected.interval?.[1] ?? null,
    cross_fitted_method: expected.ci_method,
    optimism: gridScores.sign * (fit.apparent - fit.cross_fitted),
    gain,
    gain_lo: hasEnough ? (flipped.interval?.[0] ?? null) : null,
    gain_hi: hasEnough ? (flipped.interval?.[1] ?? null) : null,
    gain_method: hasEnough ? choiceMethod : "",
    p_gain: flipped.p,
    p_grid: set.p[usual],
    pays: recommendation.pays,
    in_best_set: set.isIn.filter(Boolean).length,
    cost,
    cheapest: names[recommendation.cheapest],
    central: names[recommendation.central],
    recommended: names[recommendation.recommended],
    folds: Math.min(folds, pages),
    repeats,
  };
  return { fit, set, recommendation, positions, scores: gridScores, usual, row };
}
