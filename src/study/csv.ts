import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { escapeFormula, unescapeFormula } from "../questions/index.js";

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

const truths: Readonly<Record<string, boolean>> = { true: true, false: false };

/**
 * Rows of a CSV that `toCsv` wrote, as they were.
 *
 * @param textColumns the columns that hold text; the others hold numbers, true or false, and null where a cell is empty
 */
export function fromCsv<Row>(csv: string, textColumns: ReadonlySet<string>): Row[] {
  return parse(csv, {
    columns: true,
    cast: (value, { column, header }) => {
      if (header) return value;
      if (textColumns.has(String(column))) return unescapeFormula(value);
      return value === "" ? null : (truths[value] ?? Number(value));
    },
  }) as Row[];
}
