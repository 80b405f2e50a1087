import { parseMetric } from "../../evaluation/index.js";
import { allTypes, macroTypes, noRetriever } from "../../study/index.js";
import { counted, notEstimable } from "../format.js";

/** What numbers rest on; a row of `summary.csv` or `paired.csv` has it. */
export interface Basis {
  readonly n: number;
  readonly pages: number;
  readonly ci_method: string;
  /** Coverage of the interval in (0, 1). */
  readonly level: number;
}

/**
 * `n = 80 questions on 12 pages; 95 % interval (wilson-cluster).` Where rows differ, from the least n to the most.
 *
 * @param shown all rows of the figure, whose methods are named; by default those that n is of
 */
export function basisText(rows: readonly Basis[], shown = rows): string {
  const methods = [...new Set(shown.map(({ ci_method }) => ci_method).filter((method) => method !== ""))];
  const interval =
    methods.length === 0
      ? "no interval can be estimated"
      : `${percent(rows[0].level)} interval (${methods.join(", ")})`;
  const [n, pages] = [rows.map((row) => row.n), rows.map((row) => row.pages)];
  return `n = ${range(n, "question")} on ${range(pages, "page")}; ${interval}.`;
}

function range(values: readonly number[], what: string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most
    ? counted(most, what)
    : `${counted(least, what).split(" ")[0]}–${counted(most, what)}`;
}

/** `95 %`. */
function percent(level: number): string {
  return `${Number((level * 100).toFixed(1))} %`;
}

/** Explains dots without interval; nothing where all have one. */
export function notEstimableNotes(rows: readonly { readonly lo: number | null }[]): string[] {
  if (rows.every(({ lo }) => lo !== null)) return [];
  return [`${notEstimable}, broken outline: no interval can be estimated.`];
}

/** Explains points of lines without band; nothing where all have one. */
export function noBandNotes(rows: readonly { readonly lo: number | null }[]): string[] {
  return rows.every(({ lo }) => lo !== null) ? [] : ["Without band: no interval can be estimated."];
}

/** `all questions`, `questions of type table`. */
export function typeText(type: string): string {
  if (type === allTypes) return "all questions";
  return type === macroTypes ? "mean of the types, weighing equally" : `questions of type ${type}`;
}

/** `dense retrieval`; or that the metric is about chunks, whoever finds them. */
export function retrieverText(retriever: string): string {
  return retriever === noRetriever ? "chunks alone" : `${retriever} retrieval`;
}

/** Where the rows of a metric stand: those about the chunks alone have no retriever. */
export function retrieverOf(metric: string, retriever: string): string {
  return parseMetric(metric).ranked ? retriever : noRetriever;
}

/** An axis title: `hit@5 (share of questions; higher is better)`. */
export function metricTitle(name: string): string {
  const { scale, better } = parseMetric(name);
  const unit =
    scale === "binary"
      ? "share of questions"
      : scale === "fraction"
        ? "mean over questions"
        : `${name.startsWith("tokens") ? "tokens" : "characters"} per question`;
  return `${name} (${unit}; ${better} is better)`;
}
