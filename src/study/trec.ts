import type { Chunk } from "../chunking/index.js";
import { isHolder } from "../evaluation/index.js";
import type { Question } from "../questions/index.js";
import { StudyError } from "./study-error.js";
import { ChunkTable } from "./trec-chunks.js";
import { docId, slugs } from "./trec-names.js";
import { trecReadme } from "./trec-readme.js";

/** A row of `chunks.csv`, as far as it is needed. */
export interface TrecChunk {
  readonly arm: string;
  readonly chunk: string;
  readonly start: number;
  readonly end: number;
}

/** A row of `rankings.csv`, as far as it is needed. */
export interface TrecRanked {
  readonly retriever: string;
  readonly arm: string;
  readonly question: string;
  /** From 1. */
  readonly rank: number;
  readonly chunk: string;
}

/** Stands for the answer of a question that no chunk of an arm holds whole: nothing can retrieve it. */
const noHolder = "no-holder";
/** Stands for the result of a question that a retriever found nothing for: nothing asks for it. */
const nothingFound = "nothing-found";
/** The score of rank 0. */
const topScore = 1000;

/**
 * A study's rankings as TREC run files and its holders as qrels, by file name, so that other tools can score them.
 *
 * Qrels are one file an arm, since each arm has chunks of its own. Three things are written so that any tool comes to
 * the project's own hit@k and MRR@k:
 *
 * - A run's score is 1000 − rank. Tools sort by score, some in single precision, and break ties in ways of their own;
 *   the retriever's scores have ties, which the project has broken already.
 * - A question that no chunk holds (split) has a qrel for the document `no-holder`, or it would be left out of means.
 * - A question that a retriever found nothing for has one line for the document `nothing-found`, for the same reason.
 *
 * White space and percent signs in ids are percent-encoded, since the formats divide fields at white space.
 *
 * @param questions of the study; those about whole pages have no holders and are left out
 * @param chunks every chunk of every arm
 * @returns file name → text; `README.md` says how to score them and which arm a name stands for
 * @throws StudyError where the rankings are about other questions or chunks than these
 */
export function trecFiles(
  questions: readonly Question[],
  chunks: readonly TrecChunk[],
  rankings: readonly TrecRanked[],
): Map<string, string> {
  const table = new ChunkTable(chunks);
  const asked = questions.filter(({ answers }) => answers.length > 0);
  const names = slugs(table.arms);
  const files = new Map<string, string>();
  for (const arm of table.arms) files.set(`qrels.${names.get(arm)}.txt`, qrels(asked, table.of(arm)));
  for (const [key, rows] of byRun(rankings, questions, table)) {
    const [retriever, arm] = JSON.parse(key) as [string, string];
    files.set(`run.${retriever}.${names.get(arm)}.txt`, run(asked, rows, `${retriever}.${names.get(arm)}`));
  }
  files.set("README.md", trecReadme(names, asked.length));
  return files;
}

function qrels(questions: readonly Question[], chunks: ReadonlyMap<string, readonly Chunk[]>): string {
  return lines(
    questions.flatMap((question) => {
      const urls = new Set(question.answers.map(({ url }) => url));
      const holders = [...urls].flatMap((url) =>
        (chunks.get(url) ?? []).filter((chunk) => isHolder(chunk, question)),
      );
      const documents = holders.length === 0 ? [noHolder] : holders.map(docId);
      return documents.map((document) => [docId(question.id), "0", document, "1"]);
    }),
  );
}

function run(
  questions: readonly Question[],
  rows: ReadonlyMap<string, readonly TrecRanked[]>,
  tag: string,
): string {
  return lines(
    questions.flatMap(({ id }) => {
      const found = [...(rows.get(id) ?? [])].sort((a, b) => a.rank - b.rank);
      const documents = found.length === 0 ? [nothingFound] : found.map(({ chunk }) => docId(chunk));
      return documents.map((document, i) => [
        docId(id),
        "Q0",
        document,
        String(i + 1),
        String(topScore - i - 1),
        tag,
      ]);
    }),
  );
}

/** The rankings by retriever and arm, then by question, in the order of the file. */
function byRun(
  rankings: readonly TrecRanked[],
  questions: readonly Question[],
  table: ChunkTable,
): Map<string, Map<string, TrecRanked[]>> {
  const ids = new Set(questions.map(({ id }) => id));
  const runs = new Map<string, Map<string, TrecRanked[]>>();
  for (const row of rankings) {
    if (!ids.has(row.question) || !table.has(row.arm, row.chunk)) {
      throw new StudyError(
        `rankings.csv: question ${JSON.stringify(row.question)}, arm ${JSON.stringify(row.arm)}, chunk ${JSON.stringify(row.chunk)}: no such ${ids.has(row.question) ? "chunk in chunks.csv" : "question in the test set"}; run the study again`,
      );
    }
    const key = JSON.stringify([row.retriever, row.arm]);
    const ofRun = runs.get(key) ?? new Map<string, TrecRanked[]>();
    runs.set(key, ofRun);
    const ofQuestion = ofRun.get(row.question);
    if (ofQuestion === undefined) ofRun.set(row.question, [row]);
    else ofQuestion.push(row);
  }
  return runs;
}

function lines(rows: readonly (readonly string[])[]): string {
  return rows.map((fields) => `${fields.join(" ")}\n`).join("");
}
