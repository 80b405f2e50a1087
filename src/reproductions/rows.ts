import { share, type Table, whole, withInterval } from "../report/index.js";
import type { Basis, ComparisonRow } from "./comparison.js";

/** The rows of an experiment, by arm and quantity. */
export class Rows {
  constructor(readonly all: readonly ComparisonRow[]) {}

  /** The arms that have a quantity, in the order of the rows. */
  armsWith(quantity: string): string[] {
    return [...new Set(this.all.filter((row) => row.quantity === quantity).map(({ arm }) => arm))];
  }

  /** Undefined where there is no such row, as where embedding was left out. */
  find(arm: string, quantity: string, basis?: Basis): ComparisonRow | undefined {
    return this.all.find(
      (row) => row.arm === arm && row.quantity === quantity && (basis === undefined || row.basis === basis),
    );
  }

  /** @throws Error naming the row that isn't there */
  ours(arm: string, quantity: string): number {
    const value = this.find(arm, quantity)?.ours;
    if (typeof value !== "number")
      throw new Error(`no row ${JSON.stringify(quantity)} of ${JSON.stringify(arm)}`);
    return value;
  }
}

/** A score of 0 to 1 with its interval, `–` where there is none. */
export function scoreCell(row: ComparisonRow | undefined, digits = 3): string {
  if (typeof row?.ours !== "number") return "–";
  return row.n === null ? share(row.ours, digits) : withInterval(row.ours, row.lo, row.hi, digits);
}

/** A whole number, `–` where there is none. */
export function wholeCell(value: number | string | null | undefined): string {
  return typeof value === "number" ? whole(value) : "–";
}

/** A number with so many decimals, `–` where there is none. */
export function decimalCell(value: number | string | null | undefined, digits: number): string {
  return typeof value === "number" ? value.toFixed(digits) : "–";
}

/** A table with a row for each arm. */
export function armsTable(
  title: string,
  arms: readonly string[],
  columns: Readonly<Record<string, (arm: string) => string>>,
  notes: readonly string[] = [],
): Table {
  return {
    title,
    header: ["", ...Object.keys(columns)],
    rows: arms.map((arm) => [arm, ...Object.values(columns).map((cell) => cell(arm))]),
    notes,
  };
}
