/** A table of finished cells for a terminal. */
export interface TextTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** Columns aligned with spaces, the first to the left, the others to the right. */
export function tableText({ title, header, rows, notes }: TextTable): string {
  const widths = header.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  const below = notes.length === 0 ? [] : ["", ...notes];
  return [title, "", line(header), rule, ...rows.map(line), ...below].join("\n");
}
