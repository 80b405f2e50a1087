import { parseMetric } from "../../evaluation/index.js";
import { type Axis, allTypes, cutShareLimit, type SweepRow } from "../../study/index.js";
import { share, withInterval } from "../format.js";
import type { SweepFolder } from "./read-sweep.js";

/** The cells of one strategy on one endpoint, all types of question together, in the grid's order. */
export function cellsOf(
  { rows }: Pick<SweepFolder, "rows">,
  strategy: string,
  { retriever, metric }: { readonly retriever: string; readonly metric: string },
): SweepRow[] {
  return rows.filter(
    (row) =>
      row.strategy === strategy &&
      row.retriever === retriever &&
      row.metric === metric &&
      row.type === allTypes,
  );
}

/** The strategies, in the study's order. */
export function strategiesOf({ manifest }: Pick<SweepFolder, "manifest">): string[] {
  return Object.keys(manifest.sweep.axes);
}

/** A cell's values without the strategy's name: `break_pct 0.2, max_chars 800`. */
export function settingText(cell: string): string {
  return cell.split(", ").slice(1).join(", ") || cell;
}

/** `.62 [.51, .72]`, or the value alone where nothing was estimated: not every cell of these tables has an interval. */
export function scoreText(value: number, lo: number | null, hi: number | null): string {
  return lo === null || hi === null ? share(value) : withInterval(value, lo, hi);
}

/** More than 1 % of the cell's texts are cut by the embedder's limit. */
export function isCutCell({ cut_share }: SweepRow): boolean {
  return Number(cut_share ?? 0) > cutShareLimit;
}

/** Places in the order of merit, ties sharing the better one. */
export function ranksOf(rows: readonly SweepRow[]): number[] {
  const sign = rows.length > 0 && parseMetric(rows[0].metric).better === "lower" ? -1 : 1;
  return rows.map(
    ({ estimate }) => 1 + rows.filter((other) => other.estimate * sign > estimate * sign + 1e-12).length,
  );
}

/**
 * The metric beside the primary one: where that gives every cell the same number of characters, one that gives them the
 * same number of chunks, and the other way round. Null where the study has none.
 */
export function twinMetric({ manifest }: Pick<SweepFolder, "manifest">): string | null {
  const { metric } = manifest.primary;
  const isEqualContext = /@\d+c$/.test(metric);
  const candidates = manifest.metrics.filter((name) =>
    isEqualContext ? /^hit@\d+$/.test(name) : /^hit@\d+c$/.test(name),
  );
  const cut = (name: string): number => Number(/@(\d+)/.exec(name)?.[1]);
  // hit@5 rather than hit@1: few chunks enough to matter, more than the first.
  return [...candidates].sort((a, b) => Math.abs(cut(a) - 5) - Math.abs(cut(b) - 5))[0] ?? null;
}

/** The axes that a picture of `break_pct` by `max_chars` has no room for, and their combinations. */
export function slicesOf(axes: readonly Axis[]): Record<string, string | number | boolean>[] {
  const others = axes.filter(({ name }) => name !== "break_pct" && name !== "max_chars");
  return others.reduce<Record<string, string | number | boolean>[]>(
    (slices, { name, values }) =>
      slices.flatMap((slice) => values.map((value) => ({ ...slice, [name]: value }))),
    [{}],
  );
}
