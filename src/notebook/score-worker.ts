import { parentPort, workerData } from "node:worker_threads";
import { writeReport } from "../report/index.js";
import { runReviewedStudy } from "../review/index.js";
import type { RunEvent, StudyResult } from "../study/index.js";
import { CellError, friendly } from "./friendly-error.js";

/*
 * Scores a study in a thread of its own (see `scoreStudy`). Any message to it asks it to stop.
 */

/** What the thread is given. */
export interface ScoreRequest {
  readonly folder: string;
  readonly resultsFolder: string;
}

/** A result without what it was made from: strategies are functions, and don't pass between threads. */
export type ScoredStudy = Omit<StudyResult, "inputs">;

/** What the thread tells. */
export type ScoreMessage =
  | { readonly kind: "event"; readonly event: RunEvent }
  | { readonly kind: "result"; readonly result: ScoredStudy }
  /** Something that a person can mend; any other error is thrown. */
  | { readonly kind: "fault"; readonly text: string };

async function score({ folder, resultsFolder }: ScoreRequest, signal: AbortSignal): Promise<ScoreMessage> {
  try {
    const onEvent = (event: RunEvent): void => tell({ kind: "event", event });
    const { inputs, ...result } = await runReviewedStudy(folder, { signal, resultsFolder, onEvent });
    if (result.incomplete === null) await writeReport(resultsFolder);
    return { kind: "result", result };
  } catch (error) {
    const told = friendly(error);
    if (told instanceof CellError) return { kind: "fault", text: told.message };
    throw error;
  }
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
