import type { Axis, StrategyGrid } from "./grid.js";

/** What the sizes of a grid are compared at: as many characters as the largest chunk may have. */
export interface SizeView {
  /** The limits of the chunks, ascending. */
  readonly sizes: readonly number[];
  /** Characters retrieved, nominally, at every size. */
  readonly budget: number;
  /** How many chunks of each size those are. */
  readonly ks: readonly number[];
}

/**
 * Where `size` is varied, chunks of different sizes are compared at the same nominal characters: with 400, 800 and 1600,
 * hit@4, hit@2 and hit@1. Chunks are shorter than their limit, by a lot where headings cut, so the characters they
 * really have stand beside it, and the score at exactly as many characters.
 */
export function sizeViewOf(axes: readonly (readonly Axis[])[]): SizeView | null {
  const varied = axes.flat().filter(({ name }) => name === "size");
  const sizes = [...new Set(varied.flatMap(({ values }) => values.map(Number)))].sort((a, b) => a - b);
  if (sizes.length < 2) return null;
  const budget = sizes[sizes.length - 1];
  return { sizes, budget, ks: sizes.map((size) => Math.max(1, Math.round(budget / size))) };
}

/** The study's metrics and those that the sweep's views and the cells' costs need besides. */
export function sweepMetrics(metrics: readonly string[], grids: readonly StrategyGrid[]): string[] {
  const view = sizeViewOf(grids.map(({ axes }) => axes));
  const ofSizes = view === null ? [] : [...view.ks.map((k) => `hit@${k}`), `hit@${view.budget}c`];
  const all = [...new Set([...metrics, ...ofSizes])];
  const costs = all.map(costOf).filter((cost) => cost !== chunksCost);
  return [...new Set([...all, ...costs])];
}

/** The cost of a cell where every cell retrieves equally much: vectors to keep and to search. */
export const chunksCost = "chunks";

/** What a cell costs, judged by a metric: the characters of as many chunks as it looks at, or the number of chunks. */
export function costOf(metric: string): string {
  const k = /@(\d+)$/.exec(metric)?.[1];
  return k === undefined ? chunksCost : `chars@${k}`;
}
