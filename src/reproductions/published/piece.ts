import { isBlank, type ParsedPage, type Span } from "../../markdown/index.js";

/**
 * What a published rule makes of a place of a page: the text that the published code would index, which may be a
 * rewritten copy, and the span of the page that it was made of.
 */
export interface Piece extends Span {
  readonly text: string;
  /** The titles above it, as the published code has them. */
  readonly path: readonly string[];
}

/** Spans of a page as pieces: their text is the page's. Those of white space alone are left out, as published. */
export function slices(markdown: string, spans: readonly Span[], path: readonly string[] = []): Piece[] {
  return spans
    .map(({ start, end }) => ({ start, end, text: markdown.slice(start, end), path }))
    .filter(({ text }) => !isBlank(text));
}

/**
 * The pieces of a page as chunks that keep this project's word: what the published code drops (heading lines, white
 * space) stays in a chunk, that of the piece before it, or of the first piece. Pieces of white space alone are no
 * chunks; of pieces that start together the longest stays.
 */
export function chunksOf({ markdown, content }: ParsedPage, pieces: readonly Span[]): Span[] {
  const kept = pieces
    .map(({ start, end }) => ({ start: Math.max(start, content.start), end: Math.min(end, content.end) }))
    .filter(({ start, end }) => !isBlank(markdown.slice(start, end)))
    .filter(({ start }, i, all) => start !== all[i + 1]?.start);
  return kept.map(({ start, end }, i) => {
    const next = kept[i + 1]?.start ?? content.end;
    const first = i === 0 && !isBlank(markdown.slice(content.start, start)) ? content.start : start;
    return { start: first, end: end < next && !isBlank(markdown.slice(end, next)) ? next : end };
  });
}
