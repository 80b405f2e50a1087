import type { Chunk } from "../chunking/index.js";
import type { ParsedPage, Span } from "../markdown/index.js";
import type { Question } from "../questions/index.js";
import type { Arm, Retriever } from "../study/index.js";
import type { Cut } from "./cut.js";

/** How many chunks of a ranking are shown with a miss, and may together cover a procedure. */
export const shownChunks = 5;

export type PagesByUrl = ReadonlyMap<string, ParsedPage>;

/**
 * Why a question is missed, one reason a miss:
 *
 * - `cut`: no chunk holds the answer;
 * - `covered`: the same, but several passages are needed, and the first chunks together hold every one of them;
 * - `diluted`: a chunk holds it and is outranked; less text around the answer would be found;
 * - `lacking_context`: the same; the heading path, or the chunk next to it, would have to be with it;
 * - `retrieval`: the same; nothing that is tried would be found, the paragraph alone included, so that it is a fault of the
 *   question or the retriever rather than of the chunker.
 */
export const reasons = ["cut", "covered", "diluted", "lacking_context", "retrieval"] as const;
export type Reason = (typeof reasons)[number];

/**
 * What is tried in place of the holder: its text with the heading path, or without where the arm has it; cut down to
 * the section that the answer is in; the paragraph, list items, table rows or code block of the answer alone; the
 * holder together with the chunk before or after it. For an answer that is cut, only the paragraph can be tried.
 */
export const trialKinds = [
  "with_path",
  "without_path",
  "own_section",
  "paragraph",
  "merged_before",
  "merged_after",
] as const;
export type TrialKind = (typeof trialKinds)[number];

/** What came of a trial. */
export interface Tried {
  readonly kind: TrialKind;
  /** Rank that the tried text gets among the arm's other chunks; null where it isn't ranked at all. */
  readonly rank: number | null;
  /** Whether the answer would then count as found. */
  readonly found: boolean;
}

/** Where a question's answer stands: the passages of one answer, at one occurrence each. */
export interface AnswerSpan extends Span {
  readonly page: ParsedPage;
  /** In page order; `start` and `end` reach from the first to the last. */
  readonly quotes: readonly Span[];
}

/** A chunk of a ranking. */
export interface RankedChunk extends Chunk {
  readonly score: number;
}

/** A question that an arm misses with a retriever, and why. */
export interface Miss {
  readonly retriever: Retriever;
  readonly arm: Arm;
  readonly question: Question;
  readonly reason: Reason;
  /** Where the answer is; in the holder, where there is one. */
  readonly answer: AnswerSpan;
  /** The best-ranked chunk that holds the answer; null where the chunker cut it. */
  readonly holder: Chunk | null;
  /** The holder's rank in the whole ranking; null where there is none, or it isn't ranked. */
  readonly rank: number | null;
  /** Where the answer was cut; null where it wasn't. */
  readonly cut: Cut | null;
  /** The first chunks of the ranking, best first. */
  readonly top: readonly RankedChunk[];
  readonly tried: readonly Tried[];
  /** The study's other arms that find the answer with the same retriever. */
  readonly hit_by: readonly string[];
}
