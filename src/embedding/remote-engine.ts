import { setTimeout as wait } from "node:timers/promises";
import type { Engine, EngineEvents, NewVector } from "./engine.js";
import { EmbeddingError, RemoteEmbedderError } from "./errors.js";
import { unitVector } from "./pooling.js";
import { readVectors } from "./remote-answer.js";
import { type Clock, RemoteClient } from "./remote-client.js";
import type { EmbedderSettings } from "./settings.js";

/** Texts per request until the server says or shows otherwise. */
const BATCH_TEXTS = 32;
/** Characters per request: keeps the body of a request well below what proxies let through. */
const BATCH_CHARACTERS = 100_000;
/** Nobody knows a remote model's tokens; for estimates of time this is good enough. */
const CHARACTERS_PER_TOKEN = 4;

const systemClock: Clock = {
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  random: Math.random,
};

/**
 * A model behind an HTTP endpoint: OpenAI-compatible `/embeddings`, or `/embed` of text-embeddings-inference.
 *
 * Requests go out one after the other, texts of similar length together. A batch that the server finds too large is
 * halved, and later ones stay that small.
 */
export class RemoteEngine implements Engine {
  readonly #settings: EmbedderSettings;
  readonly #client: RemoteClient;
  #batchTexts: number | undefined;
  #dimension: number | undefined;

  /**
   * @param settings with an `endpoint`
   * @param clock replaced in tests
   * @throws EmbeddingError if the environment variable for the key isn't set
   */
  constructor(settings: EmbedderSettings, onStep?: (step: string) => void, clock: Clock = systemClock) {
    const { endpoint, api_key_env } = settings;
    if (endpoint === undefined) throw new EmbeddingError("embedder.endpoint is missing.");
    const key = api_key_env === undefined ? undefined : process.env[api_key_env]?.trim();
    if (api_key_env !== undefined && (key === undefined || key === "")) {
      throw new EmbeddingError(
        `embedder.api_key_env names the environment variable ${api_key_env}, but it is not set.\n` +
          "Set it to the key before starting.",
      );
    }
    this.#settings = settings;
    this.#client = new RemoteClient({ ...settings, endpoint, key, onStep, clock });
  }

  async embed(texts: readonly string[], events: EngineEvents, signal?: AbortSignal): Promise<void> {
    const order = texts.map((_, index) => index);
    order.sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0) || a - b);
    events.planned(order.reduce((sum, index) => sum + workOf(texts[index]), 0));
    this.#batchTexts ??= (await this.#client.batchLimit(signal)) ?? BATCH_TEXTS;
    let next = 0;
    while (next < order.length) {
      const batch = takeBatch(order, next, texts, this.#batchTexts);
      const inputs = batch.map((index) => (texts[index] ?? "").toWellFormed());
      const answer = await this.#client.embed(inputs, signal);
      if (answer === "too large") {
        if (batch.length === 1) throw this.#tooLong(inputs[0] ?? "");
        this.#batchTexts = Math.floor(batch.length / 2);
        continue;
      }
      const vectors = this.#check(readVectors(this.#settings.api, answer, batch.length), inputs);
      const found = batch.map((index, i): NewVector => {
        return { index, vector: vectors[i] ?? new Float32Array(), tokens: null };
      });
      next += batch.length;
      events.embedded(
        found,
        batch.reduce((sum, index) => sum + workOf(texts[index]), 0),
      );
    }
  }

  countTokens(texts: readonly string[]): Promise<null[]> {
    return Promise.resolve(texts.map(() => null));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Unit vectors of one dimension, or an error that says which text has none. */
  #check(raw: readonly (readonly number[])[] | string, inputs: readonly string[]): Float32Array[] {
    if (typeof raw === "string") throw this.#badAnswer(raw);
    return raw.map((numbers, i) => {
      this.#dimension ??= numbers.length;
      if (numbers.length !== this.#dimension) {
        throw this.#badAnswer(`vectors of ${this.#dimension} and of ${numbers.length} dimensions`);
      }
      const unit = unitVector(numbers);
      if (unit === undefined) {
        throw this.#badAnswer(
          `a vector that is zero or not finite for the text that begins ${quote(inputs[i])}`,
        );
      }
      return unit;
    });
  }

  #badAnswer(what: string): RemoteEmbedderError {
    return new RemoteEmbedderError(
      `The endpoint ${this.#client.url} (model ${this.#settings.model}) did not answer with embeddings: ${what}.\n` +
        "Check that embedder.endpoint and embedder.api fit the server, and that the model is one for embeddings.",
    );
  }

  #tooLong(text: string): RemoteEmbedderError {
    return new RemoteEmbedderError(
      `The endpoint ${this.#client.url} (model ${this.#settings.model}) finds a single text too large:\n` +
        `${text.length} characters, it begins ${quote(text)}.\n` +
        "Use smaller chunks (max_chars), or a model that takes longer texts.",
      413,
    );
  }
}

function takeBatch(
  order: readonly number[],
  start: number,
  texts: readonly string[],
  limit: number,
): number[] {
  let end = start;
  let characters = 0;
  while (end < order.length && end - start < limit) {
    characters += texts[order[end] ?? 0]?.length ?? 0;
    if (end > start && characters > BATCH_CHARACTERS) break;
    end += 1;
  }
  return order.slice(start, end);
}

function workOf(text: string | undefined): number {
  return Math.ceil((text?.length ?? 0) / CHARACTERS_PER_TOKEN) + 1;
}

function quote(text: string | undefined): string {
  return JSON.stringify((text ?? "").slice(0, 60));
}
