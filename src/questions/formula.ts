/*
 * Cells that a spreadsheet would run as a formula get an apostrophe in front; so do cells that start with apostrophes
 * and then such a sign, or nobody could tell whose apostrophe it is.
 */
const formula = /^'*[=+\-@\t\r]/;
const escapedFormula = /^'(?='*[=+\-@\t\r])/;

/** A cell that no spreadsheet runs as a formula. */
export function escapeFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return cell.replace(escapedFormula, "");
}
