import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { BUILTIN_MODEL } from "../../embedding/index.js";
import { cacheFolder } from "../../study/index.js";

let tokenizer: Tokenizer | undefined;
const counts = new Map<string, number>();

/**
 * How many word pieces the built-in model makes of a text, [CLS] and [SEP] included: 2 for an empty text.
 *
 * Unlike an embedder's `countTokens` it doesn't wait for anything, as a strategy is a plain function. The model must
 * have been set up (`seamlab model`).
 *
 * @throws Error of the file system where the model isn't there
 */
export function wordPieceCount(text: string): number {
  const known = counts.get(text);
  if (known !== undefined) return known;
  tokenizer ??= new Tokenizer(modelFile("tokenizer.json"), modelFile("tokenizer_config.json"));
  const count = tokenizer.encode(text.toWellFormed()).ids.length;
  counts.set(text, count);
  return count;
}

/** Whether the model has been set up, so that its word pieces can be counted. */
export function hasWordPieces(): boolean {
  return existsSync(modelPath("tokenizer.json"));
}

function modelFile(name: string): object {
  return JSON.parse(readFileSync(modelPath(name), "utf8"));
}

function modelPath(name: string): string {
  return path.join(cacheFolder(), "models", BUILTIN_MODEL, name);
}
