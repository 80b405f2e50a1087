/*
 * The tables of a report as data: cells keep their numbers, and a renderer for each medium (terminal, Markdown, LaTeX,
 * HTML, CSV) writes them.
 */

/** Why a cell is set off from its column; each renderer has its own sign for it. */
export type Mark = "best" | "near" | "significant";

/** A score or a difference with its interval. */
export interface Estimate {
  readonly kind: "estimate";
  readonly estimate: number;
  /** Bounds of the interval; null where it can't be estimated. */
  readonly lo: number | null;
  readonly hi: number | null;
  readonly n: number;
  readonly ci_method: string;
  /** Why the cell deserves less trust than others, as in `summary.csv`; mostly empty. */
  readonly flag: string;
  /** Of 0/1 scores: on how many of the n; null for others. */
  readonly count: number | null;
  /** Decimals to print, the same for a whole column. */
  readonly digits: number;
  readonly mark: Mark | null;
}

/** A whole number: chunks, characters. */
export interface Amount {
  readonly kind: "amount";
  readonly value: number;
  readonly mark: Mark | null;
}

/** A share without an interval, since it was counted and not sampled. */
export interface Share {
  readonly kind: "share";
  readonly value: number;
}

/** A p-value. */
export interface Probability {
  readonly kind: "p";
  readonly value: number;
}

/** An arm's name; `isCut` where it gets a † for texts that the embedder cuts. */
export interface ArmName {
  readonly kind: "arm";
  readonly name: string;
  readonly isCut: boolean;
}

/** Finished text, or a value with its kind. */
export type Cell = string | Estimate | Amount | Share | Probability | ArmName;

/** A column's head: plain text, or a type of question with the number of its questions. */
export type Head = string | { readonly label: string; readonly n: number };

/** What a mark means in this table. */
export interface MarkMeaning {
  readonly mark: Mark;
  readonly meaning: string;
}

interface TableOf<AnyCell, AnyHead> {
  readonly title: string;
  /** What a publication calls it; by default the title. */
  readonly caption?: string;
  readonly header: readonly AnyHead[];
  readonly rows: readonly (readonly AnyCell[])[];
  /** What the reader needs to read it. The first says what the numbers rest on, and stays closest to the table. */
  readonly notes: readonly string[];
  /** The marks that occur. */
  readonly marks?: readonly MarkMeaning[];
}

/** A table of finished text. Wherever a `ResultTable` is taken, this is taken as well. */
export type Table = TableOf<string, string>;

/** A table of values. */
export type ResultTable = TableOf<Cell, Head>;

/** What stands where there is no value. */
export const noValue = "–";
