import { parseMetric } from "../evaluation/index.js";
import {
  allTypes,
  type ChunkStats,
  cutShareLimit,
  macroTypes,
  noRetriever,
  type SummaryRow,
} from "../study/index.js";
import { counted, digitsFor, notEstimable, whole, withInterval } from "./format.js";
import type { Table } from "./table.js";

/** The metrics of the main table, in its order; those that a study doesn't have are left out. */
const headline = ["hit@1", "hit@5", "MRR@10", "split", "hit@3000c"];

/** The first row of each cell: the interval to show. */
function shownRow(
  summary: readonly SummaryRow[],
  retriever: string,
  arm: string,
  type: string,
  metric: string,
): SummaryRow | undefined {
  const wanted = parseMetric(metric).ranked ? retriever : noRetriever;
  return summary.find(
    (row) => row.retriever === wanted && row.arm === arm && row.type === type && row.metric === metric,
  );
}

function cellOf(row: SummaryRow | undefined): string {
  if (row === undefined) return "–";
  const isBinary = parseMetric(row.metric).scale === "binary";
  if (row.lo === null && isBinary) return `${Math.round(row.estimate * row.n)}/${row.n} ${notEstimable}`;
  return withInterval(row.estimate, row.lo, row.hi, digitsFor(row.n));
}

/** The arm's name, with † where more than 1 % of its texts are cut by the embedder's limit. */
export function armLabel(arm: string, chunkStats: readonly ChunkStats[]): string {
  const cut = chunkStats.find((row) => row.arm === arm)?.cut_share ?? 0;
  return cut > cutShareLimit ? `${arm} †` : arm;
}

export interface ResultTableInput {
  readonly summary: readonly SummaryRow[];
  readonly chunk_stats: readonly ChunkStats[];
  /** The metric that the study was made to decide, shown by type. */
  readonly primaryMetric: string;
}

/** One row an arm: chunks, average length, the main metrics with their intervals, characters per question. */
export function armTable(
  { summary, chunk_stats, primaryMetric }: ResultTableInput,
  retriever: string,
): Table {
  const present = (metric: string): boolean => summary.some((row) => row.metric === metric);
  const metrics = [...new Set([...headline, primaryMetric])].filter(present);
  const cost = summary.find((row) => row.metric.startsWith("chars@"))?.metric;
  const arms = chunk_stats.filter(({ arm }) =>
    summary.some((row) => row.arm === arm && row.retriever === retriever),
  );
  const rows = arms.map((stats) => {
    const cells = metrics.map((metric) => cellOf(shownRow(summary, retriever, stats.arm, allTypes, metric)));
    const spent = cost === undefined ? undefined : shownRow(summary, retriever, stats.arm, allTypes, cost);
    return [
      armLabel(stats.arm, chunk_stats),
      whole(stats.chunks),
      whole(stats.chars_mean),
      ...cells,
      ...(spent === undefined ? [] : [whole(spent.estimate)]),
    ];
  });
  const any = summary.find((row) => row.retriever === retriever && row.type === allTypes);
  return {
    title: `${retriever}: all questions`,
    header: ["arm", "chunks", "chars", ...metrics, ...(cost === undefined ? [] : [cost])],
    rows,
    notes: notesOf(summary, retriever, allTypes, [any?.metric ?? "", ...metrics], chunk_stats),
  };
}

/** One row an arm, a column a question type: the primary metric with its intervals. */
export function typeTable(
  { summary, chunk_stats, primaryMetric }: ResultTableInput,
  retriever: string,
  metric = primaryMetric,
): Table {
  const shown = parseMetric(metric).ranked ? retriever : noRetriever;
  const rows = summary.filter((row) => row.retriever === shown && row.metric === metric);
  const types = [...new Set(rows.map(({ type }) => type))].filter(
    (type) => type !== allTypes && type !== macroTypes,
  );
  const columns = [...types, macroTypes, allTypes];
  const arms = chunk_stats.filter(({ arm }) => rows.some((row) => row.arm === arm));
  const n = (type: string): number => rows.find((row) => row.type === type)?.n ?? 0;
  return {
    title: `${shown === noRetriever ? "chunks" : retriever}: ${metric} by type of question`,
    header: ["arm", ...columns.map((type) => (type === macroTypes ? type : `${type} (${n(type)})`))],
    rows: arms.map(({ arm }) => [
      armLabel(arm, chunk_stats),
      ...columns.map((type) => cellOf(shownRow(summary, retriever, arm, type, metric))),
    ]),
    notes: [
      ...notesOf(summary, retriever, types[0] ?? allTypes, [metric], chunk_stats),
      `In brackets: questions of the type. ${macroTypes}: the types weigh equally.`,
    ],
  };
}

/** One row an arm, a column a retriever: the primary metric over all questions. */
export function retrieverTable(
  { summary, chunk_stats, primaryMetric }: ResultTableInput,
  retrievers: readonly string[],
): Table {
  return {
    title: `${primaryMetric} by retriever: all questions`,
    header: ["arm", ...retrievers],
    rows: chunk_stats.map(({ arm }) => [
      armLabel(arm, chunk_stats),
      ...retrievers.map((retriever) => cellOf(shownRow(summary, retriever, arm, allTypes, primaryMetric))),
    ]),
    notes: notesOf(summary, retrievers[0], allTypes, [primaryMetric], chunk_stats),
  };
}

function notesOf(
  summary: readonly SummaryRow[],
  retriever: string,
  type: string,
  metrics: readonly string[],
  chunkStats: readonly ChunkStats[],
): string[] {
  const arm = chunkStats[0]?.arm ?? "";
  const rows = metrics.flatMap((metric) => shownRow(summary, retriever, arm, type, metric) ?? []);
  const [first] = rows;
  if (first === undefined) return [];
  const methods = [...new Set(rows.map(({ ci_method }) => ci_method).filter((method) => method !== ""))];
  const n =
    type === allTypes ? `n = ${counted(first.n, "question")} on ${counted(first.pages, "page")}. ` : "";
  const notes = [
    `${n}[ ]: ${Math.round(first.level * 100)} % interval (${methods.join(", ") || notEstimable}).`,
  ];
  if (chunkStats.some(({ cut_share }) => (cut_share ?? 0) > cutShareLimit)) {
    notes.push(
      `†: more than ${cutShareLimit * 100} % of the arm's texts are longer than the embedder reads.`,
    );
  }
  return notes;
}
