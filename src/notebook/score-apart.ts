import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { RunEvent } from "../study/index.js";
import { CellError } from "./friendly-error.js";
import type { ProgressDisplay } from "./progress.js";
import type { Results, ScoreMessage, ScoreRequest } from "./score-worker.js";

/** How long the thread may take to stop by itself; computing intervals, it would not look up for many seconds. */
const stopMilliseconds = 600;

/**
 * Do the scoring in a thread of its own: the kernel stays responsive, and an interrupt stops it within a second whatever
 * it is at.
 *
 * @throws CellError where a person can mend what is wrong; the signal's reason
 */
export async function scoreApart<Task extends keyof Results>(
  request: ScoreRequest & { readonly task: Task },
  signal: AbortSignal,
  onEvent: (event: RunEvent) => void,
): Promise<Results[Task]> {
  const worker = new Worker(new URL("./score-worker.js", import.meta.url), { workerData: request });
  const ended = once(worker, "exit");
  const stop = async (): Promise<void> => {
    worker.postMessage("stop");
    await Promise.race([ended, delay(stopMilliseconds)]);
    await worker.terminate();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<Results[Task]>((resolve, reject) => {
      worker.on("message", (message: ScoreMessage<Results[Task]>) => {
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

/** Progress of the scoring below the cell. */
export function showEvent(progress: ProgressDisplay, event: RunEvent): void {
  if (event.kind === "progress") progress.update(event.text, event.done, event.total, event.unit);
  else if (event.kind === "step") progress.step(event.text);
  else if (event.kind === "arm") progress.step(`${event.arm}, ${event.retriever}: scored`);
}
