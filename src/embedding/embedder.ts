import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Engine, EngineEvents } from "./engine.js";
import { EmbeddingError } from "./errors.js";
import { progressReporter } from "./progress.js";
import type { EmbedderSettings, LongTexts, Pooling, TextKind } from "./settings.js";
import { Turns } from "./turns.js";
import type { VectorCache } from "./vector-cache.js";
import type { CachedVector } from "./vector-entry.js";
import { vectorKey } from "./vector-key.js";

/** What determines an embedder's vectors; goes into the manifest of a run as it is. */
export interface EmbedderDescription {
  model: string;
  /** What the model's files are: a hash; for a remote model the configured revision, or else its endpoint. */
  revision: string;
  dtype: string;
  pooling: Pooling;
  /** Special tokens included. A remote model cuts where it likes. */
  max_tokens: number;
  long_texts: LongTexts;
  query_prefix: string;
  text_prefix: string;
  /** Width of the vectors; absent until it is known. */
  dimension?: number;
}

/** How far a call of `embed` has got. Only what was not in the cache counts. */
export interface EmbedProgress {
  /** Distinct texts embedded. */
  done: number;
  /** Distinct texts to embed. */
  total: number;
  /**
   * Tokens embedded, after truncation: the measure of work for estimates of time. For a remote model, whose tokens
   * nobody knows, a quarter of the characters.
   */
  doneTokens: number;
  totalTokens: number;
}

/** How to embed. */
export interface EmbedOptions {
  /** Decides the prefix. Default `text`. */
  kind?: TextKind | undefined;
  /** Rejects the call with the signal's reason within about a second. What was embedded until then is kept. */
  signal?: AbortSignal | undefined;
  /** Called at most five times a second, and once at the end. */
  onProgress?: ((progress: EmbedProgress) => void) | undefined;
}

/** What `embed` gives. */
export interface Embedded {
  /** One per text, in their order, L2-normalised. Equal texts may share one: don't write to them. */
  vectors: Float32Array[];
  /** Tokens of each text, prefix and special tokens included, BEFORE truncation; null for a remote model. */
  tokens: (number | null)[];
  /** Number of distinct texts that were not in the cache and were embedded now. */
  fresh: number;
}

/** Text in, vectors out. Made by `openEmbedder`. */
export interface Embedder {
  readonly description: EmbedderDescription;
  /** Indexes of the texts that are not in the cache: what `embed` would have to compute. */
  missing(texts: readonly string[], kind?: TextKind): Promise<number[]>;
  /**
   * The vectors of texts: from the cache, or computed and put there batch by batch.
   *
   * The model is prepared when first needed. Calls that overlap are done one after the other.
   *
   * @throws ModelUnavailableError, RemoteEmbedderError, VectorCacheError, EmbeddingError; the signal's reason
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Embedded>;
  /** Tokens of texts as of {@link Embedded.tokens}, without embedding them. */
  countTokens(texts: readonly string[], kind?: TextKind, signal?: AbortSignal): Promise<(number | null)[]>;
  /** Frees the model and closes the cache. */
  close(): Promise<void>;
}

/** What {@link CachedEmbedder} is made of. */
export interface EmbedderParts {
  settings: EmbedderSettings;
  revision: string;
  /** Where it is known beforehand. */
  dimension: number | undefined;
  cache: VectorCache;
  /** Prepares the model. Called when a vector is missing; again if it failed. */
  prepare: (signal: AbortSignal | undefined) => Promise<Engine>;
  /** Aborts everything, beside each call's own signal. */
  signal: AbortSignal | undefined;
}

/** Look-ups in the cache between two pauses in which others (a notebook's display, an abort) get a turn. */
const LOOKUPS_PER_TURN = 1000;

/** An {@link Engine} behind the vector cache. */
export class CachedEmbedder implements Embedder {
  readonly #parts: EmbedderParts;
  readonly #turns = new Turns();
  #engine: Engine | undefined;
  #dimension: number | undefined;
  #closed = false;

  constructor(parts: EmbedderParts) {
    this.#parts = parts;
    this.#dimension = parts.dimension;
  }

  get description(): EmbedderDescription {
    const { settings, revision } = this.#parts;
    const { model, dtype, pooling, max_tokens, long_texts, query_prefix, text_prefix } = settings;
    const fields = { model, revision, dtype, pooling, max_tokens, long_texts, query_prefix, text_prefix };
    return this.#dimension === undefined ? fields : { ...fields, dimension: this.#dimension };
  }

  async missing(texts: readonly string[], kind: TextKind = "text"): Promise<number[]> {
    this.#checkOpen();
    const found = await this.#lookUp(texts, this.#keys(texts, kind));
    return texts.flatMap((_, index) => (found[index] === undefined ? [index] : []));
  }

  embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Embedded> {
    const signal = this.#signal(options.signal);
    return this.#turns.take(() => this.#embed(texts, { ...options, signal }), signal);
  }

  countTokens(
    texts: readonly string[],
    kind: TextKind = "text",
    ownSignal?: AbortSignal,
  ): Promise<(number | null)[]> {
    const signal = this.#signal(ownSignal);
    return this.#turns.take(async () => {
      this.#checkOpen();
      const found = await this.#lookUp(texts, this.#keys(texts, kind), signal);
      const unknown = [...new Set(texts.filter((_, index) => found[index] === undefined))];
      const counts = new Map<string, number | null>();
      if (unknown.length > 0) {
        const engine = await this.#prepared(signal);
        const counted = await engine.countTokens(this.#prefixed(unknown, kind), signal);
        unknown.forEach((text, i) => {
          counts.set(text, counted[i] ?? null);
        });
      }
      return texts.map((text, index) => found[index]?.tokens ?? counts.get(text) ?? null);
    }, signal);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turns.take(async () => {
      await this.#engine?.close();
      await this.#parts.cache.close();
    });
  }

  async #embed(texts: readonly string[], options: EmbedOptions): Promise<Embedded> {
    this.#checkOpen();
    const { kind = "text", signal, onProgress } = options;
    const keys = this.#keys(texts, kind);
    const cached = await this.#lookUp(texts, keys, signal);
    const entries = new Map<string, CachedVector>();
    const missing = new Map<string, string>();
    texts.forEach((text, index) => {
      const key = keys[index] ?? "";
      const entry = cached[index];
      if (entry === undefined) missing.set(key, text);
      else entries.set(key, entry);
    });
    if (missing.size > 0) {
      const engine = await this.#prepared(signal);
      const newKeys = [...missing.keys()];
      const inputs = this.#prefixed([...missing.values()], kind);
      await this.#compute(engine, newKeys, inputs, entries, signal, onProgress);
    }
    const all = keys.map((key) => {
      const entry = entries.get(key);
      if (entry === undefined) throw new EmbeddingError("The embedding model left out a text.");
      return entry;
    });
    for (const { vector } of all) this.#checkDimension(vector.length);
    return {
      vectors: all.map((entry) => entry.vector),
      tokens: all.map((entry) => entry.tokens),
      fresh: missing.size,
    };
  }

  /** Embeds texts and stores them as they come. */
  async #compute(
    engine: Engine,
    keys: readonly string[],
    inputs: readonly string[],
    entries: Map<string, CachedVector>,
    signal: AbortSignal | undefined,
    onProgress: ((progress: EmbedProgress) => void) | undefined,
  ): Promise<void> {
    const { cache } = this.#parts;
    const progress: EmbedProgress = { done: 0, total: inputs.length, doneTokens: 0, totalTokens: 0 };
    const report = progressReporter(onProgress);
    const writes: Promise<void>[] = [];
    let writeError: unknown;
    const events: EngineEvents = {
      planned: (totalTokens) => {
        progress.totalTokens = totalTokens;
        report(progress);
      },
      embedded: (vectors, tokens) => {
        // Vectors that can't be kept are not worth computing.
        if (writeError !== undefined) throw writeError;
        const batch = vectors.map(({ index, vector, tokens }): [string, CachedVector] => {
          return [keys[index] ?? "", { vector, tokens }];
        });
        for (const [key, entry] of batch) {
          this.#checkDimension(entry.vector.length);
          entries.set(key, entry);
        }
        const write = cache.put(batch).catch((error: unknown) => {
          writeError ??= error;
        });
        writes.push(write);
        progress.done += batch.length;
        progress.doneTokens += tokens;
        report(progress);
      },
    };
    try {
      await engine.embed(inputs, events, signal);
    } finally {
      await Promise.all(writes);
      await cache.settle();
    }
    if (writeError !== undefined) throw writeError;
  }

  async #prepared(signal: AbortSignal | undefined): Promise<Engine> {
    this.#engine ??= await this.#parts.prepare(signal);
    return this.#engine;
  }

  async #lookUp(
    texts: readonly string[],
    keys: readonly string[],
    signal?: AbortSignal,
  ): Promise<(CachedVector | undefined)[]> {
    const found: (CachedVector | undefined)[] = [];
    for (let index = 0; index < texts.length; index++) {
      found.push(this.#parts.cache.get(keys[index] ?? ""));
      if (index % LOOKUPS_PER_TURN === LOOKUPS_PER_TURN - 1) {
        await yieldToOthers();
        signal?.throwIfAborted();
      }
    }
    return found;
  }

  #keys(texts: readonly string[], kind: TextKind): string[] {
    const { settings, revision } = this.#parts;
    const { model, dtype, pooling, max_tokens, long_texts } = settings;
    const prefix = this.#prefix(kind);
    // What a remote model does by itself doesn't depend on our settings.
    const ours = settings.endpoint === undefined ? { pooling, max_tokens, long_texts } : {};
    return texts.map((text) => vectorKey({ model, revision, dtype, ...ours, prefix, text }));
  }

  #prefixed(texts: readonly string[], kind: TextKind): string[] {
    return texts.map((text) => this.#prefix(kind) + text);
  }

  #prefix(kind: TextKind): string {
    const { query_prefix, text_prefix } = this.#parts.settings;
    return kind === "query" ? query_prefix : text_prefix;
  }

  #signal(own: AbortSignal | undefined): AbortSignal | undefined {
    const { signal } = this.#parts;
    if (signal === undefined || own === undefined) return signal ?? own;
    return AbortSignal.any([signal, own]);
  }

  #checkDimension(dimension: number): void {
    this.#dimension ??= dimension;
    if (dimension === this.#dimension) return;
    const { model } = this.#parts.settings;
    throw new EmbeddingError(
      `The model ${model} gave vectors of ${this.#dimension} and of ${dimension} dimensions.\n` +
        "Some are probably in the cache from an earlier model of that name: set embedder.revision to a new value\n" +
        "(any text) in study.json.",
    );
  }

  #checkOpen(): void {
    if (this.#closed) throw new EmbeddingError("This embedder has been closed.");
  }
}
