import type { PageText, Span } from "../markdown/index.js";

/** A text levelled for matching, with the place in the source that each of its UTF-16 units came from. */
interface Folded {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * Every occurrence of a quote on a page, as spans of the page.
 *
 * Letter case and runs of white space are levelled and nothing else: Markdown marks, accents and quotation marks
 * count. Folding goes by code point with an index back to the source, since lower case can be longer ("İ").
 *
 * @returns in page order; none where the quote is blank or isn't on the page
 */
export function locateQuote(page: PageText, quote: string): Span[] {
  const wanted = fold(quote).text.trim();
  if (wanted === "") return [];
  const { text, starts, ends } = foldedPage(page);
  const found: Span[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    found.push({ start: starts[at], end: ends[at + wanted.length - 1] });
  }
  return found;
}

/** A page is folded once, however many quotes are looked for. */
const foldedPages = new WeakMap<PageText, Folded>();

function foldedPage(page: PageText): Folded {
  const known = foldedPages.get(page);
  if (known !== undefined) return known;
  const folded = fold(page.markdown);
  foldedPages.set(page, folded);
  return folded;
}

function fold(source: string): Folded {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let offset = 0;
  let inSpace = false;
  for (const character of source) {
    const end = offset + character.length;
    const isSpace = character.trim() === "";
    if (isSpace && inSpace) ends[ends.length - 1] = end;
    else {
      const folded = isSpace ? " " : character.toLowerCase();
      parts.push(folded);
      for (let i = 0; i < folded.length; i++) {
        starts.push(offset);
        ends.push(end);
      }
    }
    inSpace = isSpace;
    offset = end;
  }
  return { text: parts.join(""), starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** Above this share of the quote's length in edits, the nearest text is another text. */
const farthest = 0.5;

/** A text of a page that is near to a quote. */
export interface ClosestPassage {
  /** The page's own text, whole words, ready to paste. */
  readonly text: string;
  /** 1 − edits / length of the quote, letter case and white space levelled: in [.5, 1]. */
  readonly similarity: number;
}

/**
 * The text of the page that is nearest to a quote that isn't on it, whole words, ready to paste.
 *
 * Fewest edits between the folded quote and any stretch of the folded page (Sellers' algorithm).
 *
 * @returns null where nothing on the page is within half the quote's length in edits
 * @see Sellers (1980), J. Algorithms 1
 */
export function closestPassage(page: PageText, quote: string): ClosestPassage | null {
  const wanted = fold(quote).text.trim();
  const { text, starts, ends } = foldedPage(page);
  if (wanted === "" || text === "") return null;
  const { start, end, edits } = nearestStretch(text, wanted);
  if (edits > wanted.length * farthest || end <= start) return null;
  let from = starts[start];
  let to = ends[end - 1];
  while (from > 0 && isWordAround(page.markdown, from)) from--;
  while (to < page.markdown.length && isWordAround(page.markdown, to)) to++;
  return { text: page.markdown.slice(from, to).trim(), similarity: 1 - edits / wanted.length };
}

/** The text of `closestPassage` alone. */
export function closestText(page: PageText, quote: string): string | null {
  return closestPassage(page, quote)?.text ?? null;
}

/** Whether a place lies inside a word. */
export function isWordAround(text: string, offset: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[offset - 1] ?? "") && /[\p{L}\p{N}_]/u.test(text[offset] ?? "");
}

function nearestStretch(text: string, wanted: string): { start: number; end: number; edits: number } {
  const rows = wanted.length + 1;
  const cost = Uint32Array.from({ length: rows }, (_, row) => row);
  const begin = new Uint32Array(rows);
  let best = { start: 0, end: 0, edits: wanted.length };
  for (let column = 1; column <= text.length; column++) {
    let diagonal = cost[0];
    let diagonalBegin = begin[0];
    begin[0] = column;
    const character = text.charCodeAt(column - 1);
    for (let row = 1; row < rows; row++) {
      const replaced = diagonal + (wanted.charCodeAt(row - 1) === character ? 0 : 1);
      const skipped = cost[row] + 1;
      const inserted = cost[row - 1] + 1;
      diagonal = cost[row];
      const least = Math.min(replaced, skipped, inserted);
      const from: number =
        least === replaced ? diagonalBegin : least === inserted ? begin[row - 1] : begin[row];
      diagonalBegin = begin[row];
      cost[row] = least;
      begin[row] = from;
    }
    if (cost[rows - 1] < best.edits) best = { start: begin[rows - 1], end: column, edits: cost[rows - 1] };
  }
  return best;
}
