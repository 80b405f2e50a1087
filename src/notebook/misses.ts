import { type Chunk, chunkId } from "../chunking/index.js";
import { headingPath, type ParsedPage, type Span } from "../markdown/index.js";
import type { Question } from "../questions/index.js";
import { counted, readResults, reasonText, type Table } from "../report/index.js";
import {
  answerSpan,
  type Judgement,
  judgedTags,
  type MissRow,
  namesIn,
  readReview,
  shownChunks,
  type Tag,
  writeJudgement,
} from "../review/index.js";
import { StudyError } from "../study/index.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";
import type { RunFiles } from "./run-files.js";

/** A question that an arm misses with a retriever, with what there is to see. */
export interface NotebookMiss {
  readonly question: Question;
  /** Its row of `misses.csv`: the reason, and what says so. */
  readonly row: MissRow;
  /** What holds after a person's word in `review.csv`, as it is now. */
  readonly tags: readonly Tag[];
  /** The answer's quotes, where the reason goes by them: in the best-ranked chunk that holds them, if any does. */
  readonly quotes: readonly Quote[];
  /** The first chunks that were retrieved instead, best first. */
  readonly retrieved: readonly Chunk[];
  /** The chunks that hold part of a quote, or a whole one of several. */
  readonly around: readonly Chunk[];
}

/** A quote at its place. */
export interface Quote extends Span {
  readonly page: ParsedPage;
  readonly path: readonly string[];
}

/** Which misses to read. */
export interface MissesOf {
  readonly retriever: string;
  readonly arm: string;
}

/**
 * The questions that an arm misses with a retriever, as the last run found them.
 *
 * @throws CellError naming the arm where the study has no such one, or what is wrong with `review.csv`
 */
export function missesOf(study: NotebookStudy, files: RunFiles, which: MissesOf): Promise<NotebookMiss[]> {
  return withInterrupt(async () => {
    const { misses } = await readResults(study.resultsFolder);
    const judgements = await readReview(study.folder, reviewable(study));
    return missesIn(study, files, { misses, judgements }, which);
  });
}

function reviewable({ questions, arms, config }: NotebookStudy) {
  return { questions, arms, retrievers: config.retrievers };
}

/** @see missesOf */
export function missesIn(
  study: NotebookStudy,
  files: RunFiles,
  { misses, judgements }: { readonly misses: readonly MissRow[]; readonly judgements: readonly Judgement[] },
  { retriever, arm }: MissesOf,
): NotebookMiss[] {
  const chunks = files.chunksOf(arm);
  if (chunks.length === 0) {
    const known = study.arms.map(({ name }) => name).join(", ");
    throw new StudyError(`no arm ${JSON.stringify(arm)} in the last run; the study's arms are ${known}`);
  }
  const pages = new Map(study.pages.map((page) => [page.url, page]));
  const rows = misses.filter((row) => row.retriever === retriever && row.arm === arm);
  return rows.flatMap((row): NotebookMiss[] => {
    const question = study.questions.find(({ id }) => id === row.question);
    if (question === undefined) return [];
    const holder = chunks.find((chunk) => chunkId(chunk) === row.holder);
    const quotes = quotesOf(question, pages, holder);
    const around = chunks.filter((chunk) =>
      quotes.some((quote) => quote.page.url === chunk.page && overlap(quote, chunk)),
    );
    const retrieved = files.rankingOf(retriever, arm, question.id).slice(0, shownChunks);
    return [
      { question, row, tags: judgedTags(row, namesIn(row.suggested), judgements), quotes, retrieved, around },
    ];
  });
}

/**
 * Say of a tag that it is `confirmed`, `rejected` or `added`: written into the study's `review.csv`, where it comes
 * before every suggestion, now and in later runs. Saying it again changes what was said.
 *
 * @param said `arm` and `retriever` left out mean all of them
 * @throws CellError naming what the study doesn't have, and the nearest that it has
 */
export function judge(
  study: NotebookStudy,
  said: Pick<Judgement, "question" | "tag" | "verdict"> & Partial<Judgement>,
): Promise<void> {
  const judgement = { arm: "", retriever: "", note: "", ...said };
  return withInterrupt(() => writeJudgement(study.folder, judgement, reviewable(study)));
}

function quotesOf(question: Question, pages: ReadonlyMap<string, ParsedPage>, holder?: Chunk): Quote[] {
  const answer = answerSpan(question, pages, holder);
  if (answer === null) return [];
  const { page, quotes } = answer;
  return quotes.map((quote) => ({ ...quote, page, path: headingPath(page, quote.start) }));
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** All misses, one a row. */
export function missesTable(misses: readonly NotebookMiss[], { retriever, arm }: MissesOf): Table {
  return {
    title: `${arm}, ${retriever}: ${counted(misses.length, "question")} missed`,
    header: ["question", "type", "asked", "why", "tags"],
    rows: misses.map(({ question, row, tags }) => {
      return [
        question.id,
        question.type,
        question.question,
        reasonText(row),
        tags.join(", ").replaceAll("_", " "),
      ];
    }),
    notes: [],
  };
}
