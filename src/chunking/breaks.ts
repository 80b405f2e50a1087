import type { Span } from "../markdown/index.js";

export interface BreakRule {
  /** Share of the similarities, from the lowest, at which a chunk may end; in [0, 1]. Nominal: see `walkBreaks`. */
  readonly break_pct: number;
  /** A topic break waits until the chunk has this many characters. */
  readonly min_chars: number;
  /** A chunk ends where the next unit would carry it over this many characters. */
  readonly max_chars: number;
}

/** A chunk ends after unit `after` (0-based), because the topic shifts or because the next unit would not fit. */
export interface Break {
  readonly after: number;
  readonly cause: "topic" | "size";
}

/** Repeated sentences give equal similarities up to rounding; such ties fall on the same side of the cutoff. */
const tieTolerance = 1e-9;

/**
 * Where semantic chunks end.
 *
 * The cutoff is the similarity at index floor(m · break_pct) of the m similarities in ascending order, so with
 * distinct values k + 1 boundaries are candidates, k being that index; with `break_pct` 0 there is none. Walking the
 * units, a chunk ends after unit i when boundary i is a candidate and the chunk has reached `min_chars`, or when the
 * next unit would carry it over `max_chars`. A candidate refused for `min_chars` is not kept for later, and a short
 * last chunk stays.
 *
 * @param similarities one fewer than units; item i lies between units i and i + 1
 * @throws RangeError where the counts don't match
 */
export function walkBreaks(
  similarities: ArrayLike<number>,
  units: readonly Span[],
  { break_pct, min_chars, max_chars }: BreakRule,
): Break[] {
  checkCounts(similarities, units);
  const boundaries = similarities.length;
  const cutoff = (similarityCutoff(similarities, break_pct) ?? Number.NEGATIVE_INFINITY) + tieTolerance;
  const breaks: Break[] = [];
  let chunkStart = units.length > 0 ? units[0].start : 0;
  for (let i = 0; i < boundaries; i++) {
    const isTopic = similarities[i] <= cutoff && units[i].end - chunkStart >= min_chars;
    const isSize = units[i + 1].end - chunkStart > max_chars;
    if (!isTopic && !isSize) continue;
    breaks.push({ after: i, cause: isTopic ? "topic" : "size" });
    chunkStart = units[i + 1].start;
  }
  return breaks;
}

/** @throws RangeError unless there is one similarity between each two neighbouring units */
export function checkCounts(similarities: ArrayLike<number>, units: readonly Span[]): void {
  const boundaries = Math.max(0, units.length - 1);
  if (similarities.length === boundaries) return;
  throw new RangeError(
    `${similarities.length} similarities for ${units.length} units: ${boundaries} are needed`,
  );
}

/** The units after which a semantic chunk ends, without the last; see `walkBreaks`. */
export function semanticBreaks(
  similarities: ArrayLike<number>,
  units: readonly Span[],
  rule: BreakRule,
): number[] {
  return walkBreaks(similarities, units, rule).map(({ after }) => after);
}

/** The similarity at or below which the rule takes a boundary for a candidate; null where it takes none. */
export function similarityCutoff(similarities: ArrayLike<number>, break_pct: number): number | null {
  const m = similarities.length;
  if (break_pct === 0 || m === 0) return null;
  const ascending = Float64Array.from(similarities).sort();
  return ascending[Math.min(Math.floor(m * break_pct), m - 1)];
}

/** The chunks that breaks leave: from the first to the last unit of each run. */
export function spansBetween(units: readonly Span[], breaks: readonly Break[]): Span[] {
  if (units.length === 0) return [];
  const lasts = [...breaks.map(({ after }) => after), units.length - 1];
  return lasts.map((last, i) => ({
    start: units[i === 0 ? 0 : lasts[i - 1] + 1].start,
    end: units[last].end,
  }));
}
