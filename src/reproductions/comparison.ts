/** Where an expected value comes from: an article, or an independent run of its code on the frozen pages. */
export type Basis = "published" | "independent run";

/** One row of `results/reproductions/<experiment>.csv`: a quantity, ours, and where there is one the expected value. */
export interface ComparisonRow {
  readonly experiment: string;
  readonly arm: string;
  readonly quantity: string;
  /** Empty where nobody has said what to expect, and `ours` stands alone. */
  readonly basis: Basis | "";
  readonly expected: number | string | null;
  readonly ours: number | string;
  /** `ours` − `expected`; null for digests and where nothing is expected. */
  readonly difference: number | null;
  /** How far `ours` may lie from `expected`; null where they are shown side by side and needn't agree. */
  readonly tolerance: number | null;
  /** Whether `ours` agrees; empty where it needn't. */
  readonly agrees: "yes" | "no" | "";
  /** Questions behind a score, and its interval; null for counts. */
  readonly n: number | null;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Whether an embedding model was needed. */
  readonly embedded: "yes" | "no";
  /** Why the values differ, or how they were made. */
  readonly note: string;
}

export const comparisonColumns = [
  ...["experiment", "arm", "quantity", "basis", "expected", "ours", "difference", "tolerance", "agrees"],
  ...["n", "lo", "hi", "embedded", "note"],
] as readonly (keyof ComparisonRow)[];

/** A score, its questions and its interval, as in `summary.csv`. */
export interface Estimated {
  readonly n: number;
  readonly lo: number | null;
  readonly hi: number | null;
}

/** What is measured, before it is held against anything. */
export interface Measured {
  readonly arm: string;
  readonly quantity: string;
  readonly ours: number | string;
  readonly estimated?: Estimated;
  readonly embedded?: boolean;
  readonly note?: string;
}

/** A value to compare with. */
export interface Expected {
  readonly basis: Basis;
  readonly value: number | string;
  /** Absent: shown side by side. Zero: equal. */
  readonly tolerance?: number;
  readonly note?: string;
}

/** Rows of one experiment: a quantity has a row for each value it is compared with, or one that stands alone. */
export class Comparison {
  readonly rows: ComparisonRow[] = [];

  constructor(private readonly experiment: string) {}

  add(
    { arm, quantity, ours, estimated, embedded = false, note = "" }: Measured,
    ...against: readonly Expected[]
  ): void {
    const shared = {
      experiment: this.experiment,
      arm,
      quantity,
      ours,
      n: estimated?.n ?? null,
      lo: estimated?.lo ?? null,
      hi: estimated?.hi ?? null,
      embedded: embedded ? ("yes" as const) : ("no" as const),
    };
    if (against.length === 0) {
      const nothing = { basis: "", expected: null, difference: null, tolerance: null, agrees: "" } as const;
      this.rows.push({ ...shared, ...nothing, note });
    }
    for (const { basis, value, tolerance, note: reason } of against) {
      this.rows.push({
        ...shared,
        basis,
        expected: value,
        difference: typeof ours === "number" && typeof value === "number" ? ours - value : null,
        tolerance: tolerance ?? null,
        agrees: tolerance === undefined ? "" : agrees(ours, value, tolerance) ? "yes" : "no",
        note: reason ?? note,
      });
    }
  }
}

function agrees(ours: number | string, expected: number | string, tolerance: number): boolean {
  if (typeof ours !== "number" || typeof expected !== "number") return ours === expected;
  // Decimals have no exact binary form: a difference of just the tolerance is within it.
  return Math.abs(ours - expected) <= tolerance + 1e-12;
}

/** Rows that had to agree and don't. */
export function disagreements(rows: readonly ComparisonRow[]): ComparisonRow[] {
  return rows.filter(({ agrees }) => agrees === "no");
}
