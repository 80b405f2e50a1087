import { holm } from "../statistics/index.js";
import type { Comparison, StudyConfig } from "./config.js";
import type { Policy, Sample } from "./policy.js";
import { allTypes, macroTypes, type ScoreTable } from "./score-table.js";
import { bounds, mean } from "./summary.js";

/** One row of `paired.csv`: a mean paired difference, `arm` − `against`. */
export interface PairedRow {
  readonly retriever: string;
  readonly arm: string;
  readonly against: string;
  readonly type: string;
  readonly metric: string;
  readonly n: number;
  readonly pages: number;
  /** Questions whose holders differ between the two arms; null for `macro`. */
  readonly affected: number | null;
  readonly difference: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly ci_method: string;
  readonly p: number | null;
  /** `1`: every comparison on the primary endpoint, all types together; `2`: the same by type; empty: exploratory. */
  readonly family: "1" | "2" | "";
  readonly p_adjusted: number | null;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** The columns of `paired.csv`. */
export const pairedColumns = [
  ...["retriever", "arm", "against", "type", "metric", "n", "pages", "affected"],
  ...["difference", "lo", "hi", "ci_method", "p", "family", "p_adjusted", "wins", "ties", "losses"],
] as readonly (keyof PairedRow)[];

/** By arm and question, what holds the answer (see `holderKeys`). */
export type HolderKeys = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * The study's comparisons on every retriever, type and metric, the claims among them corrected by Holm within their
 * family.
 */
export function comparePairs(
  scores: ScoreTable,
  comparisons: readonly Comparison[],
  primary: StudyConfig["primary"],
  policy: Policy,
  holderKeys: HolderKeys,
): PairedRow[] {
  return withAdjustedP(
    comparisons.flatMap((comparison) => comparePair(scores, comparison, primary, policy, holderKeys)),
  );
}

/** One comparison on every retriever, type and metric; `p_adjusted` waits for the others of its family. */
export function comparePair(
  scores: ScoreTable,
  { arm, against }: Comparison,
  primary: Readonly<Record<keyof StudyConfig["primary"], string>>,
  policy: Policy,
  holderKeys: HolderKeys,
): PairedRow[] {
  const endpoints = scores.cells().filter((cell) => cell.arm === arm);
  return endpoints.flatMap(({ retriever, metric }) => {
    const first = scores.column(retriever, arm, metric);
    const second = scores.column(retriever, against, metric);
    if (first === undefined || second === undefined) return [];
    const differ = (id: string): boolean => holderKeys.get(arm)?.get(id) !== holderKeys.get(against)?.get(id);
    const isPrimary = retriever === primary.retriever && metric === primary.metric;
    return compare({ scores, retriever, arm, against, metric, first, second, differ, isPrimary, policy });
  });
}

interface Pair {
  readonly scores: ScoreTable;
  readonly retriever: string;
  readonly arm: string;
  readonly against: string;
  readonly metric: string;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly differ: (question: string) => boolean;
  readonly isPrimary: boolean;
  readonly policy: Policy;
}

function compare({
  scores,
  retriever,
  arm,
  against,
  metric: name,
  first,
  second,
  differ,
  isPrimary,
  policy,
}: Pair): PairedRow[] {
  const metric = scores.metric(name);
  const sign = metric.better === "higher" ? 1 : -1;
  const isBinary = metric.scale === "binary";
  const sampleOf = (type: string): Sample & { positions: number[] } => {
    const positions = scores.positions(type, first, second);
    return {
      positions,
      values: positions.map((i) => first[i] - second[i]),
      clusters: scores.clustersAt(positions),
    };
  };
  const shared = { retriever, arm, against, metric: name };
  const counts = (values: readonly number[]): Pick<PairedRow, "wins" | "ties" | "losses"> => ({
    wins: values.filter((value) => value * sign > 0).length,
    ties: values.filter((value) => value === 0).length,
    losses: values.filter((value) => value * sign < 0).length,
  });
  const rows = [allTypes, ...scores.types].flatMap((type): PairedRow[] => {
    const { positions, ...sample } = sampleOf(type);
    const values = Array.from(sample.values);
    if (values.length === 0) return [];
    const family = !isPrimary ? "" : type === allTypes ? "1" : "2";
    const p = policy.pOfDifference(sample, isBinary);
    return policy.ofDifference(sample, isBinary).map((interval, i) => ({
      ...shared,
      type,
      n: values.length,
      pages: new Set(sample.clusters).size,
      affected: positions.filter((at) => differ(scores.questions[at].id)).length,
      difference: mean(values),
      ...bounds(interval),
      // The same p belongs to every interval of the comparison; it stands, and is corrected, once.
      p: i === 0 ? p : null,
      family: i === 0 ? family : "",
      p_adjusted: null,
      ...counts(values),
    }));
  });
  const samples = scores.types.map(sampleOf).filter(({ values }) => values.length > 0);
  const means = samples.map(({ values }) => mean(Array.from(values)));
  const macro: PairedRow = {
    ...shared,
    type: macroTypes,
    n: samples.reduce((sum, { values }) => sum + values.length, 0),
    pages: new Set(samples.flatMap(({ clusters }) => clusters)).size,
    affected: null,
    difference: mean(means),
    ...bounds(policy.ofMacro(samples)),
    p: null,
    family: "",
    p_adjusted: null,
    ...counts(samples.flatMap(({ values }) => Array.from(values))),
  };
  return [...rows, macro];
}

/** Holm within each family, over all comparisons. */
export function withAdjustedP(rows: readonly PairedRow[]): PairedRow[] {
  const result = [...rows];
  for (const family of ["1", "2"]) {
    const places = rows.flatMap((row, i) => (row.family === family ? [i] : []));
    const values = holm(places.map((i) => rows[i].p ?? 1));
    places.forEach((place, i) => {
      result[place] = { ...rows[place], p_adjusted: values[i] };
    });
  }
  return result;
}
