import type { Chunk } from "../../chunking/index.js";
import type { StrategyGrid, SweepCell } from "./grid.js";

/**
 * The cell one step back: on the first axis, or from its start on the next one that has a step to go back; null for the
 * grid's first cell, and where that combination was left out.
 */
export function neighbourOf({ cells }: StrategyGrid, { position }: SweepCell): SweepCell | null {
  const axis = position?.findIndex((place) => place > 0) ?? -1;
  if (position === null || axis < 0) return null;
  const back = position.map((place, i) => (i === axis ? place - 1 : place));
  return cells.find((cell) => cell.position?.every((place, i) => place === back[i])) ?? null;
}

/**
 * How much of the cutting two cells differ in: of all places where a chunk of either begins, the share where only one
 * does. 0 for equal chunks.
 */
export function movedShare(a: readonly Chunk[], b: readonly Chunk[]): number {
  const starts = (chunks: readonly Chunk[]): Set<string> =>
    new Set(chunks.map(({ page, start }) => `${page} ${start}`));
  const [first, second] = [starts(a), starts(b)];
  const both = [...first].filter((place) => second.has(place)).length;
  const either = first.size + second.size - both;
  return either === 0 ? 0 : (either - both) / either;
}
