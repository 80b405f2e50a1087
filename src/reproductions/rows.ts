import { list, pValue, share, type Table, whole, withInterval } from "../report/index.js";
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

/** A number as short as it can be: whole, or with two decimals. */
function shortCell(value: number | string | null | undefined): string {
  return typeof value === "number" && !Number.isInteger(value) ? value.toFixed(2) : wholeCell(value);
}

/** Counts with the expected value in brackets: a row for each arm that has any of the quantities. */
export function countTable(rows: Rows, title: string, quantities: readonly string[]): Table {
  const arms = [...new Set(quantities.flatMap((quantity) => rows.armsWith(quantity)))];
  const cell = (arm: string, quantity: string): string => {
    const row = rows.find(arm, quantity);
    if (row === undefined) return "–";
    return row.expected === null
      ? shortCell(row.ours)
      : `${shortCell(row.ours)} (${shortCell(row.expected)})`;
  };
  return armsTable(
    title,
    arms,
    Object.fromEntries(quantities.map((quantity) => [quantity, (arm: string) => cell(arm, quantity)])),
  );
}

/** The planned differences of a retriever: the primary metric with its p-value, and others beside it. */
export function differencesTable(
  rows: Rows,
  primary: string,
  retriever: string,
  others: readonly string[],
): Table {
  const p = `p of ${primary}, ${retriever}, Holm`;
  return armsTable(
    `differences, the same questions paired, ${retriever}`,
    rows.armsWith(p),
    {
      [primary]: (pair) => scoreCell(rows.find(pair, `${primary}, ${retriever}`), 2),
      "p, Holm": (pair) => pValue(Number(rows.find(pair, p)?.ours ?? 1)),
      ...Object.fromEntries(
        others.map((metric) => [
          metric,
          (pair: string) => scoreCell(rows.find(pair, `${metric}, ${retriever}`), 2),
        ]),
      ),
    },
    [
      `p: sign flips of whole pages, corrected for the comparisons on ${primary}; the other columns are explored.`,
    ],
  );
}

/** The arms with the highest value of a quantity. */
export function leaders(rows: Rows, quantity: string): string {
  const arms = rows.armsWith(quantity).filter((arm) => !arm.includes(" − "));
  const best = Math.max(...arms.map((arm) => rows.ours(arm, quantity)));
  return list(arms.filter((arm) => rows.ours(arm, quantity) === best));
}

/** Of the rows that match and have to agree, how many do: `18 of 18`. */
export function agreedText({ all }: Rows, matches: (row: ComparisonRow) => boolean): string {
  const held = all.filter((row) => row.agrees !== "" && matches(row));
  return `${whole(held.filter(({ agrees }) => agrees === "yes").length)} of ${whole(held.length)}`;
}
