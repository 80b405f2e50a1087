import { type Embedder, openEmbedder } from "../embedding/index.js";
import type { EmbedderSettings } from "./config.js";
import { cacheFolder, projectFolder } from "./places.js";
import type { RunEvent } from "./run-event.js";

/**
 * A study's texts and their vectors: each distinct text is embedded once, or taken from the cache, and counted in
 * word pieces.
 */
export class EmbeddedTexts {
  /** Texts that weren't in the cache and had to be embedded. */
  fresh = 0;
  private readonly vectors = new Map<string, Float32Array>();
  private readonly tokens = new Map<string, number | null>();
  private toEmbed = 0;
  private embedded = 0;

  private constructor(
    private readonly embedder: Embedder,
    private readonly onEvent: (event: RunEvent) => void,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** @throws ModelUnavailableError where there is no such model and none can be made */
  static async open(
    { revision, endpoint, api, api_key_env, ...settings }: EmbedderSettings,
    onEvent: (event: RunEvent) => void,
    signal: AbortSignal | undefined,
  ): Promise<EmbeddedTexts> {
    const optional = Object.entries({ revision, endpoint, api, api_key_env }).filter(
      ([, value]) => value !== undefined,
    );
    const where = {
      cacheFolder: cacheFolder(),
      projectFolder,
      onStep: (text: string) => onEvent({ kind: "step", text }),
      ...(signal ? { signal } : {}),
    };
    const embedder = await openEmbedder({ ...settings, ...Object.fromEntries(optional) }, where);
    return new EmbeddedTexts(embedder, onEvent, signal);
  }

  /** What determines the vectors, for the manifest. */
  get identity(): Embedder["description"] {
    return this.embedder.description;
  }

  async close(): Promise<void> {
    await this.embedder.close();
  }

  /** Count what has to be embedded of texts to come, so that progress can be told of all of it. */
  async plan(texts: readonly string[]): Promise<void> {
    this.toEmbed = await this.charactersToEmbed(texts);
    this.embedded = 0;
  }

  /** @param about what is shown with the progress */
  async embed(texts: readonly string[], about: string): Promise<void> {
    const unknown = this.unknown(texts);
    const characters = await this.charactersToEmbed(unknown);
    const tell = (share: number): void => {
      if (characters === 0) return;
      this.onEvent({
        kind: "progress",
        text: about,
        done: this.embedded + characters * share,
        total: this.toEmbed,
        unit: "characters",
      });
    };
    tell(0);
    const { vectors, tokens, fresh } = await this.embedder.embed(unknown, {
      kind: "text",
      onProgress: ({ doneTokens, totalTokens }) => tell(totalTokens === 0 ? 1 : doneTokens / totalTokens),
      ...(this.signal ? { signal: this.signal } : {}),
    });
    tell(1);
    this.embedded += characters;
    this.fresh += fresh;
    unknown.forEach((text, i) => {
      this.vectors.set(text, vectors[i]);
      this.tokens.set(text, tokens[i]);
    });
  }

  async embedQueries(queries: readonly string[]): Promise<Float32Array[]> {
    const options = { kind: "query", ...(this.signal ? { signal: this.signal } : {}) } as const;
    const { vectors, fresh } = await this.embedder.embed([...queries], options);
    this.fresh += fresh;
    return vectors;
  }

  vectorOf(text: string): Float32Array {
    const vector = this.vectors.get(text);
    if (vector === undefined)
      throw new Error(`a text was not embedded: ${JSON.stringify(text.slice(0, 60))}`);
    return vector;
  }

  /** Word pieces of a text before any cutting; null where the embedder doesn't count them. */
  tokensOf(text: string): number | null {
    return this.tokens.get(text) ?? null;
  }

  /** How many characters of texts are in no vector that is known or kept. */
  async charactersToEmbed(texts: readonly string[]): Promise<number> {
    const unknown = this.unknown(texts);
    const missing = await this.embedder.missing(unknown);
    return missing.reduce((sum, i) => sum + unknown[i].length, 0);
  }

  /** Word pieces of texts before any cutting, without embedding them; null where the embedder doesn't count them. */
  async countTokens(texts: readonly string[]): Promise<(number | null)[]> {
    return this.embedder.countTokens(texts, "text", this.signal);
  }

  private unknown(texts: readonly string[]): string[] {
    return [...new Set(texts)].filter((text) => !this.vectors.has(text));
  }
}
