import { renderText } from "./render-text.js";
import type { ResultTable } from "./table.js";

/** Tables one after another for a terminal, each note said once, then paragraphs of words. */
export function textPage(tables: readonly ResultTable[], words: readonly string[]): string {
  const said = new Set<string>();
  return [
    ...tables.map((table) => tableText(unsaid(table, said))),
    ...words.map((paragraph) => wrap(paragraph, 100)),
  ].join("\n\n");
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

/** A table whose own lines stay whole, whatever their length, above its notes, which are prose. */
function tableText(table: ResultTable): string {
  const text = renderText(table);
  if (table.notes.length + (table.marks ?? []).length === 0) return text;
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
