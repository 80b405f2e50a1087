import { cellParts, headText } from "./cell-text.js";
import type { Cell, Mark, ResultTable } from "./table.js";

/** The sign of each mark where text can't be set off otherwise. */
export const signs: Readonly<Record<Mark, string>> = { best: "*", near: "≈", significant: "*" };

/** Columns aligned with spaces, the first to the left, the others to the right; for a terminal. */
export function renderText({ title, header, rows, notes, marks = [] }: ResultTable): string {
  const heads = header.map(headText);
  const isMarked = header.map((_, column) => rows.some((row) => cellParts(row[column]).mark !== null));
  const texts = rows.map((row) => row.map((cell, column) => cellText(cell, isMarked[column])));
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...texts.map((row) => row[column].length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  const legend = marks.map(({ mark, meaning }) => `${signs[mark]}: ${meaning}`);
  const below = [...notes, ...legend];
  const gap = below.length === 0 ? [] : [""];
  return [title, "", line(heads), rule, ...texts.map(line), ...gap, ...below].join("\n");
}

/** `.81* [.71, .88]`; where few questions stand behind it `10/13* [.50, .92]`, the decimals saying nothing more. */
function cellText(cell: Cell, isMarked: boolean): string {
  const { value, count, interval, mark } = cellParts(cell);
  // An unmarked cell of a column with marks leaves their place free, so that digits stay below digits.
  const sign = mark !== null ? signs[mark] : isMarked ? " " : "";
  return `${count ?? value}${sign}${interval === null ? "" : ` ${interval}`}`;
}
