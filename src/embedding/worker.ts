/**
 * The worker thread that runs a local model: one single-threaded ONNX Runtime session each, because several small ones
 * beat one large one, and because the native call blocks its thread.
 */
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import {
  AutoModel,
  AutoTokenizer,
  env,
  LogLevel,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  Tensor,
} from "@huggingface/transformers";
import { reasonOf } from "./errors.js";
import { poolStates } from "./pooling.js";
import { type Framing, framingOf } from "./tokens.js";
import type {
  EmbedReply,
  TokeniseReply,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
} from "./worker-protocol.js";

const settings: WorkerSettings = workerData;

// A folder anywhere: its parent is the place of models, its name the model.
env.localModelPath = path.dirname(settings.folder);
env.allowRemoteModels = false;
env.useFSCache = false;
env.logLevel = LogLevel.NONE;
const modelName = path.basename(settings.folder);

let tokenizer: Promise<{ encode: (text: string) => number[]; framing: Framing }> | undefined;
let model: Promise<PreTrainedModel> | undefined;

async function loadTokenizer(): Promise<{ encode: (text: string) => number[]; framing: Framing }> {
  const loaded: PreTrainedTokenizer = await AutoTokenizer.from_pretrained(modelName);
  const encode = (text: string): number[] => loaded.encode(text);
  return { encode, framing: framingOf(encode(""), encode("a")) };
}

function loadModel(): Promise<PreTrainedModel> {
  return AutoModel.from_pretrained(modelName, {
    dtype: settings.dtype,
    device: "cpu",
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  });
}

async function tokenise(texts: readonly string[]): Promise<TokeniseReply> {
  tokenizer ??= loadTokenizer();
  const { encode, framing } = await tokenizer;
  const lists = texts.map((text) => encode(text));
  const lengths = lists.map((list) => list.length);
  const ids = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let offset = 0;
  for (const list of lists) {
    ids.set(list, offset);
    offset += list.length;
  }
  return { type: "tokens", ids, lengths, framing };
}

async function embed(ids: Int32Array, count: number): Promise<EmbedReply> {
  model ??= loadModel();
  const loaded = await model;
  const length = ids.length / count;
  const shape = [count, length];
  const tensors = {
    input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
  };
  const output: Record<string, Tensor> = await loaded(tensors);
  try {
    const states = output.last_hidden_state ?? output.token_embeddings;
    if (states === undefined) {
      throw new Error(`the model gives ${Object.keys(output).join(", ")}, but no last_hidden_state`);
    }
    const dimension = states.dims[2] ?? 0;
    const data = states.data;
    if (!(data instanceof Float32Array)) throw new Error(`the model gives ${states.type}, not float32`);
    return { type: "vectors", vectors: poolStates(data, length, dimension, settings.pooling) };
  } finally {
    for (const tensor of [...Object.values(output), ...Object.values(tensors)]) tensor.dispose();
  }
}

async function answer(request: WorkerRequest): Promise<void> {
  if (request.type === "close") {
    // A model that failed to load has nothing to dispose of.
    await model?.then(
      (loaded) => loaded.dispose(),
      () => undefined,
    );
    parentPort?.close();
    return;
  }
  let reply: WorkerReply;
  try {
    reply =
      request.type === "tokenise" ? await tokenise(request.texts) : await embed(request.ids, request.count);
  } catch (error) {
    reply = { type: "failed", message: reasonOf(error) };
  }
  parentPort?.postMessage(reply, buffersOf(reply));
}

/** What can be handed over instead of being copied. */
function buffersOf(reply: WorkerReply): ArrayBuffer[] {
  if (reply.type === "failed") return [];
  const { buffer } = reply.type === "tokens" ? reply.ids : reply.vectors;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

parentPort?.on("message", (request: WorkerRequest) => void answer(request));
