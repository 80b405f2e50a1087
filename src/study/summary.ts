import type { Metric } from "../evaluation/index.js";
import { fewest, type NamedInterval, type Policy, type Sample } from "./policy.js";
import { allTypes, macroTypes, type ScoreTable } from "./score-table.js";

/**
 * One row of `summary.csv`: a mean score with an interval. A cell has a row for each method; the first is the one to
 * show.
 */
export interface SummaryRow {
  readonly retriever: string;
  readonly arm: string;
  readonly type: string;
  readonly metric: string;
  readonly n: number;
  readonly pages: number;
  readonly estimate: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly ci_method: string;
  readonly level: number;
  readonly flag: string;
}

/** The columns of `summary.csv`. */
export const summaryColumns = [
  ...["retriever", "arm", "type", "metric"],
  ...["n", "pages", "estimate", "lo", "hi", "ci_method", "level", "flag"],
] as readonly (keyof SummaryRow)[];

/** A retriever, an arm and a metric that has scores. */
export type ScoreCell = ReturnType<ScoreTable["cells"]>[number];

/** Means and intervals for every retriever, arm, type and metric that has scores. */
export function summarize(scores: ScoreTable, policy: Policy, types?: readonly string[]): SummaryRow[] {
  return scores.cells().flatMap((cell) => summarizeCell(scores, policy, cell, types));
}

/** The rows of one cell: for each type those of its intervals, the one to show first. */
export function summarizeCell(
  scores: ScoreTable,
  policy: Policy,
  { retriever, arm, metric: name }: ScoreCell,
  types: readonly string[] = [...scores.types, allTypes, macroTypes],
): SummaryRow[] {
  const column = scores.column(retriever, arm, name) ?? new Float64Array();
  const metric = scores.metric(name);
  return types.flatMap((type): SummaryRow[] => {
    const samples = type === macroTypes ? typeSamples(scores, column) : [sampleOf(scores, type, column)];
    const values = samples.flatMap((sample) => Array.from(sample.values));
    if (values.length === 0) return [];
    const intervals =
      type === macroTypes ? [policy.ofMacro(samples)] : policy.ofScore(samples[0], metric.scale === "binary");
    const shared = {
      retriever,
      arm,
      type,
      metric: name,
      n: values.length,
      pages: new Set(samples.flatMap(({ clusters }) => clusters)).size,
      estimate: mean(samples.map((sample) => mean(Array.from(sample.values)))),
    };
    return intervals.map((each) => ({
      ...shared,
      ...bounds(each),
      level: policy.settings.level,
      flag: flagOf(values, shared.pages, each, metric),
    }));
  });
}

export function sampleOf(scores: ScoreTable, type: string, column: Float64Array): Sample {
  const positions = scores.positions(type, column);
  return { values: positions.map((i) => column[i]), clusters: scores.clustersAt(positions) };
}

/** A sample for each type that has any. */
export function typeSamples(scores: ScoreTable, column: Float64Array): Sample[] {
  return scores.types.map((type) => sampleOf(scores, type, column)).filter(({ values }) => values.length > 0);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function bounds({ interval, ci_method }: NamedInterval): {
  lo: number | null;
  hi: number | null;
  ci_method: string;
} {
  return { lo: interval?.[0] ?? null, hi: interval?.[1] ?? null, ci_method };
}

/** Why a cell deserves less trust than others, or shows no interval. */
function flagOf(
  values: readonly number[],
  pages: number,
  { interval }: NamedInterval,
  metric: Metric,
): string {
  const flags: string[] = [];
  if (values.length < fewest) flags.push(`n<${fewest}`);
  else if (pages < fewest) flags.push(`pages<${fewest}`);
  if (metric.scale !== "amount") {
    if (values.filter((value) => value !== 0).length < fewest) flags.push(`non-zero<${fewest}`);
    if (values.filter((value) => value !== 1).length < fewest) flags.push(`non-one<${fewest}`);
  }
  if (interval === null) flags.push("n.e.");
  return flags.join(" ");
}
