/** The embedding room: text in, vectors out. Everything that other rooms may use is exported here. */
import { availableParallelism, totalmem } from "node:os";
import path from "node:path";
import {
  BUILTIN_DIMENSION,
  BUILTIN_MODEL,
  BUILTIN_REVISION,
  ensureBuiltinModel,
  otherWays,
} from "./builtin-model.js";
import { CachedEmbedder, type Embedder } from "./embedder.js";
import type { Engine } from "./engine.js";
import { EmbeddingError, ModelUnavailableError } from "./errors.js";
import { ensureHubModel, isHubId } from "./hub.js";
import { LocalEngine } from "./local-engine.js";
import { checkMaxTokens, fingerprint, isFolder } from "./model-folder.js";
import { RemoteEngine } from "./remote-engine.js";
import { checkSettings, type EmbedderConfig, type EmbedderSettings } from "./settings.js";
import { openVectorCache } from "./vector-cache.js";

export { BUILTIN_MODEL, type BuiltinModelOptions, ensureBuiltinModel } from "./builtin-model.js";
export type { Embedded, Embedder, EmbedderDescription, EmbedOptions, EmbedProgress } from "./embedder.js";
export {
  EmbeddingError,
  ModelUnavailableError,
  PythonUnavailableError,
  RemoteEmbedderError,
  VectorCacheError,
} from "./errors.js";
export {
  type EnvironmentOptions,
  ensurePythonEnvironment,
  installRequirements,
} from "./python-environment.js";
export type { Dtype, EmbedderConfig, LongTexts, Pooling, RemoteApi, TextKind } from "./settings.js";
export { type VectorKeyFields, vectorKey } from "./vector-key.js";

/** Folders that an embedder uses, and how to follow and stop it. */
export interface EmbedderPlaces {
  /** Holds `vectors`, `models` and `hub`; made if need be; may be deleted at any time. */
  cacheFolder: string;
  /** The project's folder: has the Python environment that sets up the built-in model. */
  projectFolder: string;
  /** Told in a few words about everything that takes long or is unusual: downloads, set-ups, waits. */
  onStep?: ((step: string) => void) | undefined;
  /** Aborts whatever the embedder does, for all its calls. */
  signal?: AbortSignal | undefined;
  /** Most worker threads for a local model. Default: one per core, but at most 16 and one per GiB of memory. */
  workers?: number | undefined;
}

/**
 * Opens an embedder: a model behind the vector cache.
 *
 * The model itself is prepared when a vector is missing for the first time. Opening reads the files of a local model
 * (for their hash), and uses the network only for a model of the hub that has not been downloaded yet.
 *
 * @throws EmbeddingError naming the setting that is wrong; ModelUnavailableError if a model's folder is missing or
 *   incomplete or its download failed; VectorCacheError; the signal's reason
 * @example
 * const embedder = await openEmbedder({ model: "all-MiniLM-L6-v2" }, { cacheFolder: ".cache", projectFolder: "." });
 * const { vectors } = await embedder.embed(["How long does a token stay valid?"], { kind: "query" });
 * await embedder.close();
 */
export async function openEmbedder(config: EmbedderConfig, where: EmbedderPlaces): Promise<Embedder> {
  const settings = checkSettings(config);
  where.signal?.throwIfAborted();
  const workers = where.workers ?? defaultWorkers();
  if (!Number.isInteger(workers) || workers < 1) throw new EmbeddingError(`invalid workers: ${workers}`);
  const model = await findModel(settings, { ...where, workers });
  const cache = await openVectorCache(path.join(where.cacheFolder, "vectors"), where.onStep);
  return new CachedEmbedder({ settings, cache, signal: where.signal, ...model });
}

function defaultWorkers(): number {
  return Math.max(1, Math.min(availableParallelism(), 16, Math.floor(totalmem() / 2 ** 30)));
}

/** What {@link CachedEmbedder} needs to know of a model. */
interface FoundModel {
  revision: string;
  dimension: number | undefined;
  prepare: (signal: AbortSignal | undefined) => Promise<Engine>;
}

async function findModel(
  settings: EmbedderSettings,
  where: EmbedderPlaces & { workers: number },
): Promise<FoundModel> {
  const { model, endpoint, dtype } = settings;
  const { onStep, cacheFolder } = where;
  if (endpoint !== undefined) {
    const prepare = async (): Promise<Engine> => new RemoteEngine(settings, onStep);
    return { revision: settings.revision ?? endpoint, dimension: undefined, prepare };
  }
  if (model === BUILTIN_MODEL) return builtinModel(settings, where);

  const folder = await findFolder(model, where);
  if (folder !== undefined) return folderModel(folder, settings, where.workers);
  if (!isHubId(model)) {
    throw new ModelUnavailableError(`There is no model folder ${model}.\n${otherWays()}`);
  }
  const revision = settings.revision ?? "main";
  const downloaded = await ensureHubModel({
    model,
    revision,
    dtype,
    cacheFolder,
    onStep,
    signal: where.signal,
  });
  return folderModel(downloaded, settings, where.workers);
}

function builtinModel(settings: EmbedderSettings, where: EmbedderPlaces & { workers: number }): FoundModel {
  if (settings.dtype !== "fp32") {
    throw new EmbeddingError(
      `embedder.dtype: "${settings.dtype}" (the built-in model ${BUILTIN_MODEL} exists as fp32 only)`,
    );
  }
  if (settings.max_tokens > 512) {
    throw new EmbeddingError(
      `embedder.max_tokens: ${settings.max_tokens} (${BUILTIN_MODEL} takes at most 512)`,
    );
  }
  const prepare = async (signal: AbortSignal | undefined): Promise<Engine> => {
    const { folder } = await ensureBuiltinModel({ ...where, signal });
    return new LocalEngine(folder, settings, where.workers);
  };
  return { revision: BUILTIN_REVISION, dimension: BUILTIN_DIMENSION, prepare };
}

async function folderModel(folder: string, settings: EmbedderSettings, workers: number): Promise<FoundModel> {
  const revision = await fingerprint(folder, settings.dtype);
  await checkMaxTokens(folder, settings.max_tokens);
  const prepare = async (): Promise<Engine> => new LocalEngine(folder, settings, workers);
  return { revision, dimension: undefined, prepare };
}

/** The folder that a name means; undefined where there is none of that name in the cache folder. */
async function findFolder(model: string, where: EmbedderPlaces): Promise<string | undefined> {
  const isPath = path.isAbsolute(model) || /^\.\.?([/\\]|$)/.test(model);
  const folder = isPath
    ? path.resolve(where.projectFolder, model)
    : path.join(path.resolve(where.cacheFolder), "models", model);
  if (await isFolder(folder)) return folder;
  if (!isPath) return undefined;
  throw new ModelUnavailableError(
    `The model folder ${folder} does not exist (embedder.model in study.json).\n${otherWays()}`,
  );
}
