import { parentPort, workerData } from "node:worker_threads";
import { type SweepFolder, type SweepManifest, writeReport } from "../report/index.js";
import { runReviewedStudy } from "../review/index.js";
import {
  parseSweepSettings,
  type RunEvent,
  readStudy,
  type StudyResult,
  scoreSweep,
} from "../study/index.js";
import { CellError, friendly } from "./friendly-error.js";

/*
 * Scores a study, or a grid of settings, in a thread of its own (see `scoreApart`). Any message to it asks it to stop.
 */

/** What the thread is given: a study to score and write, or a grid to score. */
export type ScoreRequest =
  | { readonly task: "study"; readonly folder: string; readonly resultsFolder: string }
  | { readonly task: "sweep"; readonly folder: string; readonly sweep: object };

/** A result without what it was made from: strategies are functions, and don't pass between threads. */
export type ScoredStudy = Omit<StudyResult, "inputs">;

/** A scored grid, as its tables and figures want it. */
export interface TunedStudy extends SweepFolder {
  /** Texts that had to be embedded. */
  readonly fresh: number;
}

/** What each task ends in. */
export interface Results {
  readonly study: ScoredStudy;
  readonly sweep: TunedStudy;
}

/** What the thread tells. */
export type ScoreMessage<Result = Results[keyof Results]> =
  | { readonly kind: "event"; readonly event: RunEvent }
  | { readonly kind: "result"; readonly result: Result }
  /** Something that a person can mend; any other error is thrown. */
  | { readonly kind: "fault"; readonly text: string };

async function score(request: ScoreRequest, signal: AbortSignal): Promise<ScoreMessage> {
  try {
    const result =
      request.task === "study" ? await scoreArms(request, signal) : await scoreGrid(request, signal);
    return { kind: "result", result };
  } catch (error) {
    const told = friendly(error);
    if (told instanceof CellError) return { kind: "fault", text: told.message };
    throw error;
  }
}

const onEvent = (event: RunEvent): void => tell({ kind: "event", event });

async function scoreArms(
  { folder, resultsFolder }: ScoreRequest & { task: "study" },
  signal: AbortSignal,
): Promise<ScoredStudy> {
  const { inputs, ...result } = await runReviewedStudy(folder, { signal, resultsFolder, onEvent });
  if (result.incomplete === null) await writeReport(resultsFolder);
  return result;
}

async function scoreGrid(
  { folder, sweep }: ScoreRequest & { task: "sweep" },
  signal: AbortSignal,
): Promise<TunedStudy> {
  const study = await readStudy(folder, new Date().toISOString().slice(0, 10), signal);
  const settings = parseSweepSettings(sweep);
  const { rows, choices, tuned, manifest, fresh } = await scoreSweep(study, folder, {
    ...{ sweep: settings, signal, onEvent },
  });
  return { rows, choices, tuned, manifest: JSON.parse(manifest) as SweepManifest, fresh };
}

function tell(message: ScoreMessage): void {
  parentPort?.postMessage(message);
}

const stop = new AbortController();
parentPort?.once("message", () => stop.abort(new Error("interrupted")));
score(workerData as ScoreRequest, stop.signal).then(
  (message) => {
    tell(message);
    parentPort?.close();
  },
  (error: unknown) => {
    throw error;
  },
);
