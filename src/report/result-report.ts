import { noRetriever, type StudyResult } from "../study/index.js";
import { armTable, type ResultTableInput, retrieverTable, typeTable } from "./result-tables.js";
import type { ResultTable } from "./table.js";
import { textPage } from "./text-page.js";
import { verdictText } from "./verdict-text.js";

type Shown = Pick<StudyResult, "summary" | "chunk_stats" | "verdict"> &
  Partial<Pick<StudyResult, "paired" | "interactions">> & {
    readonly primary: { readonly retriever: string; readonly metric: string };
  };

/** The tables of a result: the primary retriever's in full, its primary metric by type, and beside the other retrievers. */
export function resultTables({ summary, chunk_stats, verdict, primary, paired = [] }: Shown): ResultTable[] {
  const retrievers = [...new Set(summary.map(({ retriever }) => retriever))].filter(
    (name) => name !== noRetriever,
  );
  const main = retrievers.includes(primary.retriever) ? primary.retriever : retrievers[0];
  const input: ResultTableInput = { summary, chunk_stats, primaryMetric: primary.metric, paired, verdict };
  return [
    armTable(input, main),
    typeTable(input, main),
    ...(retrievers.length > 1 ? [retrieverTable(input, retrievers)] : []),
  ];
}

/** What a run prints at its end: the tables, what their marks mean, then the verdict in words. */
export function resultText(shown: Shown): string {
  const { verdict, interactions } = shown;
  const words = verdict === null ? [] : [verdictText(verdict, interactions)];
  return textPage(resultTables(shown), words);
}
