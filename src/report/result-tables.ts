import { parseMetric } from "../evaluation/index.js";
import { allTypes, type ChunkStats, macroTypes, noRetriever, type SummaryRow } from "../study/index.js";
import { scoreColumn } from "./estimates.js";
import { meaningsOf, type Tested } from "./marks.js";
import { basisNote, cellNotes, isCut, methodsOf } from "./notes.js";
import type { ArmName, Cell, Head, ResultTable } from "./table.js";

/** The metrics of the main table, in its order; those that a study doesn't have are left out. */
const headline = ["hit@1", "hit@5", "MRR@10", "split", "hit@3000c"];

/** `paired` and `verdict` tell what can't be told from the best; without them only the best is marked. */
export interface ResultTableInput extends Tested {
  readonly summary: readonly SummaryRow[];
  readonly chunk_stats: readonly ChunkStats[];
  /** The metric that the study was made to decide, shown by type. */
  readonly primaryMetric: string;
}

/** The cell of an arm's name. */
export function armName(stats: ChunkStats): ArmName {
  return { kind: "arm", name: stats.arm, isCut: isCut(stats) };
}

interface Column {
  readonly head: Head;
  readonly label: string;
  readonly rows: readonly (SummaryRow | undefined)[];
}

/** The first row of each cell: the interval to show. */
function columnOf(
  summary: readonly SummaryRow[],
  arms: readonly ChunkStats[],
  { retriever, type, metric, head }: { retriever: string; type: string; metric: string; head: Head },
): Column {
  const wanted = parseMetric(metric).ranked ? retriever : noRetriever;
  const own = summary.filter((row) => row.retriever === wanted && row.type === type && row.metric === metric);
  const rows = arms.map(({ arm }) => own.find((row) => row.arm === arm));
  return { head, label: typeof head === "string" ? head : head.label, rows };
}

interface Parts {
  readonly title: string;
  readonly caption: string;
  readonly arms: readonly ChunkStats[];
  /** Columns between the names and the scores. */
  readonly facts?: readonly { readonly head: string; readonly cell: (stats: ChunkStats) => Cell }[];
  readonly columns: readonly Column[];
  readonly notes?: readonly string[];
}

/** A table of one row an arm. */
function armRows(
  { title, caption, arms, facts = [], columns, notes = [] }: Parts,
  tested: Tested,
): ResultTable {
  const scores = columns.map(({ rows }) => scoreColumn(rows, tested));
  const cells = scores.flatMap((column) => column.cells);
  const rows = arms.map((stats, i) => [
    armName(stats),
    ...facts.map(({ cell }) => cell(stats)),
    ...scores.map((column) => column.cells[i]),
  ]);
  const ranged = columns.filter((_, i) =>
    scores[i].cells.some((cell) => typeof cell === "object" && cell.kind === "estimate"),
  );
  // Characters are counted for questions about whole pages as well, which a hit rate knows nothing of.
  const basis = ranged.length > 0 ? ranged : columns;
  const widest = basis
    .flatMap((column) => column.rows.filter((row) => row !== undefined))
    .reduce<SummaryRow | undefined>(
      (most, row) => (most === undefined || row.n > most.n ? row : most),
      undefined,
    );
  const methods = ranged.map(({ label, rows }) => ({ label, methods: methodsOf(rows) }));
  return {
    title,
    caption,
    header: ["arm", ...facts.map(({ head }) => head), ...columns.map(({ head }) => head)],
    rows,
    notes: [
      ...(widest === undefined ? [] : [basisNote(widest, methods)]),
      ...notes,
      ...cellNotes(cells, arms),
    ],
    marks: meaningsOf(scores.flatMap(({ standings }) => standings)),
  };
}

/** One row an arm: chunks, average length, the main metrics with their intervals, characters per question. */
export function armTable(
  { summary, chunk_stats, primaryMetric, ...tested }: ResultTableInput,
  retriever: string,
): ResultTable {
  const present = (metric: string): boolean => summary.some((row) => row.metric === metric);
  const metrics = [...new Set([...headline, primaryMetric])].filter(present);
  const cost = summary.find((row) => row.metric.startsWith("chars@"))?.metric;
  const arms = chunk_stats.filter(({ arm }) =>
    summary.some((row) => row.arm === arm && row.retriever === retriever),
  );
  const column = (metric: string): Column =>
    columnOf(summary, arms, { retriever, type: allTypes, metric, head: metric });
  const facts = [
    { head: "chunks", cell: amount(({ chunks }) => chunks) },
    { head: "chars", cell: amount(({ chars_mean }) => chars_mean) },
  ];
  const columns = [...metrics, ...(cost === undefined ? [] : [cost])].map(column);
  return armRows(
    {
      title: `${retriever}: all questions`,
      caption: `Scores of the arms with ${retriever} retrieval`,
      arms,
      facts,
      columns,
    },
    tested,
  );
}

function amount(of: (stats: ChunkStats) => number): (stats: ChunkStats) => Cell {
  return (stats) => ({ kind: "amount", value: of(stats), mark: null });
}

/** One row an arm, a column a question type: the primary metric with its intervals. */
export function typeTable(
  { summary, chunk_stats, primaryMetric, ...tested }: ResultTableInput,
  retriever: string,
  metric = primaryMetric,
): ResultTable {
  const shown = parseMetric(metric).ranked ? retriever : noRetriever;
  const rows = summary.filter((row) => row.retriever === shown && row.metric === metric);
  const types = [...new Set(rows.map(({ type }) => type))].filter(
    (type) => type !== allTypes && type !== macroTypes,
  );
  const arms = chunk_stats.filter(({ arm }) => rows.some((row) => row.arm === arm));
  const n = (type: string): number => rows.find((row) => row.type === type)?.n ?? 0;
  const columns = [...types, macroTypes, allTypes].map((type) => {
    const head = type === macroTypes ? type : { label: type, n: n(type) };
    return columnOf(summary, arms, { retriever, type, metric, head });
  });
  const subject = shown === noRetriever ? "chunks" : retriever;
  const searched = shown === noRetriever ? "" : ` with ${retriever} retrieval`;
  const caption = `${metric} of the arms${searched}, by type of question`;
  const notes = [`${macroTypes}: the types weigh equally.`];
  return armRows(
    { title: `${subject}: ${metric} by type of question`, caption, arms, columns, notes },
    tested,
  );
}

/** One row an arm, a column a retriever: the primary metric over all questions. */
export function retrieverTable(
  { summary, chunk_stats, primaryMetric, ...tested }: ResultTableInput,
  retrievers: readonly string[],
): ResultTable {
  const columns = retrievers.map((retriever) =>
    columnOf(summary, chunk_stats, { retriever, type: allTypes, metric: primaryMetric, head: retriever }),
  );
  return armRows(
    {
      title: `${primaryMetric} by retriever: all questions`,
      caption: `${primaryMetric} of the arms by retriever`,
      arms: chunk_stats,
      columns,
    },
    tested,
  );
}
