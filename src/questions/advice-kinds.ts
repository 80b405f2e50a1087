import type { ParsedPage } from "../markdown/index.js";
import type { Problem } from "./test-set.js";

/** What can be doubtful about a question or a set of questions that can be used as it is. */
export type AdviceKind =
  | "long_quote"
  | "short_quote"
  | "spans_blocks"
  | "copies_heading"
  | "near_duplicate"
  | "thin_type"
  | "dominant_page";

/** A warning that says what is doubtful and what to do about it. */
export interface Advice extends Problem {
  readonly severity: "warning";
  readonly kind: AdviceKind;
}

/** A piece of a page with what it is; see `splitUnits`. */
export interface PageUnit {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** A page's sentences, list items, code blocks and tables, in order, none of them cut. */
export type UnitsOf = (page: ParsedPage) => readonly PageUnit[];

/**
 * A warning.
 *
 * @param item the question's id; null where the whole set is meant
 * @param what what is doubtful, the value quoted, and what to do
 */
export function advice(item: string | null, kind: AdviceKind, what: string): Advice {
  return { severity: "warning", item, kind, what };
}

/** Text as it stands in a message: on one line, and not too much of it. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 79).trimEnd()}…` : line);
}
