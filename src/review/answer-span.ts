import type { Chunk } from "../chunking/index.js";
import { holds, type ParsedPage, type Span } from "../markdown/index.js";
import type { Question } from "../questions/index.js";
import type { AnswerSpan } from "./miss.js";

/**
 * Where a question's answer stands: of the passages' occurrences, those that lie closest together.
 *
 * @param within a chunk that holds the answer; otherwise the main answer's place is given
 * @returns null where whole pages are expected, so that there is no passage
 */
export function answerSpan(
  { answers }: Question,
  pages: ReadonlyMap<string, ParsedPage>,
  within?: Chunk,
): AnswerSpan | null {
  for (const { url, quotes } of answers) {
    const page = pages.get(url);
    if (page === undefined || (within !== undefined && within.page !== url)) continue;
    const inside = quotes.map((places) =>
      within === undefined ? places : places.filter((place) => holds(within, place)),
    );
    const closest = closestTogether(inside);
    if (closest !== null) return { page, ...closest };
  }
  return null;
}

/** One place of each quote, so that from the first to the last it is as short as can be; null where one has none. */
function closestTogether(quotes: readonly (readonly Span[])[]): Omit<AnswerSpan, "page"> | null {
  const [first, ...others] = quotes;
  if (first === undefined || quotes.some((places) => places.length === 0)) return null;
  const candidates = first.map((place) => {
    const chosen = [place, ...others.map((places) => nearest(places, place))];
    chosen.sort((a, b) => a.start - b.start);
    const end = Math.max(...chosen.map((each) => each.end));
    return { start: chosen[0].start, end, quotes: chosen };
  });
  return candidates.reduce((best, each) => (each.end - each.start < best.end - best.start ? each : best));
}

function nearest(places: readonly Span[], to: Span): Span {
  const distance = ({ start }: Span): number => Math.abs(start - to.start);
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best));
}
