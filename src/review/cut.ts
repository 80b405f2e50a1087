import type { Chunk } from "../chunking/index.js";
import type { Block } from "../markdown/index.js";
import type { AnswerSpan } from "./miss.js";

/** What a cut goes through: a block of some kind, or the space between two blocks. */
export type CutThrough = Block["kind"] | "between_blocks";

/** Where an answer was cut first. */
export interface Cut {
  /** Offset into the page: the start of the chunk that goes on. */
  readonly at: number;
  readonly through: CutThrough;
  /** Whether a passage itself is cut, and not only one passage from another. */
  readonly in_quote: boolean;
  /** In how many chunks the answer lies. */
  readonly chunks: number;
}

/**
 * Where the cut fell that keeps an answer from being whole in any chunk.
 *
 * @param chunks the arm's chunks of the answer's page, in page order
 * @returns null where no cut does: the answer lies outside of what is chunked, such as in front matter
 */
export function cutOf({ page, start, end, quotes }: AnswerSpan, chunks: readonly Chunk[]): Cut | null {
  const touched = chunks.filter((chunk) => chunk.start < end && start < chunk.end);
  const at = touched.map((chunk) => chunk.start).find((each) => start < each && each < end);
  if (at === undefined) return null;
  const inQuote = quotes.some((quote) => quote.start < at && at < quote.end);
  const block = page.blocks.find((each) => each.start < at && at < each.end);
  return { at, through: block?.kind ?? "between_blocks", in_quote: inQuote, chunks: touched.length };
}
