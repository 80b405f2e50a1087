import { BATCH_TOKENS, planBatches, slicesBySize } from "./batches.js";
import type { Engine, EngineEvents, NewVector } from "./engine.js";
import { EmbeddingError } from "./errors.js";
import { meanOfWindows } from "./pooling.js";
import type { EmbedderSettings } from "./settings.js";
import { cutToSequences, type Framing } from "./tokens.js";
import { WorkerPool } from "./worker-pool.js";
import type { EmbedRequest, TokeniseRequest } from "./worker-protocol.js";

/** Tokenising goes at about a million characters a second: slices of a few hundredths of a second. */
const SLICE_CHARACTERS = 30_000;
const SLICE_TEXTS = 500;
/** A worker more is worth its start (about a second of a core) from this much text on. */
const CHARACTERS_PER_WORKER = 30_000;

/** A text as token ids, untruncated. */
interface Tokenised {
  ids: Int32Array;
  framing: Framing;
}

/** One run of the model: a text, or a window of a long one. */
interface Sequence {
  text: number;
  window: number;
  ids: Int32Array;
}

/**
 * Runs a model from a folder in worker threads.
 *
 * Vectors don't depend on the order of the texts, on what else is embedded with them, or on the number of workers.
 */
export class LocalEngine implements Engine {
  readonly #settings: EmbedderSettings;
  readonly #pool: WorkerPool;
  readonly #workers: number;

  /** @param workers most threads at a time */
  constructor(folder: string, settings: EmbedderSettings, workers: number) {
    this.#settings = settings;
    this.#workers = workers;
    this.#pool = new WorkerPool({ folder, dtype: settings.dtype, pooling: settings.pooling });
  }

  async embed(texts: readonly string[], events: EngineEvents, signal?: AbortSignal): Promise<void> {
    const { max_tokens, long_texts, dtype } = this.#settings;
    const tokenised = await this.#tokenise(texts, signal);
    const sequences = tokenised.flatMap(({ ids, framing }, text) =>
      cutToSequences(ids, framing, max_tokens, long_texts).map(
        (sequence, window): Sequence => ({ text, window, ids: sequence }),
      ),
    );
    events.planned(sequences.reduce((sum, { ids }) => sum + ids.length, 0));

    // The vectors of dynamically quantised models depend on their batch mates.
    const batchTokens = dtype === "q8" ? 1 : BATCH_TOKENS;
    const plan = planBatches(
      sequences.map(({ ids }) => ids.length),
      batchTokens,
    );
    const batches = plan.map((indexes) => indexes.flatMap((index) => sequences[index] ?? []));
    const windows = new WindowCollector(sequences, texts);
    await this.#pool.run(
      batches.map(toRequest),
      this.#workersFor(texts),
      (index, reply) => {
        const batch = batches[index];
        if (batch === undefined || reply.type !== "vectors") throw new EmbeddingError("Unexpected answer.");
        const dimension = reply.vectors.length / batch.length;
        const finished = batch.flatMap((sequence, row) => {
          const vector = reply.vectors.slice(row * dimension, (row + 1) * dimension);
          return windows.add(sequence, vector);
        });
        const vectors = finished.map(({ text, vector }): NewVector => {
          return { index: text, vector, tokens: tokenised[text]?.ids.length ?? null };
        });
        events.embedded(
          vectors,
          batch.reduce((sum, { ids }) => sum + ids.length, 0),
        );
      },
      signal,
    );
  }

  async countTokens(texts: readonly string[], signal?: AbortSignal): Promise<number[]> {
    return (await this.#tokenise(texts, signal)).map(({ ids }) => ids.length);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #tokenise(texts: readonly string[], signal?: AbortSignal): Promise<Tokenised[]> {
    const sizes = texts.map((text) => text.length);
    const slices = slicesBySize(sizes, SLICE_CHARACTERS, SLICE_TEXTS);
    const requests = slices.map(([start, end]): TokeniseRequest => {
      // Half a surrogate pair has no UTF-8 and would stop some tokenisers.
      return { type: "tokenise", texts: texts.slice(start, end).map((text) => text.toWellFormed()) };
    });
    const found: Tokenised[][] = [];
    await this.#pool.run(
      requests,
      this.#workersFor(texts),
      (index, reply) => {
        if (reply.type !== "tokens") throw new EmbeddingError("Unexpected answer.");
        const { ids, framing } = reply;
        let offset = 0;
        found[index] = reply.lengths.map((length) => {
          offset += length;
          return { ids: ids.subarray(offset - length, offset), framing };
        });
      },
      signal,
    );
    return found.flat();
  }

  #workersFor(texts: readonly string[]): number {
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    return Math.min(this.#workers, 1 + Math.floor(characters / CHARACTERS_PER_WORKER));
  }
}

function toRequest(batch: readonly Sequence[]): EmbedRequest {
  const length = batch[0]?.ids.length ?? 0;
  const ids = new Int32Array(batch.length * length);
  batch.forEach((sequence, row) => {
    ids.set(sequence.ids, row * length);
  });
  return { type: "embed", ids, count: batch.length };
}

/** Holds back the windows of long texts until all of a text's are there. */
class WindowCollector {
  readonly #texts: readonly string[];
  readonly #lengths = new Map<number, number[]>();
  readonly #vectors = new Map<number, Float32Array[]>();
  readonly #missing = new Map<number, number>();

  constructor(sequences: readonly Sequence[], texts: readonly string[]) {
    this.#texts = texts;
    for (const { text, ids } of sequences) {
      const lengths = this.#lengths.get(text) ?? [];
      lengths.push(ids.length);
      this.#lengths.set(text, lengths);
      this.#missing.set(text, lengths.length);
    }
  }

  /** @returns the text's vector if this was the last window that was missing */
  add(sequence: Sequence, vector: Float32Array): { text: number; vector: Float32Array }[] {
    const { text, window } = sequence;
    const lengths = this.#lengths.get(text) ?? [];
    if (lengths.length === 1) return [{ text, vector: this.#checked(text, vector) }];
    const vectors = this.#vectors.get(text) ?? [];
    vectors[window] = vector;
    this.#vectors.set(text, vectors);
    const missing = (this.#missing.get(text) ?? 0) - 1;
    this.#missing.set(text, missing);
    if (missing > 0) return [];
    this.#vectors.delete(text);
    return [{ text, vector: this.#checked(text, meanOfWindows(vectors, lengths)) }];
  }

  #checked(text: number, vector: Float32Array | undefined): Float32Array {
    if (vector === undefined || Number.isNaN(vector[0])) {
      const start = JSON.stringify(this.#texts[text]?.slice(0, 60));
      throw new EmbeddingError(
        `The model gives no usable vector (zero or not finite) for the text that begins ${start}.`,
      );
    }
    return vector;
  }
}
