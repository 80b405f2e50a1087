import { parseMetric } from "../../evaluation/index.js";
import type { ChunkStats } from "../chunk-stats.js";
import type { ChunkedArm } from "../chunked-arm.js";
import type { Policy } from "../policy.js";
import { allTypes, macroTypes, type ScoreTable } from "../score-table.js";
import { mean, sampleOf, typeSamples } from "../summary.js";
import type { Choice } from "./choices.js";
import type { Axis, StrategyGrid, SweepCell } from "./grid.js";
import { movedShare, neighbourOf } from "./neighbours.js";

/** What describes a cell whatever it is scored on. */
export interface CellFacts {
  readonly stats: ChunkStats;
  /** The cell that `boundaries_moved_share` and `flipped_share` compare with, by name. */
  readonly neighbour: string | null;
  readonly boundaries_moved_share: number | null;
}

/** One row of `sweep.csv`: a cell's mean score. No interval of one cell alone: see `choices.ts`. */
export type SweepRow = Readonly<Record<string, string | number | boolean | null>> & {
  readonly strategy: string;
  readonly cell: string;
  readonly is_default: boolean;
  readonly retriever: string;
  readonly metric: string;
  readonly type: string;
  readonly n: number;
  readonly pages: number;
  readonly estimate: number;
  /** Band that holds for all cells of the strategy at once; only for all types together. */
  readonly band_lo: number | null;
  readonly band_hi: number | null;
};

/** The columns of `sweep.csv`; those of the parameters stand after `cell`. */
export function sweepColumns(grids: readonly StrategyGrid[]): string[] {
  return [
    ...["strategy", "cell", "is_default"],
    ...parameterNames(grids.flatMap(({ axes }) => axes)),
    ...["retriever", "metric", "type", "n", "pages", "estimate", "band_lo", "band_hi", "band_method"],
    ...["p_default", "p_best", "in_best_set", "chosen_share"],
    ...["chunks", "chars_mean", "chars_per_question", "breaks_topic", "breaks_size", "realised_share"],
    ...["cut_texts", "cut_share", "neighbour", "boundaries_moved_share", "flipped_share"],
  ];
}

/** The parameters of some axes, each once, in order of first appearance. */
export function parameterNames(axes: readonly Axis[]): string[] {
  return [...new Set(axes.map(({ name }) => name))];
}

/** What the cells of a grid are like, and how much of the cutting changes from one to the next. */
export function factsOf(
  grid: StrategyGrid,
  statsOf: (cell: SweepCell) => ChunkStats,
  chunkedOf: (cell: SweepCell) => ChunkedArm,
): Map<string, CellFacts> {
  return new Map(
    grid.cells.map((cell) => {
      const neighbour = neighbourOf(grid, cell);
      const moved =
        neighbour === null ? null : movedShare(chunkedOf(neighbour).chunks, chunkedOf(cell).chunks);
      return [
        cell.arm.name,
        { stats: statsOf(cell), neighbour: neighbour?.arm.name ?? null, boundaries_moved_share: moved },
      ];
    }),
  );
}

/**
 * The rows of a grid on one endpoint: every cell for all types together, each type and `macro`.
 *
 * @param choice what was chosen on the endpoint; null for metrics on which nothing is chosen
 */
export function sweepRows(
  { strategy, cells, axes }: StrategyGrid,
  { retriever, metric }: { readonly retriever: string; readonly metric: string },
  scores: ScoreTable,
  policy: Policy,
  facts: ReadonlyMap<string, CellFacts>,
  choice: Choice | null,
): SweepRow[] {
  const columns = cells.map(({ arm }) => scores.column(retriever, arm.name, metric));
  const scored = columns.flatMap((column) => (column === undefined ? [] : [column]));
  if (scored.length < cells.length) return [];
  // A band reaches equally far to both sides; no share is below 0 or above 1.
  const [least, most] =
    scores.metric(metric).scale === "amount" ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [0, 1];
  const bands = policy.ofGrid(scored.map((column) => sampleOf(scores, allTypes, column)));
  const places = new Map(cells.map(({ arm }, i) => [arm.name, i]));
  return cells.flatMap((cell, i) => {
    const { name } = cell.arm;
    const known = facts.get(name);
    if (known === undefined) return [];
    const { stats, neighbour, boundaries_moved_share } = known;
    const other = neighbour === null ? undefined : scored[places.get(neighbour) ?? i];
    const shared = {
      strategy,
      cell: name,
      is_default: cell.isDefault,
      ...valuesOf(cell, axes),
      retriever,
      metric,
    };
    const about = {
      chunks: stats.chunks,
      chars_mean: stats.chars_mean,
      chars_per_question: charsPerQuestion(scores, retriever, name),
      breaks_topic: stats.breaks_topic,
      breaks_size: stats.breaks_size,
      realised_share: stats.breaks_realised_share,
      cut_texts: stats.cut_texts,
      cut_share: stats.cut_share,
      neighbour,
      boundaries_moved_share,
    };
    return [allTypes, ...scores.types, macroTypes].flatMap((type): SweepRow[] => {
      const samples =
        type === macroTypes ? typeSamples(scores, scored[i]) : [sampleOf(scores, type, scored[i])];
      const n = samples.reduce((sum, { values }) => sum + values.length, 0);
      if (n === 0) return [];
      const isAll = type === allTypes;
      const { ci_method, interval } = bands[i];
      return [
        {
          ...shared,
          type,
          n,
          pages: new Set(samples.flatMap(({ clusters }) => clusters)).size,
          estimate: mean(samples.map(({ values }) => mean(Array.from(values)))),
          band_lo: isAll && interval !== null ? Math.max(least, interval[0]) : null,
          band_hi: isAll && interval !== null ? Math.min(most, interval[1]) : null,
          band_method: isAll ? ci_method : "",
          p_default: isAll ? (choice?.set.p_default[i] ?? null) : null,
          p_best: isAll ? (choice?.set.p[i] ?? null) : null,
          in_best_set: isAll ? (choice?.set.isIn[i] ?? null) : null,
          chosen_share: isAll ? (choice?.fit.chosen_share[i] ?? null) : null,
          ...about,
          flipped_share: other === undefined ? null : flipped(scores, type, scored[i], other),
        },
      ];
    });
  });
}

/** The cell's values of what is varied. */
export function valuesOf(
  { arm }: SweepCell,
  axes: StrategyGrid["axes"],
): Record<string, string | number | boolean> {
  const settings: Readonly<Record<string, unknown>> = { ...arm.text, ...arm.parameters };
  return Object.fromEntries(axes.map(({ name }) => [name, settings[name] as string | number | boolean]));
}

/** The mean of the first cost in characters that is scored, such as chars@5. */
function charsPerQuestion(scores: ScoreTable, retriever: string, arm: string): number | null {
  const cell = scores
    .cells()
    .find((each) => each.retriever === retriever && each.arm === arm && /^chars@/.test(each.metric));
  const column = cell === undefined ? undefined : scores.column(retriever, arm, cell.metric);
  return column === undefined ? null : mean(Array.from(sampleOf(scores, allTypes, column).values));
}

/** Share of the questions of a type that score otherwise under the neighbouring cell. */
function flipped(scores: ScoreTable, type: string, column: Float64Array, other: Float64Array): number | null {
  const positions = type === macroTypes ? [] : scores.positions(type, column, other);
  if (positions.length === 0) return null;
  return positions.filter((i) => column[i] !== other[i]).length / positions.length;
}

/** Metrics that a setting can be chosen by: of what is retrieved, and not of what it costs. */
export function isChoosable(metric: string): boolean {
  const { ranked, scale } = parseMetric(metric);
  return ranked && scale !== "amount";
}
