import { type Block, insidePair, isBlank, linesOf, type Span, trimSpan } from "../markdown/index.js";
import { sentences } from "./sentences.js";

/**
 * The pieces of a block that no chunker cuts unless one alone is over the limit: sentences of a paragraph, items of
 * a list, rows of a table, lines of anything else. None is longer than `max_chars`: a longer piece is cut at its
 * lines (a sentence isn't: its line breaks mean nothing), then between words, then anywhere but inside a surrogate
 * pair.
 *
 * A table's header, delimiter and first row are one piece where they fit, and so are an opening fence and its first
 * line of code, and a closing fence and its last: neither says anything alone.
 */
export function piecesOf(markdown: string, block: Block, max_chars: number): Span[] {
  return naturalPieces(markdown, block, max_chars).flatMap((piece) => {
    if (fits(piece, max_chars)) return [piece];
    const lines = block.kind === "paragraph" ? [piece] : linesOf(markdown, piece);
    return lines.flatMap((line) => words(markdown, line, max_chars));
  });
}

export function fits({ start, end }: Span, max_chars: number): boolean {
  return end - start <= max_chars;
}

function naturalPieces(markdown: string, block: Block, max_chars: number): Span[] {
  switch (block.kind) {
    case "paragraph":
      return sentences(markdown, block);
    case "list":
      return [...block.items];
    case "table": {
      const [head, first, ...rest] = linesOf(markdown, block);
      if (first === undefined) return [head];
      return [
        ...pack([{ start: head.start, end: first.end }, ...rest.slice(0, 1)], max_chars),
        ...rest.slice(1),
      ];
    }
    case "code": {
      const lines = linesOf(markdown, block);
      const fenced = /^[`~]{3}/.test(markdown.slice(block.start, block.start + 3));
      if (!fenced || lines.length < 3) return fenced ? pack(lines, max_chars) : lines;
      const opening = pack(lines.slice(0, 2), max_chars);
      if (lines.length === 3) return pack([...opening, lines[2]], max_chars);
      return [...opening, ...lines.slice(2, -2), ...pack(lines.slice(-2), max_chars)];
    }
    default:
      return linesOf(markdown, block);
  }
}

/** A line or sentence over the limit, cut after the last white space that fits, or where there is none, anywhere. */
function words(markdown: string, span: Span, max_chars: number): Span[] {
  const result: Span[] = [];
  let rest: Span | null = span;
  while (rest !== null && !fits(rest, max_chars)) {
    const cut: number = rest.start + lastCut(markdown, rest.start, max_chars);
    const piece = trimSpan(markdown, { start: rest.start, end: cut });
    if (piece !== null) result.push(piece);
    rest = trimSpan(markdown, { start: cut, end: span.end });
  }
  if (rest !== null) result.push(rest);
  return result;
}

function lastCut(markdown: string, start: number, max_chars: number): number {
  for (let length = max_chars; length > 0; length--) if (isBlank(markdown[start + length])) return length;
  if (!insidePair(markdown, start + max_chars)) return max_chars;
  return max_chars > 1 ? max_chars - 1 : 2;
}

/** Greedy packing: neighbours are joined as long as the span from the first to the last is within the limit. */
export function pack(spans: readonly Span[], max_chars: number): Span[] {
  const packed: Span[] = [];
  for (const span of spans) {
    const last = packed.at(-1);
    if (last !== undefined && span.end - last.start <= max_chars)
      packed[packed.length - 1] = { start: last.start, end: span.end };
    else packed.push(span);
  }
  return packed;
}

/**
 * Blocks packed up to a limit; one that does not fit is cut into its pieces, which are packed with their neighbours,
 * so that a heading is not left alone above a long table.
 */
export function packBlocks(markdown: string, blocks: readonly Block[], max_chars: number): Span[] {
  const pieces = blocks.flatMap((block): readonly Span[] =>
    fits(block, max_chars) ? [block] : piecesOf(markdown, block, max_chars),
  );
  return pack(pieces, max_chars).map(({ start, end }) => ({ start, end }));
}
