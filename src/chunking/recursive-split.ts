import { isBlank, type Span, trimSpan } from "../markdown/index.js";

/** How a recursive splitter cuts and measures. */
export interface RecursiveRule {
  /** Tried in turn; the last one may be `""`, which splits into code points. */
  readonly separators: readonly string[];
  readonly size: number;
  readonly overlap: number;
  /** Length of a piece, in the units of `size`. Default: UTF-16 units. */
  readonly lengthOf?: (text: string) => number;
  /** What a join of two pieces adds to their lengths: the length of an empty text, where that isn't 0. Default 0. */
  readonly gap?: number;
}

/**
 * LangChain's recursive character splitter, on spans.
 *
 * A text is split at the first separator that occurs in it, each separator staying at the front of what follows;
 * pieces below `size` are merged up to `size`, larger ones are split at the next separator. A merged chunk's length is
 * the sum of its pieces' lengths and gaps, which for tokens needn't be that of its text.
 *
 * @returns spans without white space at their ends; with overlap, one may begin where the next one does
 */
export function splitRecursively(markdown: string, span: Span, rule: RecursiveRule): Span[] {
  const { separators, lengthOf = (text) => text.length } = rule;
  const text = markdown.slice(span.start, span.end);
  const at = separators.findIndex((separator) => text.includes(separator));
  const rest = separators.slice(at + 1);
  const result: Span[] = [];
  let waiting: Piece[] = [];
  const flush = (): void => {
    if (waiting.length > 0) result.push(...merge(markdown, waiting, rule));
    waiting = [];
  };
  for (const piece of piecesBetween(text, span.start, separators[at])) {
    const length = lengthOf(markdown.slice(piece.start, piece.end));
    if (length < rule.size) {
      waiting.push({ ...piece, length });
      continue;
    }
    flush();
    if (rest.length > 0) result.push(...splitRecursively(markdown, piece, { ...rule, separators: rest }));
    else if (!isBlank(markdown.slice(piece.start, piece.end))) result.push(piece);
  }
  flush();
  return result;
}

interface Piece extends Span {
  readonly length: number;
}

function piecesBetween(text: string, offset: number, separator: string): Span[] {
  if (separator === "") return characters(text, offset);
  const pieces: Span[] = [];
  let from = 0;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + separator.length)) {
    if (at > from) pieces.push({ start: offset + from, end: offset + at });
    from = at;
  }
  if (from < text.length) pieces.push({ start: offset + from, end: offset + text.length });
  return pieces;
}

/** Code points, so that no surrogate pair is cut. */
function characters(text: string, offset: number): Span[] {
  let start = offset;
  return Array.from(text, (character) => {
    const span = { start, end: start + character.length };
    start = span.end;
    return span;
  });
}

/** Joins touching pieces up to `size`; after each chunk, pieces are dropped from the front down to `overlap`. */
function merge(
  markdown: string,
  pieces: readonly Piece[],
  { size, overlap, gap = 0 }: RecursiveRule,
): Span[] {
  const result: Span[] = [];
  let first = 0;
  let total = 0;
  const close = (end: number): void => {
    const chunk =
      end > first ? trimSpan(markdown, { start: pieces[first].start, end: pieces[end - 1].end }) : null;
    if (chunk !== null) result.push(chunk);
  };
  pieces.forEach(({ length }, i) => {
    const added = (): number => length + (i > first ? gap : 0);
    if (total + added() > size) {
      close(i);
      while (total > overlap || (total + added() > size && total > 0)) {
        total -= pieces[first].length + (i - first > 1 ? gap : 0);
        first++;
      }
    }
    total += added();
  });
  close(pieces.length);
  return result;
}

/** Of spans that begin at one place, the last and longest: what overlap can make twice. */
export function withoutPrefixes(spans: readonly Span[]): Span[] {
  return spans.filter(({ start }, i) => start !== spans[i + 1]?.start);
}
