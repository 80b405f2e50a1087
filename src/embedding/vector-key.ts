import { createHash } from "node:crypto";
import type { LongTexts, Pooling } from "./settings.js";

/** Everything that a vector depends on. */
export interface VectorKeyFields {
  /** Name of the model, as configured. */
  model: string;
  /** What the model's files are: a hash of them, or for a remote model the name of what is served. */
  revision: string;
  dtype: string;
  /** Default `mean`. */
  pooling?: Pooling;
  /** Default 512. */
  max_tokens?: number;
  /** Default `truncate`. */
  long_texts?: LongTexts;
  prefix: string;
  text: string;
}

/** Raise when vectors are computed differently, so that old ones are not found any more. */
const KEY_VERSION = "vector/1";

/**
 * The key of a vector in the cache: SHA-256 of everything that changes the vector.
 *
 * The fields are encoded as a JSON list, so that no two of them can run together ("Close " + "the lid." is not
 * "" + "Close the lid."), and lone surrogates keep their identity, which UTF-8 alone would lose.
 *
 * @returns 64 hexadecimal digits
 */
export function vectorKey(fields: VectorKeyFields): string {
  const { model, revision, dtype, pooling = "mean", max_tokens = 512, long_texts = "truncate" } = fields;
  const list = [
    KEY_VERSION,
    model,
    revision,
    dtype,
    pooling,
    max_tokens,
    long_texts,
    fields.prefix,
    fields.text,
  ];
  return createHash("sha256").update(JSON.stringify(list)).digest("hex");
}
