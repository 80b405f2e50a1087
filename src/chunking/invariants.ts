import { insidePair, isBlank, type ParsedPage, type Span } from "../markdown/index.js";

/**
 * What is wrong with a strategy's spans of a page; nothing, for a strategy that keeps its word.
 *
 * Spans must lie in the page's content in increasing order, hold something, keep to the limit, cut no surrogate
 * pair and, unless they may overlap, not intersect; together they must hold every non-white-space character.
 *
 * @param limit longest span in UTF-16 units, where the strategy has one
 * @returns one sentence a fault, each naming the page and the place
 */
export function chunkFaults(
  { url, markdown, content }: ParsedPage,
  spans: readonly Span[],
  { limit, mayOverlap = false }: { readonly limit?: number; readonly mayOverlap?: boolean } = {},
): string[] {
  const faults: string[] = [];
  let covered = content.start;
  let lastStart = -1;
  for (const { start, end } of spans) {
    const fault = (what: string): number => faults.push(`${url}: chunk ${start}…${end} ${what}`);
    if (!Number.isInteger(start) || !Number.isInteger(end)) fault("has an offset that is not a whole number");
    if (start < content.start || end > content.end)
      fault(`lies outside the content ${content.start}…${content.end}`);
    if (start >= end || isBlank(markdown.slice(start, end))) fault("holds nothing");
    if (start <= lastStart) fault("does not start later than the chunk before");
    if (start < covered && !mayOverlap) fault(`overlaps the chunk before, which ends at ${covered}`);
    if (limit !== undefined && end - start > limit && !isOneCodePoint(markdown, start, end)) {
      fault(`is ${end - start} characters long, over the limit of ${limit}`);
    }
    if (insidePair(markdown, start) || insidePair(markdown, end)) fault("cuts a surrogate pair");
    if (start > covered && !isBlank(markdown.slice(covered, start))) {
      faults.push(`${url}: no chunk holds the text at ${covered}…${start}`);
    }
    covered = Math.max(covered, end);
    lastStart = start;
  }
  if (!isBlank(markdown.slice(covered, content.end))) {
    faults.push(`${url}: no chunk holds the text at ${covered}…${content.end}`);
  }
  return faults;
}

function isOneCodePoint(markdown: string, start: number, end: number): boolean {
  return end - start === 2 && insidePair(markdown, start + 1);
}
