import { holds, type ParsedPage } from "../markdown/index.js";
import { fits } from "./pieces.js";
import type { BreakReport } from "./strategy.js";
import type { Unit } from "./units.js";

/** A page's units with each list made one, and the way back. */
export interface GroupedUnits {
  readonly units: readonly Pick<Unit, "start" | "end">[];
  /** Between the grouped units: those inside a list are left out. */
  readonly similarities: Float64Array;
  /** For each grouped unit the place of its last among the units that were given. */
  readonly lasts: readonly number[];
}

/**
 * Units in which a list that fits the limit is one, so that no break falls between its items. What the items are like
 * no longer counts: the cutoff is found among the similarities that are left.
 */
export function groupLists(
  { blocks }: ParsedPage,
  units: readonly Unit[],
  similarities: Float64Array,
  max_chars: number,
): GroupedUnits {
  const lists = blocks.filter((block) => block.kind === "list" && fits(block, max_chars));
  const lasts: number[] = [];
  const grouped: { start: number; end: number }[] = [];
  let list = 0;
  units.forEach((unit, i) => {
    while (list < lists.length && lists[list].end <= unit.start) list++;
    const before = grouped.at(-1);
    const isInside = lists[list] !== undefined && holds(lists[list], unit);
    if (isInside && before !== undefined && before.start >= lists[list].start) {
      before.end = unit.end;
      lasts[lasts.length - 1] = i;
    } else {
      grouped.push({ start: unit.start, end: unit.end });
      lasts.push(i);
    }
  });
  const kept = new Set(lasts);
  return { units: grouped, similarities: similarities.filter((_, i) => kept.has(i)), lasts };
}

/** Breaks between grouped units as breaks between the units that were given. */
export function ungrouped(breaks: BreakReport["breaks"], { lasts }: GroupedUnits): BreakReport["breaks"] {
  return breaks.map(({ after, cause }) => ({ after: lasts[after], cause }));
}
