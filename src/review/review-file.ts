import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "../corpus/index.js";
import type { Judgement, ReviewRow } from "./judgement.js";
import { parseReview, type Reviewable, withChanged, withoutQuestions, withRows } from "./review-csv.js";

/** Where a study keeps what people say of its tags. */
export const reviewFileOf = (studyFolder: string): string => path.join(studyFolder, "review.csv");

/** A study's judgements; none where there is no `review.csv`. @throws StudyError, see `parseReview` */
export async function readReview(studyFolder: string, study: Reviewable): Promise<Judgement[]> {
  const text = await textOf(studyFolder);
  return text === null ? [] : parseReview(text, study, reviewFileOf(studyFolder));
}

function textOf(studyFolder: string): Promise<string | null> {
  return readFile(reviewFileOf(studyFolder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/**
 * Add rows to a study's `review.csv`, for a person to fill in. No row that is there is changed.
 *
 * @returns how many were added
 */
export async function addRows(studyFolder: string, rows: readonly ReviewRow[]): Promise<number> {
  if (rows.length > 0)
    await writeAtomically(reviewFileOf(studyFolder), withRows((await textOf(studyFolder)) ?? "", rows));
  return rows.length;
}

/**
 * Write one judgement into a study's `review.csv`: into the row that is about the same question, arm, retriever and
 * tag, or else a row of its own at the end.
 *
 * @throws StudyError where it, or a row of the file, names what the study doesn't have
 */
export async function writeJudgement(
  studyFolder: string,
  judgement: Judgement,
  study: Reviewable,
): Promise<void> {
  const csv = (await textOf(studyFolder)) ?? "";
  const file = reviewFileOf(studyFolder);
  const known = parseReview(csv, study, file);
  const at = known.findIndex((each) => keyOf(each) === keyOf(judgement));
  const next = at === -1 ? withRows(csv, [{ ...judgement, evidence: "" }]) : withChanged(csv, at, judgement);
  parseReview(next, study, file);
  await writeAtomically(file, next);
}

/**
 * Take the rows about questions that a study no longer has out of its `review.csv`, which a run would refuse. Nothing is
 * written where there are none.
 */
export async function dropJudgements(studyFolder: string, questions: readonly string[]): Promise<void> {
  const csv = await textOf(studyFolder);
  if (csv === null || questions.length === 0) return;
  const next = withoutQuestions(csv, new Set(questions));
  if (next !== csv) await writeAtomically(reviewFileOf(studyFolder), next);
}

function keyOf({ question, arm, retriever, tag }: Judgement): string {
  return JSON.stringify([question, arm, retriever, tag]);
}
