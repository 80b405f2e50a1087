import { type Embedder, openEmbedder } from "../embedding/index.js";
import type { EmbedderSettings } from "./config.js";
import { cacheFolder, projectFolder } from "./places.js";
import type { RunEvent } from "./run-event.js";

/** What embedding some texts takes. */
export interface EmbeddingPlan {
  /** Distinct texts, known ones included. */
  readonly texts: number;
  /** Those that have no vector yet, and their characters. */
  readonly missing: number;
  readonly characters: number;
  /** How long that takes at the rate of the first of them; null where it wasn't measured. */
  readonly seconds: number | null;
}

/** How many texts are embedded to measure the rate. */
const sampleSize = 64;

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
  async plan(texts: readonly string[]): Promise<EmbeddingPlan> {
    const unknown = this.unknown(texts);
    const missing = await this.embedder.missing(unknown);
    this.toEmbed = missing.reduce((sum, i) => sum + unknown[i].length, 0);
    this.embedded = 0;
    const distinct = new Set(texts).size;
    return { texts: distinct, missing: missing.length, characters: this.toEmbed, seconds: null };
  }

  /** As `plan`, with an estimate from embedding a sample of the texts, which are kept like all others. */
  async planMeasured(texts: readonly string[]): Promise<EmbeddingPlan> {
    const plan = await this.plan(texts);
    if (plan.missing <= sampleSize) return plan;
    const unknown = this.unknown(texts);
    const missing = await this.embedder.missing(unknown);
    const step = missing.length / sampleSize;
    const sample = Array.from({ length: sampleSize }, (_, i) => unknown[missing[Math.floor(i * step)]]);
    const characters = sample.reduce((sum, { length }) => sum + length, 0);
    const started = performance.now();
    const { fresh } = await this.embedder.embed(sample, {
      kind: "text",
      ...(this.signal ? { signal: this.signal } : {}),
    });
    this.fresh += fresh;
    this.toEmbed -= characters;
    const rate = characters / (performance.now() - started);
    return { ...plan, seconds: this.toEmbed / rate / 1000 };
  }

  /** @param about what is shown with the progress */
  async embed(texts: readonly string[], about: string): Promise<void> {
    const unknown = this.unknown(texts);
    const characters = await this.missingCharacters(unknown);
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

  /** Word pieces of texts before any cutting, without embedding them; null where the embedder doesn't count them. */
  async countTokens(texts: readonly string[]): Promise<(number | null)[]> {
    return this.embedder.countTokens(texts, "text", this.signal);
  }

  private unknown(texts: readonly string[]): string[] {
    return [...new Set(texts)].filter((text) => !this.vectors.has(text));
  }

  private async missingCharacters(texts: string[]): Promise<number> {
    const missing = await this.embedder.missing(texts);
    return missing.reduce((sum, i) => sum + texts[i].length, 0);
  }
}
