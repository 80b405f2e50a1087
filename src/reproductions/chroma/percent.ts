import type { ComparisonRow } from "../comparison.js";

/** Percent or points: `83.4`. */
export function percentText(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** The same from a row, `–` where there is none. */
export function percentCell(row: ComparisonRow | undefined, digits = 1): string {
  return typeof row?.ours === "number" ? percentText(row.ours, digits) : "–";
}

/** The same with its interval: `83.4 [80.2, 86.5]`. */
export function percentWithInterval(row: ComparisonRow | undefined): string {
  if (row === undefined || row.lo === null || row.hi === null) return percentCell(row);
  return `${percentCell(row)} [${percentText(row.lo)}, ${percentText(row.hi)}]`;
}
