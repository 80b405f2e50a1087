/** How a column is sorted; `null` is the order in which rows came. */
export type Direction = "descending" | "ascending" | null;

/** Falling first, as scores are read; then rising; then as it was. */
export function nextDirection(direction: Direction): Direction {
  if (direction === null) return "descending";
  return direction === "descending" ? "ascending" : null;
}

/** Positions of rows by a column's values. Equal values keep their order, and what has no value stands last. */
export function sortedPositions(values: readonly (number | string | null)[], direction: Direction): number[] {
  const places = values.map((_, i) => i);
  if (direction === null) return places;
  const sign = direction === "ascending" ? 1 : -1;
  return places.sort((a, b) => compare(values[a], values[b], sign) || a - b);
}

function compare(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * String(a).localeCompare(String(b), "en", { numeric: true });
}
