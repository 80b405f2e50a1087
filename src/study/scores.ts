import { type Chunk, chunkId } from "../chunking/index.js";
import { isHolder, type Metric, type Retrieved } from "../evaluation/index.js";
import type { Question } from "../questions/index.js";
import type { Scored } from "../retrieval/index.js";
import type { ChunkedArm } from "./chunked-arm.js";
import type { Retriever } from "./config.js";

/** Where a metric is about the chunks alone, such as `split`. */
export const noRetriever = "none";

/** One row of `scores.csv`: a question's score under an arm and a retriever. */
export interface ScoreRow {
  readonly retriever: Retriever | typeof noRetriever;
  readonly arm: string;
  readonly question: string;
  /** The question's page: its cluster. */
  readonly page: string;
  readonly type: string;
  readonly metric: string;
  readonly value: number;
}

/** The columns of `scores.csv`. */
export const scoreColumns = ["retriever", "arm", "question", "page", "type", "metric", "value"] as const;

/** One row of `rankings.csv`. */
export interface RankingRow {
  readonly retriever: Retriever;
  readonly arm: string;
  readonly question: string;
  readonly rank: number;
  readonly chunk: string;
  readonly score: number;
}

/** An arm's whole ranking of its chunks for each question, best first. */
export type Rankings = readonly (readonly Scored[])[];

/**
 * Scores of every question under an arm: for metrics of the ranking with a retriever, for the others once.
 *
 * @param tokens word pieces of each chunk's embedded text, where they are known
 */
export function scoreArm(
  { arm, chunks }: ChunkedArm,
  retriever: Retriever | typeof noRetriever,
  questions: readonly Question[],
  metrics: readonly Metric[],
  rankings: Rankings,
  tokens?: readonly (number | null)[],
): ScoreRow[] {
  const tokenCounts = new Map(tokens?.map((count, i) => [chunks[i], count]));
  const wanted = metrics.filter(({ ranked }) => ranked === (retriever !== noRetriever));
  return questions.flatMap((question, i) => {
    const retrieved: Retrieved = {
      question,
      ranking: (rankings[i] ?? []).map(({ index }) => chunks[index]),
      chunks,
      tokensOf: (chunk) => tokenCounts.get(chunk) ?? null,
    };
    return wanted.flatMap((metric): ScoreRow[] => {
      const value = metric.score(retrieved);
      if (value === null) return [];
      const { id, url, type } = question;
      return [{ retriever, arm: arm.name, question: id, page: url, type, metric: metric.name, value }];
    });
  });
}

/** How much of a ranking is written. */
const rankingDepth = 50;

export function rankingRows(
  { arm, chunks }: ChunkedArm,
  retriever: Retriever,
  questions: readonly Question[],
  rankings: Rankings,
): RankingRow[] {
  return questions.flatMap(({ id }, i) =>
    rankings[i].slice(0, rankingDepth).map(({ index, score }, position) => {
      return {
        retriever,
        arm: arm.name,
        question: id,
        rank: position + 1,
        chunk: chunkId(chunks[index]),
        score,
      };
    }),
  );
}

/** For each question the spans that hold its answer, as a key: two arms whose keys differ can differ on it. */
export function holderKeys({ chunks }: ChunkedArm, questions: readonly Question[]): Map<string, string> {
  const byPage = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const known = byPage.get(chunk.page);
    if (known === undefined) byPage.set(chunk.page, [chunk]);
    else known.push(chunk);
  }
  return new Map(
    questions.map((question) => {
      const pages = new Set(question.answers.map(({ url }) => url));
      const holders = [...pages].flatMap((url) =>
        (byPage.get(url) ?? []).filter((chunk) => isHolder(chunk, question)),
      );
      return [question.id, holders.map(({ page, start, end }) => `${page} ${start} ${end}`).join("\n")];
    }),
  );
}
