import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { escapeFormula, unescapeFormula } from "./formula.js";
import type { TestItem } from "./test-set.js";

/**
 * Items as CSV for a spreadsheet: one row an item, several quotes in `answer_quote`, `answer_quote_2` and so on, other
 * places and whole pages as JSON in a cell. `itemsFromCsv` gives the same items back.
 */
export function itemsToCsv(items: readonly TestItem[]): string {
  const most = Math.max(1, ...items.map((item) => quotesOfItem(item).length));
  const quoteColumns = Array.from({ length: most }, (_, i) => quoteColumn(i));
  const columns = ["id", "question", "url", "type", ...quoteColumns, "also", "pages"];
  const rows = items.map((item) => {
    const quotes = quotesOfItem(item);
    return [
      item.id,
      item.question,
      item.url ?? "",
      item.type,
      ...quoteColumns.map((_, i) => quotes[i] ?? ""),
      item.also === undefined ? "" : JSON.stringify(item.also),
      item.pages === undefined ? "" : JSON.stringify(item.pages),
    ].map(escapeFormula);
  });
  return stringify(rows, { header: true, columns });
}

function quoteColumn(i: number): string {
  return i === 0 ? "answer_quote" : `answer_quote_${i + 1}`;
}

function quotesOfItem({ answer_quote, answer_quotes }: TestItem): readonly string[] {
  return answer_quotes ?? (answer_quote === undefined ? [] : [answer_quote]);
}

/**
 * The rows of a CSV as values for `rowsFrom`. Columns may be divided by commas, semicolons or tabs, whichever the
 * header has most of, since spreadsheets write what their language has.
 *
 * @throws Error where it isn't CSV, naming the line; SyntaxError where `also` or `pages` isn't JSON
 */
export function valuesFromCsv(csv: string): { place: string; value: Record<string, unknown> }[] {
  return recordsOf(csv).map(({ record, line }) => {
    const place = `line ${line}`;
    return { place, value: fieldsOf(record, place) };
  });
}

/**
 * The rows of a CSV as a spreadsheet saves it, by column; cells as they stand (see `unescapeFormula`).
 *
 * @returns each row with the number of its last line, from 1
 * @throws Error where it isn't CSV, naming the line
 */
export function recordsOf(csv: string): { record: Record<string, string>; line: number }[] {
  const records: { record: Record<string, string>; info: { lines: number } }[] = parse(csv, {
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim()),
    delimiter: delimiterOf(csv),
    info: true,
    // Rows added to a file that was saved elsewhere may end otherwise than the ones before.
    record_delimiter: ["\r\n", "\n", "\r"],
    skip_empty_lines: true,
  });
  return records.map(({ record, info }) => ({ record, line: info.lines }));
}

/** What divides the columns of a CSV: the mark that its header has most of. */
export function delimiterOf(csv: string): string {
  const [header] = csv.split(/\r?\n/, 1);
  const count = (mark: string): number => header.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function fieldsOf(record: Record<string, string>, place: string): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const quotes: string[] = [];
  for (const [column, escaped] of Object.entries(record)) {
    const cell = unescapeFormula(escaped);
    if (cell === "") continue;
    if (/^(?:answer_quote|evidence)(?:_\d+)?$/.test(column)) quotes.push(cell);
    else if (column === "also" || column === "pages") value[column] = jsonOf(cell, column, place);
    else value[column] = cell;
  }
  return quotes.length === 0 ? value : { ...value, evidence: quotes };
}

function jsonOf(cell: string, column: string, place: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    throw new SyntaxError(`${place}: ${column}: ${JSON.stringify(cell)} is not JSON`);
  }
}
