import type { SpanData } from "./data.js";

/** A flat list of starts and ends as spans. */
export function spansOf(flat: readonly number[]): SpanData[] {
  return Array.from({ length: flat.length >> 1 }, (_, i) => [flat[2 * i], flat[2 * i + 1]] as const);
}

/** How many chunks of a page start at the same places under both arms, the first chunk left out. */
export function sharedStarts(left: readonly SpanData[], right: readonly SpanData[]): number {
  const starts = new Set(left.slice(1).map(([start]) => start));
  return right.slice(1).filter(([start]) => starts.has(start)).length;
}
