import path from "node:path";
import { ModelUnavailableError } from "../../embedding/index.js";
import type { SweepSettings } from "../config.js";
import { toCsv } from "../csv.js";
import { readStudy, type StudyInputs } from "../inputs.js";
import { Pipeline } from "../pipeline.js";
import { resultsFolderOf } from "../places.js";
import { Policy } from "../policy.js";
import { type Against, openResultsFolder, writeAndCompare } from "../result-files.js";
import type { RunOptions } from "../run.js";
import { type ScoreRow, scoreColumns } from "../scores.js";
import { StudyError } from "../study-error.js";
import type { ChoiceRow } from "./choices.js";
import type { SweepCost } from "./cost.js";
import { evaluateSweep, sweepManifest } from "./evaluate-sweep.js";
import { type Grids, gridsOf } from "./grid.js";
import { coarseFirst } from "./order.js";
import { type SweepRow, sweepColumns } from "./rows.js";
import { sweepMetrics } from "./sweep-metrics.js";
import { type TunedRow, tunedColumns } from "./tuned.js";

/** A sweep, scored and evaluated. */
export interface ScoredSweep {
  readonly grids: Grids;
  readonly scores: readonly ScoreRow[];
  readonly rows: readonly SweepRow[];
  readonly choices: readonly ChoiceRow[];
  readonly tuned: readonly TunedRow[];
  readonly costs: readonly SweepCost[];
  /** What determines it, as JSON. */
  readonly manifest: string;
  /** Texts that had to be embedded. */
  readonly fresh: number;
}

/** A sweep whose results are written. */
export interface SweepResult extends ScoredSweep {
  readonly inputs: StudyInputs;
  readonly resultsFolder: string;
  readonly against: Against | null;
}

export interface SweepOptions extends RunOptions {
  /** A grid in place of the study's own. */
  readonly sweep?: SweepSettings;
  /** Told what the sweep goes through, before anything is embedded. */
  readonly onGrids?: (grids: Grids, study: StudyInputs) => void;
}

/**
 * Score every cell of a study's `sweep`, choose among them honestly, and write the results.
 *
 * The units are embedded once and each distinct text of all cells once; what was embedded is kept, so a sweep that is
 * stopped, or killed, goes on from there and ends in the same bytes. Cells are finished coarse first.
 *
 * @throws StudyError, CorpusError where something is wrong that a person can mend; `signal.reason` when stopped
 */
export async function runSweep(studyFolder: string, options: SweepOptions = {}): Promise<SweepResult> {
  const resultsFolder = path.resolve(options.resultsFolder ?? resultsFolderOf(studyFolder));
  options.onEvent?.({ kind: "step", text: `reading ${studyFolder}` });
  const inputs = await readStudy(studyFolder, new Date().toISOString().slice(0, 10), options.signal);
  await gridsOf({ ...inputs.config, sweep: options.sweep ?? inputs.config.sweep }, studyFolder);
  await openResultsFolder(resultsFolder);
  const scored = await scoreSweep(inputs, studyFolder, options);
  const { rows, choices, tuned, scores, manifest, grids } = scored;
  const files = {
    "sweep.csv": toCsv(rows, sweepColumns(grids.grids)),
    "sweep_choices.csv": toCsv(choices),
    // An earlier sweep's comparisons would be read as this one's.
    "sweep_tuned.csv": toCsv(tuned, tunedColumns),
    "sweep_scores.csv": toCsv(scores, scoreColumns),
    "sweep_manifest.json": manifest,
  };
  const against = await writeAndCompare(resultsFolder, files);
  return { ...scored, inputs, resultsFolder, against };
}

/**
 * Score every cell of a sweep and choose among them, without writing anything but vectors.
 *
 * @throws StudyError where the grid is wrong or there is no model; `signal.reason` when stopped
 */
export async function scoreSweep(
  study: StudyInputs,
  studyFolder: string,
  { sweep = study.config.sweep, signal, onEvent = () => {}, onGrids }: SweepOptions = {},
): Promise<ScoredSweep> {
  const config = { ...study.config, sweep };
  const grids = await gridsOf(config, studyFolder);
  onGrids?.(grids, study);
  const metrics = sweepMetrics(config.metrics, grids.grids);
  const arms = coarseFirst(grids.grids).map(({ arm }) => arm);
  const inputs = { ...study, arms, config: { ...config, metrics } };
  const pipeline = new Pipeline(inputs, onEvent, signal, { withoutRankings: true, measured: true });
  try {
    await pipeline.execute();
  } catch (error) {
    if (!(error instanceof ModelUnavailableError)) throw error;
    throw new StudyError(
      `${error.message}\n\nnothing was written: results are written when every cell is scored`,
    );
  } finally {
    await pipeline.texts?.close();
  }
  const evaluated = await evaluateSweep(inputs, grids, pipeline, new Policy(config.statistics), {
    onEvent,
    ...(signal ? { signal } : {}),
  });
  const manifest = sweepManifest(inputs, grids, pipeline, evaluated.costs);
  return { grids, ...evaluated, manifest, fresh: pipeline.texts?.fresh ?? 0 };
}
