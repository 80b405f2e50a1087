import os from "node:os";
import path from "node:path";
import { ModelUnavailableError } from "../embedding/index.js";
import { toCsv } from "./csv.js";
import { type Evaluated, evaluate } from "./evaluate.js";
import { pageColumns, pageRows, questionColumns, questionRows } from "./input-rows.js";
import { readStudy, type StudyInputs } from "./inputs.js";
import { manifestOf } from "./manifest.js";
import { pairedColumns } from "./paired.js";
import { Pipeline } from "./pipeline.js";
import { resultsFolderOf } from "./places.js";
import { Policy } from "./policy.js";
import {
  type Against,
  openResultsFolder,
  type ResultFiles,
  writeAndCompare,
  writeResults,
} from "./result-files.js";
import type { RunEvent } from "./run-event.js";
import { scoreColumns } from "./scores.js";
import { summaryColumns } from "./summary.js";

export interface RunOptions {
  /** Stops between batches; what was embedded is kept, and the next run goes on from there. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Where results are written; by default `results/<study>` (see `resultsFolderOf`). */
  readonly resultsFolder?: string;
  /** Looked at before anything is cut or embedded; what it throws ends the run. */
  readonly check?: (inputs: StudyInputs) => Promise<unknown>;
  /** Further files to commit, made from a scored run while its vectors are at hand. Not asked where it is incomplete. */
  readonly furtherFiles?: (run: FinishedPipeline) => Promise<ResultFiles>;
}

/** A study whose arms are scored, before its embedder is closed. */
export interface FinishedPipeline {
  readonly studyFolder: string;
  readonly inputs: StudyInputs;
  readonly pipeline: Pipeline;
  readonly onEvent: (event: RunEvent) => void;
  readonly signal?: AbortSignal;
}

export interface StudyResult extends Evaluated {
  readonly inputs: StudyInputs;
  readonly resultsFolder: string;
  /** Why arms or retrievers are missing; null where everything was run and written. */
  readonly incomplete: string | null;
  /** Texts that had to be embedded. */
  readonly fresh: number;
  /** How the results compare with those that stood there before; null where there were none or nothing was written. */
  readonly against: Against | null;
}

/**
 * Run a study from its folder: frozen pages in, scores, intervals, differences and a verdict out, and all of it
 * written to the results folder.
 *
 * What needs no embedding is scored first. Vectors are kept as they come, so an interrupted run loses nothing. Where
 * there is no embedding model, what can be run without is run, the result says what is missing, and nothing is
 * written over results that may be whole.
 *
 * @param studyFolder holds `study.json`
 * @throws StudyError, CorpusError where something is wrong that a person can mend; `signal.reason` when stopped
 */
export async function runStudy(studyFolder: string, options: RunOptions = {}): Promise<StudyResult> {
  const started = new Date();
  const resultsFolder = path.resolve(options.resultsFolder ?? resultsFolderOf(studyFolder));
  const onEvent = options.onEvent ?? (() => {});
  onEvent({ kind: "step", text: `reading ${studyFolder}` });
  const inputs = await readStudy(studyFolder, started.toISOString().slice(0, 10), options.signal);
  await options.check?.(inputs);
  // After reading, so that a study that isn't there leaves no folder behind; before anything is embedded.
  await openResultsFolder(resultsFolder);
  for (const text of inputs.notes) onEvent({ kind: "note", text });
  const { length: warnings } = inputs.warnings;
  if (warnings > 0) {
    const shown = `npx seamlab check ${studyFolder}`;
    onEvent({
      kind: "note",
      text: `${warnings} warning${warnings === 1 ? "" : "s"} about the test set: ${shown}`,
    });
  }

  const policy = new Policy(inputs.config.statistics);
  const pipeline = new Pipeline(inputs, onEvent, options.signal);
  let incomplete: string | null = null;
  let further: ResultFiles = {};
  try {
    await pipeline.execute();
    const { signal } = options;
    const run = { studyFolder, inputs, pipeline, onEvent, ...(signal ? { signal } : {}) };
    further = (await options.furtherFiles?.(run)) ?? {};
  } catch (error) {
    if (!(error instanceof ModelUnavailableError)) throw error;
    incomplete = error.message;
  } finally {
    await pipeline.texts?.close();
  }
  onEvent({ kind: "step", text: "computing intervals and differences" });
  const evaluated = await evaluate(inputs, pipeline, policy, onEvent, options.signal);
  const result = {
    inputs,
    ...evaluated,
    resultsFolder,
    incomplete,
    fresh: pipeline.texts?.fresh ?? 0,
    against: null,
  };
  if (incomplete !== null) return result;

  const files = { ...committedFiles(inputs, pipeline, evaluated), ...further };
  const against = await writeAndCompare(resultsFolder, files);
  await writeResults(resultsFolder, uncommittedFiles(pipeline, started));
  return { ...result, against };
}

/** The files that stand for a run: made of its inputs alone, the same bytes each time. */
function committedFiles(inputs: StudyInputs, pipeline: Pipeline, evaluated: Evaluated): ResultFiles {
  const arms = pipeline.chunkedArms().map(({ arm }) => arm);
  return {
    "scores.csv": toCsv(evaluated.scores, scoreColumns),
    "summary.csv": toCsv(evaluated.summary, summaryColumns),
    "paired.csv": toCsv(evaluated.paired, pairedColumns),
    "interactions.csv": toCsv(evaluated.interactions),
    "chunk_stats.csv": toCsv(evaluated.chunk_stats),
    "pages.csv": toCsv(pageRows(inputs), pageColumns),
    "questions.csv": toCsv(questionRows(inputs), questionColumns),
    "verdict.json": `${JSON.stringify(evaluated.verdict, null, 1)}\n`,
    "manifest.json": manifestOf(inputs, arms, pipeline.texts?.identity ?? null),
  };
}

/** Large, holding others' text, or different on every run: written, and left out of the repository. */
function uncommittedFiles(pipeline: Pipeline, started: Date): ResultFiles {
  const run = {
    started: started.toISOString(),
    seconds: (Date.now() - started.getTime()) / 1000,
    texts_embedded: pipeline.texts?.fresh ?? 0,
    node: process.version,
    cpu: os.cpus()[0]?.model,
    cores: os.availableParallelism(),
  };
  return {
    "chunks.csv": toCsv(pipeline.chunkRows()),
    "units.csv": toCsv(pipeline.unitRows()),
    "rankings.csv": toCsv(pipeline.rankings),
    "run.json": `${JSON.stringify(run, null, 1)}\n`,
  };
}
