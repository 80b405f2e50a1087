/** A table of finished cells, whatever it is rendered as. */
export interface Table {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What the reader needs to read it: n, intervals, marks. */
  readonly notes: readonly string[];
}

/** Columns aligned with spaces, the first to the left, the others to the right; for a terminal. */
export function renderText({ title, header, rows, notes }: Table): string {
  const widths = header.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [title, "", line(header), rule, ...rows.map(line), "", ...notes].join("\n");
}

/** GitHub-flavoured Markdown. */
export function renderMarkdown({ title, header, rows, notes }: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `|${header.map((_, i) => (i === 0 ? ":---" : "---:")).join("|")}|`;
  return [
    `### ${title}`,
    "",
    line(header),
    rule,
    ...rows.map(line),
    "",
    ...notes.map((note) => `${note}  `),
    "",
  ].join("\n");
}
