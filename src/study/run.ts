import os from "node:os";
import path from "node:path";
import { ModelUnavailableError } from "../embedding/index.js";
import { comparisonsOf } from "./arms.js";
import { type ChunkStats, chunkStats, cutShareLimit } from "./chunk-stats.js";
import { toCsv } from "./csv.js";
import { readStudy, type StudyInputs } from "./inputs.js";
import { type InteractionRow, interactionsOf } from "./interactions.js";
import { manifestOf } from "./manifest.js";
import { comparePairs, type PairedRow, pairedColumns } from "./paired.js";
import { Pipeline } from "./pipeline.js";
import { resultsFolderOf } from "./places.js";
import { Policy } from "./policy.js";
import {
  differencesFrom,
  earlierResults,
  openResultsFolder,
  type ResultFiles,
  writeCommittedResults,
  writeResults,
} from "./result-files.js";
import type { RunEvent } from "./run-event.js";
import { ScoreTable } from "./score-table.js";
import { holderKeys, type ScoreRow, scoreColumns } from "./scores.js";
import { type SummaryRow, summarize, summaryColumns } from "./summary.js";
import { type Verdict, verdictOf } from "./verdict.js";

export interface RunOptions {
  /** Stops between batches; what was embedded is kept, and the next run goes on from there. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Where results are written; by default `results/<study>` (see `resultsFolderOf`). */
  readonly resultsFolder?: string;
}

export interface StudyResult {
  readonly inputs: StudyInputs;
  readonly scores: readonly ScoreRow[];
  readonly summary: readonly SummaryRow[];
  readonly paired: readonly PairedRow[];
  readonly interactions: readonly InteractionRow[];
  readonly chunk_stats: readonly ChunkStats[];
  readonly verdict: Verdict | null;
  readonly resultsFolder: string;
  /** Why arms or retrievers are missing; null where everything was run and written. */
  readonly incomplete: string | null;
  /** Texts that had to be embedded. */
  readonly fresh: number;
  /** How the results compare with those that stood there before; null where there were none or nothing was written. */
  readonly against: {
    readonly origin: "committed" | "earlier";
    readonly differences: readonly string[];
  } | null;
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
  await openResultsFolder(resultsFolder);
  const onEvent = options.onEvent ?? (() => {});
  onEvent({ kind: "step", text: `reading ${studyFolder}` });
  const inputs = await readStudy(studyFolder, started.toISOString().slice(0, 10), options.signal);
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
  const pipeline = new Pipeline(inputs, policy, onEvent, options.signal);
  let incomplete: string | null = null;
  try {
    await pipeline.execute();
  } catch (error) {
    if (!(error instanceof ModelUnavailableError)) throw error;
    incomplete = error.message;
  } finally {
    await pipeline.texts?.close();
  }
  onEvent({ kind: "step", text: "computing intervals and differences" });
  const evaluated = evaluate(inputs, pipeline, policy);
  const result = {
    inputs,
    ...evaluated,
    resultsFolder,
    incomplete,
    fresh: pipeline.texts?.fresh ?? 0,
    against: null,
  };
  if (incomplete !== null) return result;

  const files = committedFiles(inputs, pipeline, evaluated);
  const earlier = await earlierResults(resultsFolder, Object.keys(files));
  const against =
    earlier === null ? null : { origin: earlier.origin, differences: differencesFrom(earlier, files) };
  await writeCommittedResults(resultsFolder, files);
  await writeResults(resultsFolder, uncommittedFiles(pipeline, started));
  return { ...result, against };
}

type Evaluated = Pick<
  StudyResult,
  "scores" | "summary" | "paired" | "interactions" | "chunk_stats" | "verdict"
>;

/** Everything that follows from the scores. */
function evaluate({ config, pages, questions }: StudyInputs, pipeline: Pipeline, policy: Policy): Evaluated {
  const { scores } = pipeline;
  const chunked = pipeline.chunkedArms();
  const table = new ScoreTable(scores);
  const keys = new Map(chunked.map((each) => [each.arm.name, holderKeys(each, questions)]));
  const paired = comparePairs(table, comparisonsOf(config), config.primary, policy, keys);
  const chunk_stats = chunked.map((each) => {
    return chunkStats(each, pages, pipeline.tokensOf(each), config.embedder.max_tokens);
  });
  const cut = chunk_stats.filter(({ cut_share }) => Number(cut_share) > cutShareLimit).map(({ arm }) => arm);
  return {
    scores,
    summary: summarize(table, policy),
    paired,
    interactions: interactionsOf(table, comparisonsOf(config), config.primary, policy),
    chunk_stats,
    verdict: verdictOf(table, paired, config.primary, config.statistics, cut),
  };
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
