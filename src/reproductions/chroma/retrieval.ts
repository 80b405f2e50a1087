import { denseIndex } from "../../retrieval/index.js";
import type { Pool, Positions } from "./pool.js";
import type { ExcerptQuestion } from "./questions.js";
import type { TokenScores } from "./scores.js";

/** How many chunks are retrieved; `min`: as many as hold a part of an excerpt, by the places that are found. */
export type Cutoff = 1 | 5 | 10 | "min";

/** The cutoffs of the published tables. */
export const cutoffs: readonly Cutoff[] = [5, 1, 10, "min"];

/** What a question retrieves: indexes of the pool's chunks, best first. */
export interface Ranking {
  readonly chunks: readonly number[];
  /** The same, the last of equal scores first. */
  readonly reversed: readonly number[];
  /** Whether ranks 5 and 6 have the same score, so that it is the order of chunks that decides which is retrieved. */
  readonly tied: boolean;
}

/**
 * Exact search in a pool for every question, as deep as any cutoff needs.
 *
 * @param queries the questions' vectors
 */
export function rankPool(
  pool: Pool,
  questions: readonly ExcerptQuestion[],
  queries: readonly Float32Array[],
  vectorOf: (text: string) => Float32Array,
): Ranking[] {
  const index = denseIndex(pool.texts.map(vectorOf));
  return questions.map((question, i) => {
    const deepest = deepestCutoff(pool, question);
    const found = index.search(queries[i]);
    const reversed = found.toSorted((a, b) => b.score - a.score || b.index - a.index);
    return {
      chunks: found.slice(0, deepest).map((each) => each.index),
      reversed: reversed.slice(0, deepest).map((each) => each.index),
      tied: found[4].score === found[5].score,
    };
  });
}

function deepestCutoff(pool: Pool, question: ExcerptQuestion): number {
  return Math.max(10, pool.holders(question, "found", 0).length);
}

/** Scores of what is retrieved at a cutoff, question by question. */
export function scoresAt(
  pool: Pool,
  questions: readonly ExcerptQuestion[],
  ranked: readonly (readonly number[])[],
  cutoff: Cutoff,
  positions: Positions,
): TokenScores[] {
  return questions.map((question, i) => {
    const n = cutoff === "min" ? pool.holders(question, "found", 0).length : cutoff;
    return pool.score(question, ranked[i].slice(0, n), positions);
  });
}
