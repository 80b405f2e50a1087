import { EmbeddingError } from "./errors.js";

/** Number format of the model file. `fp32` is the reference; see {@link EmbedderConfig.dtype}. */
export type Dtype = "fp32" | "fp16" | "q8";
/** How the vectors of a text's tokens become one vector. */
export type Pooling = "mean" | "cls";
/** What happens to a text of more than `max_tokens` tokens. */
export type LongTexts = "truncate" | "mean_of_windows";
/** The protocol that a remote endpoint speaks. */
export type RemoteApi = "openai" | "tei";
/** Whether a text is searched in or searched with: some models want another prefix for each. */
export type TextKind = "text" | "query";

/**
 * The `embedder` object of `study.json`. Only `model` is required; an undefined field has its default.
 */
export interface EmbedderConfig {
  /**
   * `all-MiniLM-L6-v2` is built in. Anything else is, in this order: the name that `endpoint` knows it by; a
   * path to a folder, absolute or starting with `./` or `../` (from the project's folder); a folder
   * in `<cacheFolder>/models`; an id on the model hub.
   */
  model: string;
  /** Default `fp32`. A quantised model (`q8`) is run one text at a time, because its vectors depend on batch mates. */
  dtype?: Dtype | undefined;
  /** Tokens that the model gets to see of a text, special tokens included. Default 512. Not applied by a remote model. */
  max_tokens?: number | undefined;
  /** Default `mean`. A remote model pools by itself. */
  pooling?: Pooling | undefined;
  /** Put before every question, e.g. `"query: "`. Default empty. */
  query_prefix?: string | undefined;
  /** Put before every text that isn't a question, e.g. `"passage: "`. Default empty. */
  text_prefix?: string | undefined;
  /** Default `truncate`. */
  long_texts?: LongTexts | undefined;
  /** Address of a server that embeds, without `/embeddings` or `/embed`: `http://127.0.0.1:8080/v1`. */
  endpoint?: string | undefined;
  /** Default `openai` (`POST <endpoint>/embeddings`); `tei` is text-embeddings-inference (`POST <endpoint>/embed`). */
  api?: RemoteApi | undefined;
  /** NAME of the environment variable that holds the key, never the key. */
  api_key_env?: string | undefined;
  /**
   * Of a model on the hub: branch, tag or commit (default `main`). Of a remote model: any name for what is
   * served; change it when the server's model changes (default: the endpoint). Local folders and the
   * built-in model are known by the hash of their files, which is stronger, so it is not used for them.
   */
  revision?: string | undefined;
}

/** A checked {@link EmbedderConfig} with its defaults filled in. */
export interface EmbedderSettings {
  model: string;
  dtype: Dtype;
  max_tokens: number;
  pooling: Pooling;
  query_prefix: string;
  text_prefix: string;
  long_texts: LongTexts;
  endpoint: string | undefined;
  api: RemoteApi;
  api_key_env: string | undefined;
  revision: string | undefined;
}

/** Fewer leave no room for a word between the special tokens. */
const SMALLEST_MAX_TOKENS = 8;
const LARGEST_MAX_TOKENS = 1_000_000;

/**
 * Checks an embedder's settings and fills in the defaults.
 *
 * The types say most of it, but the settings come from a JSON file.
 *
 * @throws EmbeddingError naming the field and quoting the bad value (the value of `api_key_env` is not
 *   quoted: it might be a key that was put in the wrong place)
 */
export function checkSettings(config: EmbedderConfig): EmbedderSettings {
  const settings: EmbedderSettings = {
    model: config.model,
    dtype: oneOf("dtype", config.dtype ?? "fp32", ["fp32", "fp16", "q8"]),
    max_tokens: config.max_tokens ?? 512,
    pooling: oneOf("pooling", config.pooling ?? "mean", ["mean", "cls"]),
    query_prefix: text("query_prefix", config.query_prefix ?? ""),
    text_prefix: text("text_prefix", config.text_prefix ?? ""),
    long_texts: oneOf("long_texts", config.long_texts ?? "truncate", ["truncate", "mean_of_windows"]),
    endpoint: config.endpoint === undefined ? undefined : checkEndpoint(config.endpoint),
    api: oneOf("api", config.api ?? "openai", ["openai", "tei"]),
    api_key_env: config.api_key_env,
    revision: config.revision === undefined ? undefined : text("revision", config.revision),
  };
  if (typeof settings.model !== "string" || settings.model.trim() === "") {
    throw bad("model", settings.model, "a model's name, id or folder");
  }
  const { max_tokens } = settings;
  if (!Number.isInteger(max_tokens) || max_tokens < SMALLEST_MAX_TOKENS || max_tokens > LARGEST_MAX_TOKENS) {
    throw bad("max_tokens", max_tokens, `an integer from ${SMALLEST_MAX_TOKENS} to ${LARGEST_MAX_TOKENS}`);
  }
  if (settings.api_key_env !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(settings.api_key_env)) {
    throw new EmbeddingError(
      "embedder.api_key_env must be the name of an environment variable, such as EMBEDDING_API_KEY.\n" +
        "It holds something else. If that is the key itself: take it out of the file, put it in an environment variable.",
    );
  }
  if (settings.endpoint === undefined && settings.api_key_env !== undefined) {
    throw new EmbeddingError("embedder.api_key_env is of use only together with embedder.endpoint.");
  }
  return settings;
}

function oneOf<T extends string>(field: string, value: T, known: readonly T[]): T {
  if (!known.includes(value)) throw bad(field, value, `one of ${known.join(", ")}`);
  return value;
}

function text(field: string, value: string): string {
  if (typeof value !== "string") throw bad(field, value, "a text");
  return value;
}

function checkEndpoint(endpoint: string): string {
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch {
    throw bad("endpoint", endpoint, "an address such as http://127.0.0.1:8080/v1");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw bad("endpoint", endpoint, "an address that starts with http:// or https://");
  }
  // It becomes part of the manifest, which is committed. (Not quoted: see above.)
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    throw new EmbeddingError(
      "embedder.endpoint must not contain a user name, password or query: they would end up in committed files.\n" +
        "Put the key in an environment variable and name that variable in embedder.api_key_env.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

function bad(field: string, value: unknown, expected: string): EmbeddingError {
  return new EmbeddingError(`embedder.${field}: ${JSON.stringify(value)} (expected ${expected})`);
}
