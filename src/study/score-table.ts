import { type Metric, parseMetric } from "../evaluation/index.js";
import type { ScoreRow } from "./scores.js";

/** A question as the scores know it. */
export interface Asked {
  readonly id: string;
  readonly page: string;
  readonly type: string;
}

/** All questions together, whatever their number by type. */
export const allTypes = "all";
/** All types weighing equally, so that the mix of questions doesn't decide. */
export const macroTypes = "macro";

/**
 * The rows of `scores.csv` as a table to compute on: a column of values for each retriever, arm and metric, over the
 * questions in a fixed order.
 */
export class ScoreTable {
  readonly questions: readonly Asked[];
  readonly types: readonly string[];
  /** The questions' pages as numbers, in order of first appearance. */
  readonly clusters: readonly number[];
  private readonly columns = new Map<string, Float64Array>();
  private readonly metrics = new Map<string, Metric>();

  constructor(readonly rows: readonly ScoreRow[]) {
    const asked = new Map<string, Asked>();
    for (const { question: id, page, type } of rows) if (!asked.has(id)) asked.set(id, { id, page, type });
    this.questions = [...asked.values()];
    this.types = [...new Set(this.questions.map(({ type }) => type))].sort();
    const pages = [...new Set(this.questions.map(({ page }) => page))];
    this.clusters = this.questions.map(({ page }) => pages.indexOf(page));
    const places = new Map(this.questions.map(({ id }, i) => [id, i]));
    for (const { retriever, arm, metric, question, value } of rows) {
      const key = columnKey(retriever, arm, metric);
      let column = this.columns.get(key);
      if (column === undefined) {
        column = new Float64Array(this.questions.length).fill(Number.NaN);
        this.columns.set(key, column);
      }
      column[places.get(question) ?? 0] = value;
    }
  }

  /** Each retriever, arm and metric that has scores, in the order of the rows. */
  cells(): { retriever: string; arm: string; metric: string }[] {
    return [...this.columns.keys()].map((key) => {
      const [retriever, arm, metric] = JSON.parse(key) as [string, string, string];
      return { retriever, arm, metric };
    });
  }

  /** One value a question; NaN where the metric has no meaning for it. Undefined where nothing was scored. */
  column(retriever: string, arm: string, metric: string): Float64Array | undefined {
    return this.columns.get(columnKey(retriever, arm, metric));
  }

  /** Positions of the questions of a type (or of `all`) that have a value in every one of the columns. */
  positions(type: string, ...columns: readonly Float64Array[]): number[] {
    return this.questions.flatMap((question, i) => {
      const wanted = type === allTypes || question.type === type;
      return wanted && columns.every((column) => !Number.isNaN(column[i])) ? [i] : [];
    });
  }

  clustersAt(positions: readonly number[]): number[] {
    return positions.map((i) => this.clusters[i]);
  }

  metric(name: string): Metric {
    const known = this.metrics.get(name) ?? parseMetric(name);
    this.metrics.set(name, known);
    return known;
  }
}

function columnKey(retriever: string, arm: string, metric: string): string {
  return JSON.stringify([retriever, arm, metric]);
}
