import { Worker } from "node:worker_threads";
import { EmbeddingError } from "./errors.js";
import type { WorkerReply, WorkerRequest, WorkerSettings } from "./worker-protocol.js";

/** After an abort the batches that are being computed get this long to finish, so that they aren't lost. */
const GRACE_MS = 700;

/**
 * Worker threads with a model each. They are started when there is work for them and kept for later.
 *
 * An idle pool does not keep the process alive.
 */
export class WorkerPool {
  readonly #settings: WorkerSettings;
  readonly #program: URL;
  #workers: Worker[] = [];

  /** @param program the worker's module, another one only in tests */
  constructor(settings: WorkerSettings, program = new URL("./worker.js", import.meta.url)) {
    this.#settings = settings;
    this.#program = program;
  }

  /**
   * Has requests answered, each by the next idle worker.
   *
   * @param requests in the order in which they are begun
   * @param size most workers at work at a time
   * @param onReply called for each reply as it comes, in any order
   * @throws EmbeddingError if a request fails or a worker ends; what `onReply` throws; the signal's reason.
   *   No more requests are begun then; an abort waits for those that are under way, but less than a second.
   */
  async run(
    requests: readonly WorkerRequest[],
    size: number,
    onReply: (index: number, reply: WorkerReply) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    signal?.throwIfAborted();
    let next = 0;
    let stopped = false;
    const lane = async (worker: Worker): Promise<void> => {
      worker.ref();
      try {
        while (!stopped && next < requests.length) {
          const index = next++;
          const request = requests[index];
          if (request === undefined) break;
          const reply = await ask(worker, request);
          if (reply.type === "failed")
            throw new EmbeddingError(`The embedding model failed:\n${reply.message}`);
          onReply(index, reply);
        }
      } catch (error) {
        stopped = true;
        throw error;
      } finally {
        worker.unref();
      }
    };
    const workers = this.#start(Math.min(size, requests.length));
    const lanes = workers.map(lane);
    const all = Promise.allSettled(lanes);
    if (signal !== undefined) {
      const finished = await raceAbort(all, signal, () => {
        stopped = true;
      });
      if (!finished) await this.terminate();
    }
    for (const outcome of await all) {
      if (outcome.status === "rejected" && !signal?.aborted) throw outcome.reason;
    }
    signal?.throwIfAborted();
  }

  #start(size: number): Worker[] {
    while (this.#workers.length < size) {
      // Without the parent's command-line flags: some are not allowed in workers.
      const worker = new Worker(this.#program, { workerData: this.#settings, execArgv: [] });
      worker.unref();
      // Whoever waits for an answer hears of these too; a worker that nobody waits for is simply gone.
      worker.on("error", () => undefined);
      worker.once("exit", () => {
        this.#workers = this.#workers.filter((other) => other !== worker);
      });
      this.#workers.push(worker);
    }
    return this.#workers.slice(0, size);
  }

  /** Ends all workers at once, in the middle of whatever they do. */
  async terminate(): Promise<void> {
    const workers = this.#workers;
    this.#workers = [];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  /** Lets the workers free their models and end. */
  async close(): Promise<void> {
    const workers = this.#workers;
    this.#workers = [];
    await Promise.all(
      workers.map((worker) => {
        const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
        worker.ref();
        const request: WorkerRequest = { type: "close" };
        worker.postMessage(request);
        return ended;
      }),
    );
  }
}

/** Sends one request and waits for the answer, or for the worker's end. */
function ask(worker: Worker, request: WorkerRequest): Promise<WorkerReply> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
    };
    const onMessage = (reply: WorkerReply): void => {
      done();
      resolve(reply);
    };
    const onError = (error: unknown): void => {
      done();
      const reason = error instanceof Error ? error.message : String(error);
      reject(new EmbeddingError(`An embedding worker failed:\n${reason}`, { cause: error }));
    };
    const onExit = (code: number): void => {
      done();
      reject(
        new EmbeddingError(
          `An embedding worker ended unexpectedly (exit code ${code}).\n` +
            "What was embedded so far is in the cache: run it again. If it happens again, is there enough memory?",
        ),
      );
    };
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    worker.postMessage(request);
  });
}

/** Waits for `work`; once the signal aborts, only for {@link GRACE_MS} more. @returns whether `work` finished */
async function raceAbort(work: Promise<unknown>, signal: AbortSignal, onAbort: () => void): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let listener: (() => void) | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    listener = () => {
      onAbort();
      timer = setTimeout(() => resolve(false), GRACE_MS);
    };
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
  });
  try {
    return await Promise.race([work.then(() => true), tooLong]);
  } finally {
    clearTimeout(timer);
    if (listener !== undefined) signal.removeEventListener("abort", listener);
  }
}
