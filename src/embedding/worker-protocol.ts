import type { Dtype, Pooling } from "./settings.js";
import type { Framing } from "./tokens.js";

/** What a worker is told when it starts. */
export interface WorkerSettings {
  /** Folder with tokenizer.json, config.json and onnx/model….onnx. */
  folder: string;
  dtype: Dtype;
  pooling: Pooling;
}

/** Count the tokens of texts; they must be well-formed UTF-16. */
export interface TokeniseRequest {
  type: "tokenise";
  texts: string[];
}

/** Embed one batch: `ids` holds `count` sequences of the same length, one after the other. */
export interface EmbedRequest {
  type: "embed";
  ids: Int32Array;
  count: number;
}

/** One job for a worker; it does one at a time and answers each with one {@link WorkerReply}. */
export type WorkerRequest = TokeniseRequest | EmbedRequest | { type: "close" };

/** All token ids of the texts one after the other, untruncated. */
export interface TokeniseReply {
  type: "tokens";
  ids: Int32Array;
  lengths: number[];
  framing: Framing;
}

/** Unit vectors one after the other. */
export interface EmbedReply {
  type: "vectors";
  vectors: Float32Array;
}

export type WorkerReply = TokeniseReply | EmbedReply | { type: "failed"; message: string };
