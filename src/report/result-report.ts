import { noRetriever, type StudyResult } from "../study/index.js";
import { renderText } from "./render-text.js";
import { armTable, type ResultTableInput, retrieverTable, typeTable } from "./result-tables.js";
import type { ResultTable } from "./table.js";
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
  const words = verdict === null ? [] : [wrap(verdictText(verdict, interactions), 100)];
  const said = new Set<string>();
  return [...resultTables(shown).map((table) => wrapNotes(renderText(unsaid(table, said)))), ...words].join(
    "\n\n",
  );
}

/** A table without the notes and meanings that stand under one before it. */
function unsaid(table: ResultTable, said: Set<string>): ResultTable {
  const isNew = (text: string): boolean => {
    if (said.has(text)) return false;
    said.add(text);
    return true;
  };
  return {
    ...table,
    notes: table.notes.filter(isNew),
    marks: (table.marks ?? []).filter(({ mark, meaning }) => isNew(`${mark} ${meaning}`)),
  };
}

/** Notes are prose below the table's own lines, which must stay whole. */
function wrapNotes(text: string): string {
  const at = text.lastIndexOf("\n\n");
  const notes = text.slice(at + 2).split("\n");
  return [text.slice(0, at + 1), ...notes.map((note) => wrap(note, 100))].join("\n");
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
