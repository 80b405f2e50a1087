import { roundUp } from "./scales.js";

/**
 * A bin of a histogram: values in (from, to], so that a length at its limit stands left of it; in the first bin `from`
 * as well, in the last all beyond.
 */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Of the values. */
  readonly share: number;
}

/** Edges of equal bins from 0, of a round width, about `wanted` of them, the last at or after `upTo`. */
export function binEdges(upTo: number, wanted: number): number[] {
  const width = Math.max(1, roundUp(Math.max(upTo, 1) / wanted));
  const bins = Math.max(1, Math.ceil(upTo / width));
  return Array.from({ length: bins + 1 }, (_, i) => i * width);
}

/** Counts of values by bin. */
export function histogram(values: readonly number[], edges: readonly number[]): Bin[] {
  const bins = edges.slice(0, -1).map((from, i) => ({ from, to: edges[i + 1] }));
  const last = bins.length - 1;
  return bins.map(({ from, to }, i) => {
    const count = values.filter((value) => (value > from || i === 0) && (value <= to || i === last)).length;
    return { from, to, count, share: values.length === 0 ? 0 : count / values.length };
  });
}
