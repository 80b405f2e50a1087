import { notEstimable, pValue, share, whole } from "./format.js";
import { type Cell, type Head, type Mark, noValue } from "./table.js";

/** Fewest questions at which a share of them says enough without `k/n`: below, it moves in steps of over .05. */
const fewestWithoutCount = 20;

/** A cell's text in its parts, which renderers put side by side or below one another. */
export interface CellParts {
  readonly value: string;
  /** `10/13`, where so few questions stand behind a share that it should be seen. */
  readonly count: string | null;
  /** `[.50, .92]`, `n.e.` where none can be estimated, null where there is nothing to estimate. */
  readonly interval: string | null;
  readonly mark: Mark | null;
}

/** The parts of any cell, as text. */
export function cellParts(cell: Cell): CellParts {
  const bare = { count: null, interval: null, mark: null };
  if (typeof cell === "string") return { ...bare, value: cell };
  switch (cell.kind) {
    case "arm":
      return { ...bare, value: cell.isCut ? `${cell.name} †` : cell.name };
    case "amount":
      return { ...bare, value: whole(cell.value), mark: cell.mark };
    case "share":
      return { ...bare, value: share(cell.value) };
    case "p":
      return { ...bare, value: pValue(cell.value) };
    case "estimate": {
      const { estimate, lo, hi, n, count, digits, mark } = cell;
      const hasInterval = lo !== null && hi !== null;
      return {
        value: share(estimate, digits),
        count: count !== null && (n < fewestWithoutCount || !hasInterval) ? `${minus(count)}/${n}` : null,
        interval: hasInterval ? `[${share(lo, digits)}, ${share(hi, digits)}]` : notEstimable,
        mark,
      };
    }
  }
}

function minus(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

/** `code (13)`, or the text itself. */
export function headText(head: Head): string {
  return typeof head === "string" ? head : `${head.label} (${whole(head.n)})`;
}

/** Whether a column holds numbers, and so is aligned to the right: `1,204`, `.62 [.51, .72]`, `< .001`, `3 of 9`. */
export function isNumeric(cells: readonly Cell[]): boolean {
  const number = /^[<≤≥>~−–+†\s]*\.?\d/;
  const empty = new Set(["", noValue, notEstimable]);
  const values = cells.filter((cell) => typeof cell !== "string" || !empty.has(cell));
  return (
    values.length > 0 &&
    values.every((cell) => (typeof cell === "string" ? number.test(cell) : cell.kind !== "arm"))
  );
}
