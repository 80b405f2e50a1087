import { noRetriever, type StudyResult } from "../study/index.js";
import { armTable, type ResultTableInput, retrieverTable, typeTable } from "./result-tables.js";
import { renderText, type Table } from "./table.js";
import { verdictText } from "./verdict-text.js";

type Shown = Pick<StudyResult, "summary" | "chunk_stats" | "verdict"> & {
  readonly primary: { readonly retriever: string; readonly metric: string };
};

/** The tables of a result: the primary retriever's in full, its primary metric by type, and beside the other retrievers. */
export function resultTables({ summary, chunk_stats, primary }: Shown): Table[] {
  const retrievers = [...new Set(summary.map(({ retriever }) => retriever))].filter(
    (name) => name !== noRetriever,
  );
  const main = retrievers.includes(primary.retriever) ? primary.retriever : retrievers[0];
  const input: ResultTableInput = { summary, chunk_stats, primaryMetric: primary.metric };
  return [
    armTable(input, main),
    typeTable(input, main),
    ...(retrievers.length > 1 ? [retrieverTable(input, retrievers)] : []),
  ];
}

/** What a run prints at its end: the tables, then the verdict in words. */
export function resultText(shown: Shown): string {
  const words = shown.verdict === null ? [] : [wrap(verdictText(shown.verdict), 100)];
  return [...resultTables(shown).map(renderText), ...words].join("\n\n");
}

function wrap(text: string, width: number): string {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.join("\n");
}
