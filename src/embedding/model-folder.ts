import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { sha256OfFile } from "./builtin-model.js";
import { EmbeddingError, ModelUnavailableError } from "./errors.js";
import type { Dtype } from "./settings.js";

/** The file in `onnx/` that transformers.js takes for each number format. */
const MODEL_FILES: Record<Dtype, string> = {
  fp32: "model.onnx",
  fp16: "model_fp16.onnx",
  q8: "model_quantized.onnx",
};
const TEXT_FILES = ["config.json", "tokenizer.json", "tokenizer_config.json"] as const;

/**
 * The files that a model folder must have for a number format, relative to it, with `/`.
 */
export function requiredFiles(dtype: Dtype): string[] {
  return [...TEXT_FILES, `onnx/${MODEL_FILES[dtype]}`];
}

/** Whether there is a folder of that name. */
export async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Those of the {@link requiredFiles} that aren't there. */
export async function missingFiles(folder: string, dtype: Dtype): Promise<string[]> {
  const missing: string[] = [];
  for (const file of requiredFiles(dtype)) {
    const exists = await stat(path.join(folder, file)).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (!exists) missing.push(file);
  }
  return missing;
}

/**
 * What a model in a folder is, for the keys of the vector cache: one hash over all files that decide its vectors.
 *
 * Weights that are kept beside the ONNX file (`model.onnx_data`) are among them. Reads them all: about a second per GB.
 *
 * @throws ModelUnavailableError naming the files that are missing
 */
export async function fingerprint(folder: string, dtype: Dtype): Promise<string> {
  const missing = await missingFiles(folder, dtype);
  if (missing.length > 0) {
    throw new ModelUnavailableError(
      `The model folder ${folder} lacks ${missing.join(", ")}.\n` +
        "It must be laid out as transformers.js expects it: config.json, tokenizer.json and tokenizer_config.json, and\n" +
        `in onnx/ ${Object.entries(MODEL_FILES)
          .map(([name, file]) => `${file} (${name})`)
          .join(", ")}.`,
    );
  }
  const beside = (await readdir(path.join(folder, "onnx")))
    .filter((name) => name.startsWith(`${MODEL_FILES[dtype]}_data`))
    .map((name) => `onnx/${name}`);
  const hash = createHash("sha256");
  for (const file of [...requiredFiles(dtype), ...beside].sort()) {
    hash.update(`${file}\0${await sha256OfFile(path.join(folder, file))}\n`);
  }
  return hash.digest("hex");
}

const TokenizerConfig = z.object({ model_max_length: z.number().optional() });

/**
 * Refuses `max_tokens` that the model cannot take: it would fail at the first long text, after hours perhaps.
 *
 * @throws EmbeddingError quoting both numbers
 */
export async function checkMaxTokens(folder: string, maxTokens: number): Promise<void> {
  const text = await readFile(path.join(folder, "tokenizer_config.json"), "utf8");
  const { model_max_length } = parse(text, folder);
  if (model_max_length !== undefined && maxTokens > model_max_length) {
    throw new EmbeddingError(
      `embedder.max_tokens: ${maxTokens} (the model takes at most ${model_max_length} tokens)`,
    );
  }
}

function parse(text: string, folder: string): z.infer<typeof TokenizerConfig> {
  try {
    return TokenizerConfig.parse(JSON.parse(text));
  } catch (error) {
    throw new ModelUnavailableError(`The model folder ${folder} has a damaged tokenizer_config.json.`, {
      cause: error,
    });
  }
}
