import { escapeFormula } from "../questions/index.js";
import { toCsv } from "../study/index.js";
import { headText } from "./cell-text.js";
import type { Cell, Head, ResultTable } from "./table.js";

type Value = string | number | boolean | null;

/**
 * A table as CSV with all digits: an estimate gets a column for each of its numbers (`hit@5`, `hit@5 lo`, …). Numbers
 * stay numbers, negative ones included; text that a spreadsheet would run as a formula gets an apostrophe in front, in
 * cells and heads alike.
 */
export function renderCsv({ header, rows }: ResultTable): string {
  const wide = rows.map((row) =>
    Object.fromEntries(row.flatMap((cell, i) => valuesOf(cell, labelOf(header[i], i)))),
  );
  const columns = new Set(wide.flatMap((row) => Object.keys(row)));
  return toCsv(
    wide.map((row) => Object.fromEntries([...columns].map((column) => [column, row[column] ?? null]))),
    [...columns],
  );
}

/** Heads are text cells too. An empty one gets its place as a name, so that no two are the same. */
function labelOf(head: Head, column: number): string {
  const text = typeof head === "string" ? headText(head) : head.label;
  if (text === "") return `column ${column + 1}`;
  return escapeFormula(text);
}

function valuesOf(cell: Cell, label: string): [string, Value][] {
  if (typeof cell === "string") return [[label, cell]];
  switch (cell.kind) {
    case "arm":
      return [
        [label, cell.name],
        [`${label} cut`, cell.isCut],
      ];
    case "estimate":
      return [
        [label, cell.estimate],
        [`${label} lo`, cell.lo],
        [`${label} hi`, cell.hi],
        [`${label} n`, cell.n],
        [`${label} ci_method`, cell.ci_method],
        [`${label} flag`, cell.flag],
        [`${label} mark`, cell.mark],
      ];
    default:
      return [[label, cell.value]];
  }
}
