import { isBlank, type ParsedPage, type Span, trimSpan } from "../../markdown/index.js";
import { checkOverlap, parameter, type Strategy } from "../strategy.js";

const separators = ["\n\n", "\n", " ", ""];

/**
 * LangChain's recursive character splitter, on spans.
 *
 * A text is split at the first separator of blank line, line ending, space that occurs in it, each separator staying
 * at the front of what follows; pieces below `size` are merged up to `size`, larger ones are split at the next
 * separator. The library itself returns trimmed copies whose places would have to be searched for afterwards, and
 * for repeated text that finds the wrong one. The texts are the same (tested against the library), but for one thing:
 * with overlap, the library can give a chunk and then the same again with more at its end; here the longer one stays.
 */
export const recursive: Strategy = {
  name: "recursive",
  parameters: { size: parameter.size, overlap: { ...parameter.overlap, default: 0 } },
  limit: "size",
  mayOverlap: true,
  repeatsTableHeader: false,
  check: checkOverlap,
  chunk: ({ markdown, content }: ParsedPage, { size, overlap }) =>
    withoutPrefixes(split(markdown, content, separators, Number(size), Number(overlap))),
};

function withoutPrefixes(spans: readonly Span[]): Span[] {
  return spans.filter(({ start }, i) => start !== spans[i + 1]?.start);
}

function split(
  markdown: string,
  span: Span,
  candidates: readonly string[],
  size: number,
  overlap: number,
): Span[] {
  const text = markdown.slice(span.start, span.end);
  const at = candidates.findIndex((separator) => text.includes(separator));
  const rest = candidates.slice(at + 1);
  const result: Span[] = [];
  let waiting: Span[] = [];
  const flush = (): void => {
    if (waiting.length > 0) result.push(...merge(markdown, waiting, size, overlap));
    waiting = [];
  };
  for (const piece of piecesBetween(text, span.start, candidates[at])) {
    if (piece.end - piece.start < size) {
      waiting.push(piece);
      continue;
    }
    flush();
    if (rest.length > 0) result.push(...split(markdown, piece, rest, size, overlap));
    else if (!isBlank(markdown.slice(piece.start, piece.end))) result.push(piece);
  }
  flush();
  return result;
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
function merge(markdown: string, pieces: readonly Span[], size: number, overlap: number): Span[] {
  const result: Span[] = [];
  let first = 0;
  let total = 0;
  const close = (end: number): void => {
    const chunk =
      end > first ? trimSpan(markdown, { start: pieces[first].start, end: pieces[end - 1].end }) : null;
    if (chunk !== null) result.push(chunk);
  };
  pieces.forEach((piece, i) => {
    const length = piece.end - piece.start;
    if (total + length > size) {
      close(i);
      while (total > overlap || (total + length > size && total > 0)) {
        total -= pieces[first].end - pieces[first].start;
        first++;
      }
    }
    total += length;
  });
  close(pieces.length);
  return result;
}
