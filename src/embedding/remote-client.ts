import { z } from "zod";
import { RemoteEmbedderError, reasonOf } from "./errors.js";
import type { RemoteApi } from "./settings.js";

/** What waiting needs; replaced in tests. */
export interface Clock {
  /** @throws if the signal aborts meanwhile */
  sleep(ms: number, signal?: AbortSignal): Promise<unknown>;
  /** Uniform in [0, 1). */
  random(): number;
}

/** Where requests go and with what. */
export interface RemoteClientOptions {
  endpoint: string;
  api: RemoteApi;
  model: string;
  api_key_env: string | undefined;
  key: string | undefined;
  onStep: ((step: string) => void) | undefined;
  clock: Clock;
}

/** Statuses that mean "later": too many requests, or a server that is overloaded, starting or behind a gateway that lost it. */
const LATER = new Set([408, 429, 500, 502, 503, 504]);
/** Tries of one request in all. With the waits between them about half a minute. */
const TRIES = 6;
/** Tries while the endpoint has never answered: then it is more likely not there than overloaded. */
const FIRST_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A server that asks for more patience than this is not waited for. */
const LONGEST_RETRY_AFTER_MS = 10 * 60_000;
const TIMEOUT_MS = 120_000;
const EXCERPT_CHARACTERS = 200;

const Info = z.object({ max_client_batch_size: z.number().int().min(1) });

/** Sends the requests to an embedding endpoint and sorts its answers into: good, too large, later, and no. */
export class RemoteClient {
  readonly #options: RemoteClientOptions;
  #hasAnswered = false;
  /** Where texts are sent to. */
  readonly url: string;

  constructor(options: RemoteClientOptions) {
    this.#options = options;
    const call = options.api === "tei" ? "/embed" : "/embeddings";
    this.url = options.endpoint.endsWith(call) ? options.endpoint : options.endpoint + call;
  }

  /** Texts per request that the server says it takes; undefined where it doesn't say. */
  async batchLimit(signal?: AbortSignal): Promise<number | undefined> {
    if (this.#options.api !== "tei") return undefined;
    try {
      const response = await fetch(this.url.replace(/\/embed$/, "/info"), {
        headers: this.#headers(),
        signal: this.#deadline(signal),
      });
      return Info.parse(await response.json()).max_client_batch_size;
    } catch {
      signal?.throwIfAborted();
      return undefined;
    }
  }

  /**
   * Has texts embedded, with as much patience as the answers deserve.
   *
   * @returns the parsed body of the answer, or "too large" if fewer texts should be sent
   * @throws RemoteEmbedderError naming endpoint, model, status and what to do; the signal's reason
   */
  async embed(inputs: readonly string[], signal?: AbortSignal): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const outcome = await this.#try(inputs, signal);
      if (outcome.type === "answer") return outcome.body;
      if (outcome.type === "too large") return "too large";
      if (outcome.type === "no") throw this.#refused(outcome.status, outcome.excerpt);
      const most = this.#hasAnswered ? TRIES : FIRST_TRIES;
      const ms = outcome.retryAfterMs ?? this.#backOff(tries);
      if (tries >= most || ms > LONGEST_RETRY_AFTER_MS) throw this.#gaveUp(outcome, tries, ms);
      this.#options.onStep?.(
        `the embedding endpoint is not ready (${outcome.reason}): waiting ${Math.ceil(ms / 1000)} s`,
      );
      await this.#options.clock.sleep(ms, signal).catch(() => undefined);
      signal?.throwIfAborted();
    }
  }

  async #try(inputs: readonly string[], signal?: AbortSignal): Promise<Outcome> {
    const { api, model } = this.#options;
    const body =
      api === "tei"
        ? { inputs, normalize: true, truncate: true }
        : { model, input: inputs, encoding_format: "float" };
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.url, {
        method: "POST",
        headers: { ...this.#headers(), "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: this.#deadline(signal),
      });
      text = await response.text();
    } catch (error) {
      signal?.throwIfAborted();
      return { type: "later", status: null, reason: this.#excerpt(reasonOf(error)), retryAfterMs: undefined };
    }
    this.#hasAnswered = true;
    const { status } = response;
    if (response.ok) {
      try {
        return { type: "answer", body: JSON.parse(text) };
      } catch {
        return { type: "no", status, excerpt: `the answer is not JSON: ${this.#excerpt(text)}` };
      }
    }
    if (status === 413 || (status === 422 && /batch/i.test(text))) return { type: "too large" };
    if (LATER.has(status)) {
      const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now());
      const reason = `HTTP ${status} ${this.#excerpt(text)}`.trim();
      return { type: "later", status, reason, retryAfterMs };
    }
    return { type: "no", status, excerpt: this.#excerpt(text) };
  }

  #headers(): Record<string, string> {
    const { key } = this.#options;
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  }

  #deadline(signal: AbortSignal | undefined): AbortSignal {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  }

  /** Doubles with each try. The jitter keeps several clients from coming back at the same moment. */
  #backOff(tries: number): number {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
    return longest * (0.5 + this.#options.clock.random() / 2);
  }

  /** The beginning of a body on one line. Servers quote the key that they refuse: it must not be shown. */
  #excerpt(text: string): string {
    const { key } = this.#options;
    const safe = key === undefined ? text : text.replaceAll(key, "***");
    return safe.replace(/\s+/g, " ").trim().slice(0, EXCERPT_CHARACTERS);
  }

  #refused(status: number, excerpt: string): RemoteEmbedderError {
    const { model } = this.#options;
    return new RemoteEmbedderError(
      `The embedding endpoint ${this.url} refused the request for model ${model} (HTTP ${status})` +
        `${excerpt === "" ? "." : `:\n${excerpt}`}\n${this.#advice(status)}`,
      status,
    );
  }

  #advice(status: number): string {
    const { api_key_env } = this.#options;
    if (status === 401 || status === 403) {
      return api_key_env === undefined
        ? "It wants a key: put it in an environment variable and set embedder.api_key_env to that variable's name."
        : `Check the key in the environment variable ${api_key_env}, and what it is allowed to do.`;
    }
    if (status === 404) {
      return (
        "Check embedder.endpoint (the address without /embeddings or /embed, mostly with /v1), embedder.api and\n" +
        "embedder.model."
      );
    }
    return "Check embedder.model and embedder.api, and whether a text is too long for the model.";
  }

  #gaveUp(outcome: Later, tries: number, ms: number): RemoteEmbedderError {
    const patience =
      ms > LONGEST_RETRY_AFTER_MS
        ? `it asks to wait ${Math.ceil(ms / 60_000)} minutes`
        : `tried ${tries} times`;
    return new RemoteEmbedderError(
      `The embedding endpoint ${this.url} (model ${this.#options.model}) does not work: ${outcome.reason}; ${patience}.\n` +
        "Check that the server runs and that embedder.endpoint is its address, or try again later.\n" +
        "What was embedded so far is in the cache.",
      outcome.status,
    );
  }
}

interface Later {
  type: "later";
  status: number | null;
  reason: string;
  retryAfterMs: number | undefined;
}

type Outcome =
  | { type: "answer"; body: unknown }
  | { type: "too large" }
  | { type: "no"; status: number; excerpt: string }
  | Later;

/**
 * The wait that a `Retry-After` header asks for: seconds, or a date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds ≥ 0; undefined where there is no header or it makes no sense
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
