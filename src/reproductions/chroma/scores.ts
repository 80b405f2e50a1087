import { lengthOf, overlapLength, type Span, unionOf } from "../../markdown/index.js";

/** Shares of characters, each from 0 to 1. */
export interface TokenScores {
  readonly recall: number;
  readonly precision: number;
  readonly iou: number;
}

/**
 * The evaluation's scores of what was retrieved for a question.
 *
 * Text that is retrieved twice counts twice against precision and IoU, and once for recall.
 *
 * @param excerpts spans of the question's page that answer it
 * @param own retrieved chunks of that page
 * @param retrieved characters of all retrieved chunks, those of other pages included
 */
export function scoreRetrieved(
  excerpts: readonly Span[],
  own: readonly Span[],
  retrieved: number,
): TokenScores {
  const wanted = unionOf(excerpts);
  const length = lengthOf(wanted);
  const found = coveredLength(wanted, unionOf(own));
  return {
    recall: found / length,
    precision: retrieved === 0 ? 0 : found / retrieved,
    iou: found / (retrieved + length - found),
  };
}

/**
 * Precision Ω: the precision of a retriever that returns every chunk with a part of an excerpt, and no other.
 *
 * Its denominator is, as published, the union of those chunks and of what of the excerpts no chunk covers.
 *
 * @param chunks those chunks
 */
export function precisionOmega(excerpts: readonly Span[], chunks: readonly Span[]): number {
  const wanted = unionOf(excerpts);
  return coveredLength(wanted, unionOf(chunks)) / lengthOf(unionOf([...chunks, ...excerpts]));
}

/**
 * Which chunks hold a part of an excerpt.
 *
 * @param shared fewest characters in common; 0, as published, takes a chunk that ends where an excerpt starts
 */
export function chunksWithExcerpt<T extends Span>(
  excerpts: readonly Span[],
  chunks: readonly T[],
  shared: number,
): T[] {
  return chunks.filter((chunk) =>
    excerpts.some(
      (excerpt) => Math.min(chunk.end, excerpt.end) - Math.max(chunk.start, excerpt.start) >= shared,
    ),
  );
}

function coveredLength(spans: readonly Span[], union: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + overlapLength(span, union), 0);
}
