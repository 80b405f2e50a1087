import { stringify } from "csv-stringify/sync";
import { escapeFormula } from "../questions/index.js";

type Cell = string | number | boolean | null | undefined;

/**
 * Rows as CSV: a header, `\n` line ends, numbers in JavaScript's shortest form that reads back to the same value, null
 * as an empty cell, and so what a row doesn't have. Text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay numbers.
 *
 * @param columns the columns in order; by default the keys of the first row
 */
export function toCsv<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[] = Object.keys(rows[0] ?? {}) as (keyof Row & string)[],
): string {
  return stringify(
    rows.map((row) => columns.map((column) => cell(row[column] as Cell))),
    { header: true, columns: [...columns] },
  );
}

function cell(value: Cell): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return escapeFormula(value);
  return String(value);
}
