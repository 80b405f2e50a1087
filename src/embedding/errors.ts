/**
 * Something about embedding failed in a way that a person can put right.
 *
 * The message is a few plain lines (what failed, what to do) and is meant to be shown without a stack.
 */
export class EmbeddingError extends Error {
  override name = "EmbeddingError";
}

/** No model to embed with: it could not be set up, found or loaded. The message names the ways out. */
export class ModelUnavailableError extends EmbeddingError {
  override name = "ModelUnavailableError";
}

/** No usable Python environment: no Python, no venv, or pip could not install what is needed. */
export class PythonUnavailableError extends EmbeddingError {
  override name = "PythonUnavailableError";
}

/** The folder of the vector cache cannot be used. The message names the folder. */
export class VectorCacheError extends EmbeddingError {
  override name = "VectorCacheError";
}

/** A remote endpoint refused, failed for too long, or answered with something that are no embeddings. */
export class RemoteEmbedderError extends EmbeddingError {
  override name = "RemoteEmbedderError";
  /** HTTP status of the answer; null where there was none, or where its body was at fault. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/**
 * The message of anything that was thrown, first line only, so that it can be quoted inside another message.
 *
 * `fetch` says only "fetch failed" and puts the reason in `cause`: the innermost reason is what helps.
 */
export function reasonOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  // Several addresses tried and none answered: the reasons are in `errors`, the message is empty.
  if (inner instanceof AggregateError && inner.errors[0] instanceof Error) inner = inner.errors[0];
  const text = inner instanceof Error ? inner.message || inner.name : String(inner);
  return text.split("\n", 1)[0] ?? text;
}

/** The `code` of a system error ("ENOENT"), or undefined. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
