import type { ChunkedArm, UnitArm } from "../chunked-arm.js";

/** What a sweep embeds, against what embedding everything anew for every cell would take. Characters of texts. */
export interface SweepCost {
  readonly strategy: string;
  readonly cells: number;
  /** Distinct texts of the units and of the chunks of all cells. */
  readonly texts: number;
  readonly characters: number;
  /** Units and chunks of each cell, added up. */
  readonly characters_anew: number;
  /** characters / characters_anew */
  readonly share: number;
}

/**
 * The cost of a strategy's cells: each distinct text is embedded once, however many cells have it.
 *
 * @param unitsOf the texts of an arm's units, for strategies that break by similarity
 */
export function sweepCost(
  strategy: string,
  cells: readonly ChunkedArm[],
  unitsOf: (arm: UnitArm) => readonly string[],
): SweepCost {
  const distinct = new Set<string>();
  let characters_anew = 0;
  for (const { arm, texts } of cells) {
    const units = arm.strategy.needsSimilarities ? unitsOf(arm) : [];
    for (const text of [units, texts].flat()) {
      distinct.add(text);
      characters_anew += text.length;
    }
  }
  const characters = [...distinct].reduce((sum, { length }) => sum + length, 0);
  return {
    strategy,
    cells: cells.length,
    texts: distinct.size,
    characters,
    characters_anew,
    share: characters / characters_anew,
  };
}
