import { insidePair, isBlank, type ParsedPage, type Span } from "../../markdown/index.js";
import { checkOverlap, parameter, type Strategy } from "../strategy.js";

/**
 * Windows of `size` characters, each starting at the last one's end minus `overlap`, until the page ends.
 *
 * It knows nothing of what it cuts, which makes it the baseline. Windows of white space alone are left out; an end
 * inside a surrogate pair moves back, and each window starts later than the one before.
 */
export const fixed: Strategy = {
  name: "fixed",
  parameters: { size: parameter.size, overlap: parameter.overlap },
  limit: "size",
  mayOverlap: true,
  repeatsTableHeader: false,
  check: checkOverlap,
  chunk: (page, { size, overlap }) => windows(page, Number(size), Number(overlap)),
};

function windows({ markdown, content }: ParsedPage, size: number, overlap: number): Span[] {
  const result: Span[] = [];
  let start = content.start;
  while (start < content.end) {
    let end = Math.min(start + size, content.end);
    if (insidePair(markdown, end)) end = end - 1 > start ? end - 1 : end + 1;
    if (!isBlank(markdown.slice(start, end))) result.push({ start, end });
    if (end === content.end) break;
    let next = end - overlap;
    if (insidePair(markdown, next)) next--;
    start = next > start ? next : Math.min(end, start + (insidePair(markdown, start + 1) ? 2 : 1));
  }
  return result;
}

/**
 * The `size` at which fixed windows are as long on average as another arm's chunks: the control that tells what an
 * arm's cutting does from what its chunks' length does.
 *
 * @param mean average chunk length to match, in UTF-16 units
 * @returns the size found by bisection; its mean length is within 2 % where whole pages don't prevent that
 */
export function matchingSize(pages: readonly ParsedPage[], mean: number, overlap: number): number {
  let low = overlap + 1;
  let high = Math.max(low, ...pages.map(({ content }) => content.end - content.start));
  while (low < high) {
    const middle = (low + high) >> 1;
    if (meanLength(pages, middle, overlap) < mean) low = middle + 1;
    else high = middle;
  }
  const below = Math.max(overlap + 1, low - 1);
  const distance = (size: number): number => Math.abs(meanLength(pages, size, overlap) - mean);
  return distance(below) < distance(low) ? below : low;
}

function meanLength(pages: readonly ParsedPage[], size: number, overlap: number): number {
  const spans = pages.flatMap((page) => windows(page, size, overlap));
  return spans.reduce((sum, { start, end }) => sum + end - start, 0) / spans.length;
}
