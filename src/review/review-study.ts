import { ModelUnavailableError } from "../embedding/index.js";
import {
  type FinishedPipeline,
  Pipeline,
  type ResultFiles,
  type RunOptions,
  readResultFile,
  readStudy,
  resultsFolderOf,
  runStudy,
  type StudyInputs,
  type StudyResult,
  toCsv,
} from "../study/index.js";
import { findMisses, type Misses } from "./find-misses.js";
import { type Judgement, judgedTags, placeOf } from "./judgement.js";
import { lossColumns } from "./loss-table.js";
import { missColumns, missRow } from "./miss-rows.js";
import { removeRemedies } from "./remedy-file.js";
import type { Reviewable } from "./review-csv.js";
import { readReview } from "./review-file.js";
import { suggestTags } from "./suggest-tags.js";
import { sweepHits } from "./sweep-hits.js";
import type { TaggedMiss } from "./tag.js";
import { type HitsBySetting, tagCases } from "./tag-cases.js";

/** A study's misses, why each happened, and what may be wrong. */
export interface Review extends Omit<Misses, "misses"> {
  readonly misses: readonly TaggedMiss[];
  /** What a person said in `review.csv`. */
  readonly judgements: readonly Judgement[];
}

/**
 * Review a scored run.
 *
 * @param hitsBySetting what settings beyond the study's own arms find, such as those of a sweep
 * @throws StudyError where `review.csv` names what the study doesn't have; `signal.reason` when stopped
 */
export async function reviewRun(run: FinishedPipeline, hitsBySetting?: HitsBySetting): Promise<Review> {
  const { inputs, studyFolder } = run;
  const judgements = await readReview(studyFolder, reviewable(inputs));
  const { misses, ...rest } = await findMisses(run);
  const cases = await tagCases(misses, run, hitsBySetting);
  const tagged = cases.map((each) => {
    const suggested = { miss: each.miss, suggestions: suggestTags(each) };
    const names = suggested.suggestions.map(({ tag }) => tag);
    return { ...suggested, tags: judgedTags(placeOf(each.miss), names, judgements) };
  });
  return { ...rest, misses: tagged, judgements };
}

const reviewable = (inputs: StudyInputs): Reviewable => ({
  ...inputs,
  retrievers: inputs.config.retrievers,
});

/** The files of a review that are committed: no text of the pages is in them. */
export function reviewFiles({ misses, losses }: Review): ResultFiles {
  return {
    "misses.csv": toCsv(misses.map(missRow), missColumns),
    "losses.csv": toCsv(losses, lossColumns),
  };
}

/**
 * As `runStudy`, with the review's files among those that are written. A fault of `review.csv` ends it before anything is
 * embedded. Remedies that were measured on results which have changed since are removed.
 */
export async function runReviewedStudy(studyFolder: string, options: RunOptions = {}): Promise<StudyResult> {
  const resultsFolder = options.resultsFolder ?? resultsFolderOf(studyFolder);
  const furtherFiles = async (run: FinishedPipeline): Promise<ResultFiles> =>
    reviewFiles(await reviewRun(run, await sweepHits(resultsFolder, run.inputs)));
  const check = (inputs: StudyInputs): Promise<unknown> => readReview(studyFolder, reviewable(inputs));
  // What a run says it differs from are the committed results; the remedies are of those that stand in the folder.
  const before = await measuredOn(resultsFolder);
  const result = await runStudy(studyFolder, { ...options, check, furtherFiles });
  if ((await measuredOn(resultsFolder)) !== before && (await removeRemedies(result.resultsFolder))) {
    const text = `remedies.csv was of other results and is removed; npx seamlab misses ${studyFolder} --remedies measures them anew`;
    options.onEvent?.({ kind: "note", text });
  }
  return result;
}

/** What remedies are measured on: the scores, and the misses with their tags. */
async function measuredOn(resultsFolder: string): Promise<string> {
  const read = (name: string): Promise<string | null> => readResultFile(resultsFolder, name);
  return JSON.stringify(await Promise.all(["scores.csv", "misses.csv"].map(read)));
}

/** A review with the study that it is of. */
export interface StudyReview extends Review {
  readonly inputs: StudyInputs;
  /** Why retrievers or arms are missing; null where everything was looked at. */
  readonly incomplete: string | null;
}

/**
 * Review a study from its folder: score it anew, which takes seconds where its texts have been embedded before, and
 * look for the reason of each miss. Nothing is written.
 *
 * Where there is no embedding model, what BM25 misses is reviewed, and the result says what is missing.
 *
 * @throws StudyError, CorpusError where something is wrong that a person can mend; `signal.reason` when stopped
 */
export async function reviewStudy(
  studyFolder: string,
  { signal, onEvent = () => {}, resultsFolder = resultsFolderOf(studyFolder) }: RunOptions = {},
): Promise<StudyReview> {
  const inputs = await readStudy(studyFolder, new Date().toISOString().slice(0, 10), signal);
  const pipeline = new Pipeline(inputs, onEvent, signal);
  let incomplete: string | null = null;
  try {
    await pipeline.execute().catch((error: unknown) => {
      if (!(error instanceof ModelUnavailableError)) throw error;
      incomplete = error.message;
    });
    const run = { studyFolder, inputs, pipeline, onEvent, ...(signal ? { signal } : {}) };
    const hits = await sweepHits(resultsFolder, inputs);
    return { ...(await reviewRun(run, hits)), inputs, incomplete };
  } finally {
    await pipeline.texts?.close();
  }
}
