import type { StrategyGrid, SweepCell } from "./grid.js";

/**
 * The order in which cells are finished: the defaults, then the corners of the grids, then what lies halfway between,
 * and so on, so that a sweep which is stopped early has shown the whole range.
 */
export function coarseFirst(grids: readonly StrategyGrid[]): SweepCell[] {
  const all = grids.flatMap(({ axes, cells }) =>
    cells.map((cell) => {
      const levels = cell.position?.map((place, i) => levelOf(place, axes[i].values.length)) ?? [];
      return { cell, level: cell.isDefault ? -1 : Math.max(0, ...levels) };
    }),
  );
  return all.sort((a, b) => a.level - b.level).map(({ cell }) => cell);
}

/** How often a list has to be halved until a place is reached: 0 for its ends, 1 for its middle. */
export function levelOf(place: number, length: number): number {
  let [low, high] = [0, length - 1];
  for (let level = 0; ; level++) {
    if (place === low || place === high) return level;
    const middle = (low + high) >> 1;
    if (place === middle) return level + 1;
    if (place < middle) high = middle;
    else low = middle;
  }
}
