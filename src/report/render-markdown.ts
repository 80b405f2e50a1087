import { cellParts, headText } from "./cell-text.js";
import type { Cell, MarkMeaning, ResultTable } from "./table.js";

const names = { best: "Bold", near: "≈", significant: "Bold" } as const;

/** GitHub-flavoured Markdown: the title, the table, and below it what the reader needs to read it. */
export function renderMarkdown(table: ResultTable): string {
  const below = [...table.notes, ...(table.marks ?? []).map(meaningMarkdown)];
  return [markdownGrid(table), "", ...below.map((note) => `${markdownText(note)}  `), ""].join("\n");
}

/** The title and the table alone. */
export function markdownGrid({ title, header, rows }: ResultTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = `|${header.map((_, i) => (i === 0 ? ":---" : "---:")).join("|")}|`;
  return [
    `### ${markdownText(title)}`,
    "",
    line(header.map((head) => markdownText(headText(head)))),
    rule,
    ...rows.map((row) => line(row.map(cellMarkdown))),
  ].join("\n");
}

/** What a mark means, as a sentence of a note. */
export function meaningMarkdown({ mark, meaning }: MarkMeaning): string {
  return `${names[mark]}: ${meaning}`;
}

function cellMarkdown(cell: Cell): string {
  const { value, count, interval, mark } = cellParts(cell);
  const text = markdownText(value);
  const marked = mark === null ? text : mark === "near" ? `${text} ≈` : `**${text}**`;
  return [...(count === null ? [] : [count]), marked, ...(interval === null ? [] : [interval])].join(" ");
}

/** Text that Markdown would take for something else, escaped: what stands in a table is shown as it is. */
export function markdownText(text: string): string {
  return (
    text
      .replace(/\s+/g, " ")
      .replace(/[\\`*|<]/g, "\\$&")
      // A lone underscore inside a word is text; elsewhere it may be emphasis.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
      .replace(/\[(?=[^\]]*\]\()|!(?=\[)/g, "\\$&")
  );
}
