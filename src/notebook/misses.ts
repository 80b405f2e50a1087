import type { Chunk } from "../chunking/index.js";
import { firstHolderRank, isHolder } from "../evaluation/index.js";
import { headingPath, type ParsedPage, type Span } from "../markdown/index.js";
import type { Question } from "../questions/index.js";
import { counted, type Table } from "../report/index.js";
import { StudyError } from "../study/index.js";
import type { NotebookStudy } from "./open-study.js";
import type { RunFiles } from "./run-files.js";

/** A question whose answer is not whole in one of the first k chunks. */
export interface Miss {
  readonly question: Question;
  /** `split`: no chunk holds the answer. `ranked`: one does, below the first k. */
  readonly reason: "split" | "ranked";
  /** Rank of the first chunk that holds the answer; null where it is split, or below all that was kept. */
  readonly rank: number | null;
  /** The main answer's quotes, each with the places where it stands. */
  readonly quotes: readonly Quote[];
  /** The first chunks that were retrieved instead, best first. */
  readonly retrieved: readonly Chunk[];
  /** The chunks that hold part of a quote, or a whole one of several. */
  readonly around: readonly Chunk[];
}

/** A quote at its first place. */
export interface Quote extends Span {
  readonly page: ParsedPage;
  readonly path: readonly string[];
}

/** Which misses to read. */
export interface MissesOf {
  readonly retriever: string;
  readonly arm: string;
  /** How many chunks a question gets. */
  readonly k: number;
}

/**
 * The questions that an arm misses with a retriever.
 *
 * @throws StudyError naming the arm where the study has no such one
 */
export function missesOf(study: NotebookStudy, files: RunFiles, { retriever, arm, k }: MissesOf): Miss[] {
  const chunks = files.chunksOf(arm);
  if (chunks.length === 0) {
    const known = study.arms.map(({ name }) => name).join(", ");
    throw new StudyError(`no arm ${JSON.stringify(arm)} in the last run; the study's arms are ${known}`);
  }
  return study.questions.flatMap((question): Miss[] => {
    if (question.answers.length === 0) return [];
    const ranking = files.rankingOf(retriever, arm, question.id);
    const rank = firstHolderRank({ question, ranking });
    if (rank !== null && rank <= k) return [];
    const quotes = quotesOf(study, question);
    const around = chunks.filter((chunk) =>
      quotes.some((quote) => quote.page.url === chunk.page && overlap(quote, chunk)),
    );
    const reason = chunks.some((chunk) => isHolder(chunk, question)) ? "ranked" : "split";
    return [{ question, reason, rank, quotes, retrieved: ranking.slice(0, k), around }];
  });
}

function quotesOf({ pages }: NotebookStudy, { answers }: Question): Quote[] {
  const [main] = answers;
  const page = pages.find(({ url }) => url === main.url);
  if (page === undefined) return [];
  return main.quotes.flatMap(([first]) => {
    return first === undefined ? [] : [{ ...first, page, path: headingPath(page, first.start) }];
  });
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Why the answer is missed, in words. */
export function reasonText({ reason, rank, quotes, around }: Miss): string {
  if (reason === "ranked") return rank === null ? "ranked below 50" : `ranked ${rank}`;
  return quotes.length > 1
    ? `split: its ${quotes.length} passages are in ${counted(around.length, "chunk")}`
    : `split: the quote is cut into ${counted(around.length, "chunk")}`;
}

/** All misses, one a row. */
export function missesTable(
  misses: readonly Miss[],
  { retriever, arm, k }: MissesOf,
  questions: number,
): Table {
  return {
    title: `${arm}, ${retriever}: ${misses.length} of ${counted(questions, "question")} not answered by one of the first ${k} chunks`,
    header: ["question", "type", "asked", "why", "page"],
    rows: misses.map((miss) => {
      const { id, type, question, url } = miss.question;
      return [id, type, question, reasonText(miss), url];
    }),
    notes: [],
  };
}
