import { chunkTable } from "./chunk-table.js";
import { differenceTable, differenceTypeTable, interactionTable } from "./difference-tables.js";
import { lossTable, taggedRows, tagTable } from "./loss-table.js";
import { remedyTable } from "./remedy-table.js";
import type { ResultFolder } from "./result-folder.js";
import { armTable, retrieverTable, typeTable } from "./result-tables.js";
import type { ResultTable } from "./table.js";

/** A table and its name, from which labels and files get theirs. */
export interface NamedTable {
  readonly name: string;
  readonly table: ResultTable;
}

type Results = Pick<
  ResultFolder,
  | "summary"
  | "paired"
  | "interactions"
  | "chunk_stats"
  | "losses"
  | "misses"
  | "remedies"
  | "verdict"
  | "manifest"
>;

/**
 * The tables that answer the study's question: the primary retriever's in full, its twin by type, the differences
 * that claims are made on, the retrievers side by side, and the chunks.
 */
export function mainTables({
  summary,
  paired,
  interactions,
  chunk_stats,
  losses,
  misses,
  remedies,
  verdict,
  manifest,
}: Results): NamedTable[] {
  const { primary, retrieval, statistics } = manifest;
  const input = { summary, chunk_stats, primaryMetric: primary.metric, paired, verdict };
  const endpoint = { ...primary, level: statistics.level };
  const { retrievers } = retrieval;
  return [
    { name: "main", table: armTable(input, primary.retriever) },
    { name: "by-type", table: typeTable(input, primary.retriever) },
    ...named("differences", differenceTable(paired, endpoint)),
    ...named("differences-by-type", differenceTypeTable(paired, endpoint)),
    ...named("interactions", interactionTable(interactions, endpoint)),
    ...(retrievers.length > 1 ? [{ name: "retrievers", table: retrieverTable(input, retrievers) }] : []),
    ...named("losses", lossTable(losses, primary.retriever)),
    ...named("tags", tagTable(taggedRows(misses), primary.retriever)),
    ...named("remedies", remedyTable(remedies)),
    { name: "chunks", table: chunkTable(chunk_stats) },
  ];
}

/** The same for the other retrievers, and every other metric by type. */
export function furtherTables({
  summary,
  paired,
  chunk_stats,
  losses,
  misses,
  verdict,
  manifest,
}: Results): NamedTable[] {
  const { primary, retrieval, metrics } = manifest;
  const input = { summary, chunk_stats, primaryMetric: primary.metric, paired, verdict };
  return [
    ...retrieval.retrievers
      .filter((retriever) => retriever !== primary.retriever)
      .flatMap((retriever) => [
        { name: retriever, table: armTable(input, retriever) },
        ...named(`losses-${retriever}`, lossTable(losses, retriever)),
        ...named(`tags-${retriever}`, tagTable(taggedRows(misses), retriever)),
      ]),
    ...metrics
      .filter((metric) => metric !== primary.metric && !/^(chars|tokens)@/.test(metric))
      .map((metric) => ({ name: metric, table: typeTable(input, primary.retriever, metric) })),
  ];
}

function named(name: string, table: ResultTable | null): NamedTable[] {
  return table === null ? [] : [{ name, table }];
}
