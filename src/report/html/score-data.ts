import type { ChunkStats, InteractionRow, PairedRow, SummaryRow } from "../../study/index.js";
import { firstOfEach } from "../figures/summary-rows.js";
import {
  type ChunkColumn,
  type InteractionCell,
  noRanking,
  type PairedCell,
  type SummaryCell,
} from "./data.js";
import { positions, rounded, roundedOrNull } from "./positions.js";

/** The lists that cells refer to by position. */
export interface Lists {
  readonly retrievers: readonly string[];
  readonly arms: readonly string[];
  readonly types: readonly string[];
  readonly metrics: readonly string[];
  readonly methods: readonly string[];
}

/** Of each retriever, arm, type and metric the row to show. */
export function summaryCells(summary: readonly SummaryRow[], lists: Lists): SummaryCell[] {
  const at = placesIn(lists);
  const shown = firstOfEach(summary, ({ retriever, arm, type, metric }) =>
    JSON.stringify([retriever, arm, type, metric]),
  );
  return shown.map((row) => [
    at.retriever(row.retriever),
    at.arm(row.arm),
    at.type(row.type),
    at.metric(row.metric),
    row.n,
    row.pages,
    rounded(row.estimate),
    roundedOrNull(row.lo),
    roundedOrNull(row.hi),
    at.method(row.ci_method),
    row.flag,
  ]);
}

/** Of each comparison, retriever, type and metric the row to show. */
export function pairedCells(paired: readonly PairedRow[], lists: Lists): PairedCell[] {
  const at = placesIn(lists);
  const shown = firstOfEach(paired, ({ retriever, arm, against, type, metric }) =>
    JSON.stringify([retriever, arm, against, type, metric]),
  );
  return shown.map((row) => [
    at.retriever(row.retriever),
    at.arm(row.arm),
    at.arm(row.against),
    at.type(row.type),
    at.metric(row.metric),
    row.n,
    row.pages,
    row.affected,
    rounded(row.difference),
    roundedOrNull(row.lo),
    roundedOrNull(row.hi),
    at.method(row.ci_method),
    roundedOrNull(row.p),
    row.family,
    roundedOrNull(row.p_adjusted),
    row.wins,
    row.ties,
    row.losses,
  ]);
}

export function interactionCells(rows: readonly InteractionRow[], lists: Lists): InteractionCell[] {
  const at = placesIn(lists);
  return rows.map((row) => [
    at.arm(row.arm),
    at.arm(row.against),
    at.type(row.type),
    row.n,
    rounded(row.interaction),
    roundedOrNull(row.lo),
    roundedOrNull(row.hi),
    at.method(row.ci_method),
  ]);
}

function placesIn({ retrievers, arms, types, metrics, methods }: Lists) {
  const retriever = positions(retrievers);
  return {
    retriever: (name: string): number => (retrievers.includes(name) ? retriever(name) : noRanking),
    arm: positions(arms),
    type: positions(types),
    metric: positions(metrics),
    method: positions(methods),
  };
}

type StatColumn = ChunkColumn & { readonly key: keyof ChunkStats };

const statColumns: readonly StatColumn[] = [
  { key: "chunks", title: "chunks", hint: "how many", kind: "whole" },
  { key: "chars_mean", title: "mean", hint: "mean length in characters", kind: "whole" },
  { key: "chars_min", title: "min", hint: "shortest", kind: "whole" },
  { key: "chars_p10", title: "p10", hint: "a tenth are shorter", kind: "whole" },
  { key: "chars_median", title: "median", hint: "median length in characters", kind: "whole" },
  { key: "chars_p90", title: "p90", hint: "a tenth are longer", kind: "whole" },
  { key: "chars_max", title: "max", hint: "longest", kind: "whole" },
  { key: "embedded_chars_mean", title: "embedded", hint: "mean length of the embedded text", kind: "whole" },
  {
    key: "has_path_share",
    title: "under a heading",
    hint: "share under at least one heading",
    kind: "share",
  },
  { key: "title_twice_share", title: "title twice", hint: "own title in path and text", kind: "share" },
  { key: "crosses_section_share", title: "crosses a section", hint: "share of chunks", kind: "share" },
  { key: "splits_code_share", title: "splits code", hint: "share of chunks", kind: "share" },
  { key: "splits_table_share", title: "splits a table", hint: "share of chunks", kind: "share" },
  { key: "splits_list_share", title: "splits a list", hint: "share of chunks", kind: "share" },
  { key: "cut_texts", title: "cut texts", hint: "longer than the embedder reads", kind: "whole" },
  {
    key: "cut_share",
    title: "cut share",
    hint: "share of texts longer than the embedder reads",
    kind: "share",
  },
  { key: "breaks_topic", title: "breaks by topic", hint: "where the meaning shifts", kind: "whole" },
  { key: "breaks_size", title: "breaks by size", hint: "where max_chars was reached", kind: "whole" },
  { key: "breaks_realised_share", title: "realised", hint: "topic breaks over boundaries", kind: "share" },
  { key: "breaks_on_heading_share", title: "on a heading", hint: "share of topic breaks", kind: "share" },
];

/** What a report says of chunks: columns that any arm has a value for, and each arm's values. */
export function chunkColumns(stats: readonly ChunkStats[]): {
  columns: ChunkColumn[];
  values: (number | null)[][];
} {
  const used = statColumns.filter(({ key }) => stats.some((row) => typeof row[key] === "number"));
  return {
    columns: used.map(({ title, hint, kind }) => ({ title, hint, kind })),
    values: stats.map((row) =>
      used.map(({ key }) => {
        const value = row[key];
        return typeof value === "number" ? rounded(value) : null;
      }),
    ),
  };
}
