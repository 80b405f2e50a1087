/**
 * A worker thread that downloads a model from the hub by loading it once, and ends.
 */
import { parentPort, workerData } from "node:worker_threads";
import { AutoConfig, AutoModel, AutoTokenizer, env, LogLevel } from "@huggingface/transformers";
import { reasonOf } from "./errors.js";
import type { HubMessage, HubRequest } from "./hub.js";

const request: HubRequest = workerData;

env.allowLocalModels = false;
env.useFSCache = true;
env.cacheDir = request.hubFolder;
env.logLevel = LogLevel.NONE;
if (request.host !== undefined) env.remoteHost = request.host;

function send(message: HubMessage): void {
  parentPort?.postMessage(message);
}

async function download(): Promise<void> {
  const { model, revision, dtype } = request;
  const progress_callback = (event: { status: string; file?: string; progress?: number }): void => {
    if (event.file === undefined) return;
    if (event.status === "download") send({ type: "progress", file: event.file, percent: 0 });
    if (event.status === "progress")
      send({ type: "progress", file: event.file, percent: event.progress ?? 0 });
  };
  // First, because it says what is wrong where there is no such model; a missing tokeniser is a TypeError.
  await AutoConfig.from_pretrained(model, { revision });
  await AutoTokenizer.from_pretrained(model, { revision, progress_callback }).catch((error: unknown) => {
    throw new Error(`its tokenizer.json and tokenizer_config.json cannot be loaded (${reasonOf(error)})`);
  });
  const session_options = { intraOpNumThreads: 1, interOpNumThreads: 1 };
  const loaded = await AutoModel.from_pretrained(model, {
    revision,
    dtype,
    device: "cpu",
    session_options,
    progress_callback,
  });
  await loaded.dispose();
}

download().then(
  () => send({ type: "done" }),
  (error: unknown) => send({ type: "failed", message: reasonOf(error) }),
);
