import type { Chunk } from "../../chunking/index.js";
import { isHolder } from "../../evaluation/index.js";
import type { Question } from "../../questions/index.js";
import { type MissRow, namesIn } from "../../review/index.js";
import { noRetriever } from "../../study/index.js";
import { reasonText } from "../miss-text.js";
import type { AnswerData, FoundData, MetricData, MissData, QuestionData } from "./data.js";
import { positions, rounded } from "./positions.js";
import type { RankedChunk, RunRows } from "./run-rows.js";

/** How many chunks of a ranking are shown. */
const shown = 5;

export interface QuestionDataInput {
  readonly questions: readonly Question[];
  readonly rows: Pick<RunRows, "chunks" | "rankings" | "scores">;
  readonly missed: readonly MissRow[];
  readonly arms: readonly string[];
  readonly retrievers: readonly string[];
  readonly metrics: readonly MetricData[];
  readonly urls: readonly string[];
}

/** Each question with its answer's places and, by retriever and arm, what was retrieved and how it scored. */
export function questionData(input: QuestionDataInput): QuestionData[] {
  const { questions, arms, urls } = input;
  const pageAt = positions(urls);
  const chunks = chunksByPlace(input);
  const rankings = rankingsByQuestion(input);
  const scores = scoresByQuestion(input);
  const misses = missesByQuestion(input);
  return questions.map((question, i) => ({
    id: question.id,
    question: question.question,
    type: question.type,
    page: pageAt(question.url),
    answers: question.answers.map(({ url, quotes }): AnswerData => {
      const spans = quotes.map((places) => places.map(({ start, end }) => [start, end] as const));
      return { page: pageAt(url), quotes: spans };
    }),
    pages: question.answers.length > 0 ? [] : question.pages.map(pageAt),
    split: arms.map((_, arm) => isSplit(question, chunks[arm], pageAt)),
    found: rankings[i].map((byArm) =>
      byArm.map((ranking, arm) => foundIn(ranking, question, chunks[arm], pageAt)),
    ),
    scores: scores[i],
    misses: misses[i],
  }));
}

/** An arm's chunks, by page and position on it. */
type PlacedChunks = readonly (readonly Chunk[])[];
type PageAt = (url: string) => number;

function chunksByPlace({ rows, arms, urls }: QuestionDataInput): PlacedChunks[] {
  const armAt = positions(arms);
  const pageAt = positions(urls);
  const byArm = arms.map(() => urls.map((): Chunk[] => []));
  for (const { arm, page, index, start, end } of rows.chunks) {
    const own = byArm[armAt(arm)]?.[pageAt(page)];
    if (own !== undefined) own[index] = { page: urls[pageAt(page)], index, start, end };
  }
  return byArm;
}

function isSplit(question: Question, chunks: PlacedChunks, pageAt: PageAt): boolean {
  if (question.answers.length === 0) return false;
  return !question.answers.some(({ url }) => chunks[pageAt(url)].some((chunk) => isHolder(chunk, question)));
}

/** By question, retriever and arm: the ranking as far as it is kept. */
function rankingsByQuestion({ questions, rows, arms, retrievers }: QuestionDataInput): RankedChunk[][][][] {
  const questionAt = positions(questions.map(({ id }) => id));
  const armAt = positions(arms);
  const retrieverAt = positions(retrievers);
  const table = questions.map(() => retrievers.map(() => arms.map((): RankedChunk[] => [])));
  for (const row of rows.rankings) {
    table[questionAt(row.question)]?.[retrieverAt(row.retriever)]?.[armAt(row.arm)]?.push(row);
  }
  return table;
}

function foundIn(
  ranking: readonly RankedChunk[],
  question: Question,
  chunks: PlacedChunks,
  pageAt: PageAt,
): FoundData {
  const places = ranking.map(({ page, index, score }) => ({ page: pageAt(page), index, score }));
  return {
    rank:
      question.answers.length > 0
        ? 1 + places.findIndex(({ page, index }) => isHolderAt(chunks[page]?.[index], question))
        : rankOfPages(
            places.map(({ page }) => page),
            question.pages.map(pageAt),
          ),
    top: places.slice(0, shown).flatMap(({ page, index, score }) => [page, index, rounded(score, 4)]),
  };
}

function isHolderAt(chunk: Chunk | undefined, question: Question): boolean {
  return chunk !== undefined && isHolder(chunk, question);
}

/** The rank by which each of the expected pages has been met; 0 where one never is. */
function rankOfPages(met: readonly number[], expected: readonly number[]): number {
  const firsts = expected.map((page) => met.indexOf(page) + 1);
  return firsts.includes(0) ? 0 : Math.max(...firsts);
}

/** By question, metric, retriever (one row for metrics without ranking) and arm. */
function scoresByQuestion({ questions, rows, arms, retrievers, metrics }: QuestionDataInput) {
  const questionAt = positions(questions.map(({ id }) => id));
  const armAt = positions(arms);
  const retrieverAt = positions(retrievers);
  const metricAt = positions(metrics.map(({ name }) => name));
  const table = questions.map(() =>
    metrics.map(({ ranked }) =>
      (ranked ? retrievers : [noRetriever]).map(() => arms.map((): number | null => null)),
    ),
  );
  for (const { retriever, arm, question, metric, value } of rows.scores) {
    const row = table[questionAt(question)]?.[metricAt(metric)];
    const cells = row?.[retriever === noRetriever ? 0 : retrieverAt(retriever)];
    if (cells !== undefined && armAt(arm) !== -1) cells[armAt(arm)] = rounded(value, 4);
  }
  return table;
}

/** By question, retriever and arm: why it was missed. */
function missesByQuestion({ questions, missed, arms, retrievers }: QuestionDataInput) {
  const questionAt = positions(questions.map(({ id }) => id));
  const armAt = positions(arms);
  const retrieverAt = positions(retrievers);
  const table = questions.map(() => retrievers.map(() => arms.map((): MissData | null => null)));
  for (const row of missed) {
    const cells = table[questionAt(row.question)]?.[retrieverAt(row.retriever)];
    if (cells === undefined || armAt(row.arm) === -1) continue;
    cells[armAt(row.arm)] = { why: reasonText(row), tags: namesIn(row.tags) };
  }
  return table;
}
