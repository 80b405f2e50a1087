/** A vector that has just been computed. */
export interface NewVector {
  /** Index into the texts that were given. */
  index: number;
  /** L2-normalised. */
  vector: Float32Array;
  /** Tokens of the text before truncation; null where the model doesn't tell. */
  tokens: number | null;
}

/** What an engine reports while it works. */
export interface EngineEvents {
  /** Called once, before the first vector: the work of the whole call, in tokens that the model will see. */
  planned(totalTokens: number): void;
  /** Called for every batch: its vectors (none, if a long text is not finished), and the work it was. */
  embedded(vectors: readonly NewVector[], tokens: number): void;
}

/** Something that turns texts into vectors, without a cache: a local model or a remote one. */
export interface Engine {
  /**
   * @param texts distinct, with their prefix
   * @throws EmbeddingError; the signal's reason, at the latest about a second after it aborts
   */
  embed(texts: readonly string[], events: EngineEvents, signal?: AbortSignal): Promise<void>;
  /** Tokens of each text before truncation; null where the model doesn't tell. */
  countTokens(texts: readonly string[], signal?: AbortSignal): Promise<(number | null)[]>;
  close(): Promise<void>;
}
