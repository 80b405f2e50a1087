import { access, writeFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { otherWays } from "./builtin-model.js";
import { ModelUnavailableError } from "./errors.js";
import { missingFiles } from "./model-folder.js";
import type { Dtype } from "./settings.js";

/** What the download worker is told. */
export interface HubRequest {
  model: string;
  revision: string;
  dtype: Dtype;
  /** Files go to `<hubFolder>/<model>/`, or `<hubFolder>/<model>/<revision>/` for another revision than main. */
  hubFolder: string;
  /** Address of a mirror of the hub. */
  host: string | undefined;
}

/** What the download worker says. */
export type HubMessage =
  | { type: "progress"; file: string; percent: number }
  | { type: "done" }
  | { type: "failed"; message: string };

/** A download is reported each time that it got this much further. */
const REPORT_PERCENT = 25;

/** Whether a name can be that of a model on the hub: `name` or `owner/name`. */
export function isHubId(name: string): boolean {
  return /^[\w.-]+(\/[\w.-]+)?$/.test(name) && !name.includes("..");
}

/**
 * The folder of a model of the hub, downloaded if it isn't in the cache folder yet.
 *
 * What has been downloaded is used without network from then on, also under a branch name: it does not follow
 * the branch. The environment variable HF_ENDPOINT may name a mirror.
 *
 * @throws ModelUnavailableError naming the model, what was tried and what else there is; the signal's reason
 */
export async function ensureHubModel(options: {
  model: string;
  revision: string;
  dtype: Dtype;
  cacheFolder: string;
  onStep?: ((step: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}): Promise<string> {
  const { model, revision, dtype, cacheFolder, onStep, signal } = options;
  const hubFolder = path.join(cacheFolder, "hub");
  const folder = revision === "main" ? path.join(hubFolder, model) : path.join(hubFolder, model, revision);
  // Single files are written whole or not at all, but that all are there is known only after a load.
  const complete = path.join(folder, `complete-${dtype}`);
  const isComplete = await access(complete).then(
    () => true,
    () => false,
  );
  if (isComplete && (await missingFiles(folder, dtype)).length === 0) return folder;

  onStep?.(`downloading the model ${model} from the hub`);
  const host = process.env.HF_ENDPOINT;
  const failure = await download({ model, revision, dtype, hubFolder, host }, onStep, signal);
  signal?.throwIfAborted();
  if (failure !== undefined) {
    throw new ModelUnavailableError(
      `The model ${model} (revision ${revision}, ${dtype}) is not available.\n` +
        `It is not in ${path.join(cacheFolder, "models", model)}, and downloading it from the model hub failed:\n` +
        `${failure}\n` +
        "Check the name, the revision, that it exists in ONNX form for this dtype, and the network connection.\n" +
        otherWays(),
    );
  }
  await writeFile(complete, "");
  return folder;
}

/** @returns why it failed; undefined if it didn't */
async function download(
  request: HubRequest,
  onStep: ((step: string) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const worker = new Worker(new URL("./hub-worker.js", import.meta.url), {
    workerData: request,
    execArgv: [],
  });
  const reported = new Map<string, number>();
  const stop = (): void => void worker.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    return await new Promise<string | undefined>((resolve) => {
      worker.on("message", (message: HubMessage) => {
        if (message.type === "done") resolve(undefined);
        if (message.type === "failed") resolve(message.message);
        if (message.type !== "progress") return;
        const { file, percent } = message;
        if (percent < (reported.get(file) ?? 0) + REPORT_PERCENT) return;
        reported.set(file, percent);
        onStep?.(`downloading ${request.model}: ${file} ${Math.floor(percent)} %`);
      });
      worker.once("error", (error) => resolve(error instanceof Error ? error.message : String(error)));
      worker.once("exit", (code) => resolve(`the download ended unexpectedly (exit code ${code})`));
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
