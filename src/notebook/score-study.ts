import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { counted, durationText, whole } from "../report/index.js";
import type { RunEvent, StudyResult } from "../study/index.js";
import { CellError } from "./friendly-error.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";
import { ProgressDisplay } from "./progress.js";
import type { ScoredStudy, ScoreMessage, ScoreRequest } from "./score-worker.js";

/** How long the thread may take to stop by itself; computing intervals, it would not look up for many seconds. */
const stopMilliseconds = 600;

/**
 * Score every arm of the study, as `npx seamlab run` does, with progress below the cell. What was embedded before
 * isn't embedded again. Results are written to the study's results folder.
 *
 * It is done in a thread of its own: the kernel stays responsive, and an interrupt stops it within a second whatever
 * it is at.
 *
 * @throws CellError where arms can't be scored, as there is no model; and see `withInterrupt`
 */
export function scoreStudy(study: NotebookStudy): Promise<StudyResult> {
  return withInterrupt(async (signal) => {
    const started = Date.now();
    const progress = new ProgressDisplay();
    const result = await scoreApart(study, signal, (event) => show(progress, event));
    if (result.incomplete !== null) throw new CellError(result.incomplete);
    const { folder, resultsFolder, vectors, ...inputs } = study;
    progress.end(`${describe(study, result)}; ${durationText((Date.now() - started) / 1000)}`);
    return { ...result, inputs };
  });
}

async function scoreApart(
  { folder, resultsFolder }: NotebookStudy,
  signal: AbortSignal,
  onEvent: (event: RunEvent) => void,
): Promise<ScoredStudy> {
  const request: ScoreRequest = { folder, resultsFolder };
  const worker = new Worker(new URL("./score-worker.js", import.meta.url), { workerData: request });
  const ended = once(worker, "exit");
  const stop = async (): Promise<void> => {
    worker.postMessage("stop");
    await Promise.race([ended, delay(stopMilliseconds)]);
    await worker.terminate();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<ScoredStudy>((resolve, reject) => {
      worker.on("message", (message: ScoreMessage) => {
        if (message.kind === "event") onEvent(message.event);
        else if (message.kind === "result") resolve(message.result);
        else reject(new CellError(message.text));
      });
      worker.once("error", reject);
      worker.once("exit", () => reject(signal.reason ?? new Error("scoring ended without a result")));
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function show(progress: ProgressDisplay, event: RunEvent): void {
  if (event.kind === "progress") progress.update(event.text, event.done, event.total, event.unit);
  else if (event.kind === "step") progress.step(event.text);
  else if (event.kind === "arm") progress.step(`${event.arm}, ${event.retriever}: scored`);
}

/** `8 arms scored on 79 questions; nothing had to be embedded; results equal to the committed ones`. */
function describe({ questions }: NotebookStudy, { chunk_stats, fresh, against }: ScoredStudy): string {
  const embedded = fresh === 0 ? "nothing had to be embedded" : `${whole(fresh)} texts were embedded`;
  const same = against?.differences.length === 0 ? "results equal to" : "results not equal to";
  const compared = against === null ? [] : [`${same} the ${against.origin} ones`];
  const scored = `${counted(chunk_stats.length, "arm")} scored on ${counted(questions.length, "question")}`;
  return [scored, embedded, ...compared].join("; ");
}
