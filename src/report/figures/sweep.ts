import { cutShareLimit } from "../../study/index.js";
import { type Basis, retrieverOf, retrieverText } from "./caption.js";

/** A cell of a sweep with its score. */
export interface SweepPoint {
  readonly break_pct: number;
  readonly max_chars: number;
  readonly estimate: number;
  readonly lo: number | null;
  readonly hi: number | null;
  /** More than 1 % of the cell's texts are cut by the embedder's limit. */
  readonly cut?: boolean;
}

/** A cell to point out: the default, the recommendation. */
export interface MarkedCell {
  readonly break_pct: number;
  readonly max_chars: number;
  readonly label: string;
}

export interface SweepOptions extends Basis {
  readonly retriever: string;
  readonly metric: string;
  readonly strategy: string;
  /** What the scores are, in words for the caption: `Cross-fitted scores`, `Apparent scores`. */
  readonly scores?: string;
  readonly marked?: readonly MarkedCell[];
}

/** A sweep's title. */
export function sweepTitle({ metric, strategy, retriever }: SweepOptions, by: string): string {
  return `${metric} ${by}: ${strategy}, ${retrieverText(retrieverOf(metric, retriever))}`;
}

/** Explains † where a cell has it. */
export function cutNotes(points: readonly SweepPoint[]): string[] {
  if (points.every(({ cut }) => !cut)) return [];
  return [`†: more than ${cutShareLimit * 100} % of the cell's texts are longer than the embedder reads.`];
}

/** The values there are, each once. */
export function ascending(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}
