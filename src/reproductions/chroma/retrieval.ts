import { parseMetric } from "../../evaluation/index.js";
import type { Question } from "../../questions/index.js";
import { denseIndex } from "../../retrieval/index.js";
import type { Pool, Positions } from "./pool.js";
import type { ExcerptQuestion } from "./questions.js";
import type { TokenScores } from "./scores.js";

/** How many chunks are retrieved; `min`: as many as hold a part of an excerpt, by the places that are found. */
export type Cutoff = 1 | 5 | 10 | "min";

/** The cutoffs of the published tables. */
export const cutoffs: readonly Cutoff[] = [5, 1, 10, "min"];

/** What a question retrieves: indexes of all of the pool's chunks, best first. */
export interface Ranking {
  readonly chunks: readonly number[];
  /** The same, the last of equal scores first. */
  readonly reversed: readonly number[];
  /** Whether ranks 5 and 6 have the same score, so that it is the order of chunks that decides which is retrieved. */
  readonly tied: boolean;
}

/**
 * Exact search in a pool for every question.
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
  return questions.map((_, i) => {
    const found = index.search(queries[i]);
    const reversed = found.toSorted((a, b) => b.score - a.score || b.index - a.index);
    return {
      chunks: found.map((each) => each.index),
      reversed: reversed.map((each) => each.index),
      tied: found[4].score === found[5].score,
    };
  });
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

/**
 * Scores of rankings by one of the project's own metrics, question by question: chunks are where they were cut, and an
 * excerpt is wherever its text is.
 */
export function scoresBy(
  metric: string,
  pool: Pool,
  quoted: readonly Question[],
  ranked: readonly (readonly number[])[],
): number[] {
  const { score } = parseMetric(metric);
  const chunks = pool.chunks.true;
  return quoted.map((question, i) => {
    const ranking = ranked[i].map((index) => chunks[index]);
    return score({ question, ranking, chunks }) ?? 0;
  });
}
