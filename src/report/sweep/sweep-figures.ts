import { parseMetric } from "../../evaluation/index.js";
import { type ChoiceRow, chunksCost, costOf, parameterNames, type SweepRow } from "../../study/index.js";
import { costFront } from "../cost-front.js";
import {
  costScore,
  type FigureSpec,
  type MarkedCell,
  type SweepOptions,
  sweepHeat,
  sweepLines,
} from "../figures/index.js";
import { cellsOf, isCutCell, slicesOf, strategiesOf } from "./cells.js";
import type { SweepFolder } from "./read-sweep.js";

/** A figure and its name, from which its file gets its own. */
export interface NamedFigure {
  readonly name: string;
  readonly spec: FigureSpec;
}

/**
 * A sweep as pictures on the primary endpoint: for each strategy whose `break_pct` is varied the score over it, a line
 * for each `max_chars`, and the map of both, once for each combination of what else is varied; and cost against score.
 */
export function sweepFigures(sweep: SweepFolder): NamedFigure[] {
  return strategiesOf(sweep).flatMap((strategy) => {
    const cells = cellsOf(sweep, strategy, sweep.manifest.primary);
    if (cells.length === 0) return [];
    const name = `sweep-${strategy.replace(/[^\w-]+/g, "-")}`;
    return [
      ...grids(sweep, strategy, cells, name),
      { name: `${name}-cost`, spec: costs(sweep, strategy, cells) },
    ];
  });
}

function grids(
  sweep: SweepFolder,
  strategy: string,
  cells: readonly SweepRow[],
  name: string,
): NamedFigure[] {
  const axes = sweep.manifest.sweep.axes[strategy] ?? [];
  if (!axes.some((axis) => axis.name === "break_pct")) return [];
  const choice = choiceOf(sweep, strategy);
  return slicesOf(axes).flatMap((slice) => {
    const inSlice = cells.filter((cell) =>
      Object.entries(slice).every(([parameter, value]) => cell[parameter] === value),
    );
    // A strategy of the user's may break without a limit: it has no line for each, and no second side of a map.
    if (inSlice.length === 0 || inSlice.some((cell) => Number.isNaN(maxCharsOf(sweep, cell)))) return [];
    const suffix = Object.entries(slice).map(([parameter, value]) => `-${parameter}-${value}`);
    const points = inSlice.map((cell) => ({
      break_pct: Number(cell.break_pct),
      max_chars: maxCharsOf(sweep, cell),
      estimate: cell.estimate,
      lo: cell.band_lo,
      hi: cell.band_hi,
      cut: isCutCell(cell),
      indistinguishable: cell.in_best_set === true,
    }));
    const subject = [strategy, ...Object.entries(slice).map((setting) => setting.join(" "))].join(", ");
    const options = optionsOf(sweep, subject, cells, marked(inSlice, points, choice));
    const bands = { ...options, scores: "Each cell on all questions; the bands hold for all cells at once" };
    return [
      { name: `${name}${suffix.join("")}-lines`, spec: sweepLines(points, bands) },
      { name: `${name}${suffix.join("")}-map`, spec: sweepHeat(points, options) },
    ];
  });
}

/** A cell's limit; where it isn't varied, the manifest has it. NaN where the strategy has none. */
function maxCharsOf({ manifest }: SweepFolder, { cell, max_chars }: SweepRow): number {
  if (max_chars !== null && max_chars !== undefined) return Number(max_chars);
  const setting = manifest.arms.find(({ name }) => name === cell)?.setting ?? "";
  return Number(/max_chars (\d+)/.exec(setting)?.[1] ?? Number.NaN);
}

function choiceOf({ choices }: SweepFolder, strategy: string): ChoiceRow | undefined {
  return choices.find((choice) => choice.is_primary && choice.strategy === strategy);
}

/** The default, and where tuning pays what is recommended. */
function marked(
  cells: readonly SweepRow[],
  points: readonly { readonly break_pct: number; readonly max_chars: number }[],
  choice: ChoiceRow | undefined,
): MarkedCell[] {
  const at = (cell: string | undefined, label: string): MarkedCell[] => {
    const place = cells.findIndex((each) => each.cell === cell);
    return place < 0 ? [] : [{ ...points[place], label }];
  };
  return [...at(choice?.default, "default"), ...(choice?.pays ? at(choice.recommended, "recommended") : [])];
}

function optionsOf(
  { manifest }: SweepFolder,
  strategy: string,
  cells: readonly SweepRow[],
  marked: readonly MarkedCell[],
): SweepOptions {
  const [{ n, pages, band_method }] = cells;
  const { level } = manifest.statistics;
  return {
    ...{ ...manifest.primary, strategy, n, pages, level, marked },
    ci_method: String(band_method),
    scores: "Each cell on all questions",
  };
}

/** What the cells cost against what they score. */
function costs(sweep: SweepFolder, strategy: string, cells: readonly SweepRow[]): FigureSpec {
  const { manifest } = sweep;
  const { primary, statistics } = manifest;
  const cost = costOf(primary.metric);
  // Every cost that the metric's choice goes by is scored as a metric of its own.
  const spent = cellsOf(sweep, strategy, { retriever: primary.retriever, metric: cost });
  const amounts = new Map(spent.map(({ cell, estimate }) => [cell, estimate]));
  const names = parameterNames(manifest.sweep.axes[strategy] ?? []);
  const costOfCell = (cell: SweepRow): number =>
    Number(cost === chunksCost ? cell.chunks : amounts.get(cell.cell));
  // A path changes no cut: such cells lie on one another, and their labels couldn't be read.
  const places = new Map<string, SweepRow[]>();
  for (const cell of cells) {
    const place = `${costOfCell(cell)} ${cell.estimate.toPrecision(12)}`;
    places.set(place, [...(places.get(place) ?? []), cell]);
  }
  const shown = [...places.values()].map((alike) => {
    const [cell] = alike;
    const label = names.length === 0 ? cell.cell : names.map((name) => cell[name]).join(" / ");
    const arm = alike.length === 1 ? label : `${label} + ${alike.length - 1}`;
    const { estimate, band_lo: lo, band_hi: hi } = cell;
    const cut_share = Math.max(...alike.map((each) => Number(each.cut_share ?? 0)));
    return {
      point: { arm, cost: costOfCell(cell), estimate, lo, hi },
      arm: { arm, setting: strategy, cut_share },
    };
  });
  const [{ n, pages, band_method }] = cells;
  const isAnyAlike = shown.length < cells.length;
  const points = shown.map(({ point }) => point);
  return costScore(costFront(points, parseMetric(primary.metric).better), {
    ...{ ...primary, n, pages, level: statistics.level, cost, arms: shown.map(({ arm }) => arm) },
    ci_method: String(band_method),
    subject: strategy,
    withoutIntervals: true,
    notes: [
      ...(names.length === 0 ? [] : [`Labels: ${names.join(" / ")}.`]),
      ...(isAnyAlike ? ["+ n: so many other cells at the same place."] : []),
    ],
  });
}
