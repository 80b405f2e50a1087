import os from "node:os";
import { type Embedder, openEmbedder } from "../embedding/index.js";
import { durationText, whole } from "../report/index.js";
import { cacheFolder, projectFolder, type StudyConfig } from "../study/index.js";
import { ProgressDisplay } from "./progress.js";

/** What an ordinary core embeds, in characters a second, until this machine has been measured. */
const charactersPerCore = 5000;

/** How texts are asked for. */
export interface VectorRequest {
  /** What is shown with the progress, such as "embedding the units". */
  readonly about: string;
  readonly kind?: "text" | "query";
  readonly signal?: AbortSignal;
}

/** What is known of a text once it is embedded. */
export interface KnownText {
  readonly vector: Float32Array;
  /** Word pieces before any cutting; null where the embedder doesn't count them. */
  readonly tokens: number | null;
}

/** What vectors are made with and progress is shown on. */
export interface VectorParts {
  open(onStep: (text: string) => void): Promise<Embedder>;
  progress(): ProgressDisplay;
}

/**
 * A study's vectors in a notebook. The model is opened when a vector is first asked for; each text is embedded once,
 * with an estimate and progress below the cell; what was asked for before comes back at once.
 */
export class Vectors {
  private readonly known = { text: new Map<string, KnownText>(), query: new Map<string, KnownText>() };
  private opened: Promise<Embedder> | null = null;
  private progress = new ProgressDisplay();
  private charactersPerSecond = charactersPerCore * os.availableParallelism();

  constructor(
    private readonly settings: StudyConfig["embedder"],
    private readonly parts: VectorParts = {
      open: (onStep) =>
        openEmbedder(present(settings), { cacheFolder: cacheFolder(), projectFolder, onStep }),
      progress: () => new ProgressDisplay(),
    },
  ) {}

  /** Longest text in tokens that the embedder reads whole. */
  get max_tokens(): number {
    return this.settings.max_tokens;
  }

  /** @returns one a text, in their order; @throws ModelUnavailableError where there is no model; the signal's reason */
  async of(texts: readonly string[], request: VectorRequest): Promise<KnownText[]> {
    const { kind = "text", signal } = request;
    const known = this.known[kind];
    const unknown = [...new Set(texts)].filter((text) => !known.has(text));
    if (unknown.length > 0) {
      const { vectors, tokens } = await this.embed(unknown, { ...request, kind });
      unknown.forEach((text, i) => {
        known.set(text, { vector: vectors[i], tokens: tokens[i] });
      });
    }
    signal?.throwIfAborted();
    return texts.flatMap((text) => known.get(text) ?? []);
  }

  private async embed(texts: string[], { about, kind = "text", signal }: VectorRequest) {
    this.progress = this.parts.progress();
    this.opened ??= this.parts.open((text) => this.progress.step(text));
    const embedder = await this.opened.catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    const missing = await embedder.missing(texts, kind);
    const characters = missing.reduce((sum, i) => sum + texts[i].length, 0);
    const guess = characters / this.charactersPerSecond;
    const tell = (share: number): void => {
      if (characters > 0) this.progress.update(about, share * characters, characters, "characters", guess);
    };
    tell(0);
    let started = 0;
    const result = await embedder.embed(texts, {
      kind,
      onProgress: ({ doneTokens, totalTokens }) => {
        started ||= Date.now();
        tell(totalTokens === 0 ? 1 : doneTokens / totalTokens);
      },
      ...(signal ? { signal } : {}),
    });
    const seconds = (Date.now() - started) / 1000;
    if (started > 0 && seconds > 1) this.charactersPerSecond = characters / seconds;
    this.progress.end(`${about}: ${whole(characters)} characters in ${durationText(seconds)}`);
    return result;
  }
}

/** Settings without those that the study doesn't give. */
function present({ revision, endpoint, api, api_key_env, ...settings }: StudyConfig["embedder"]) {
  const optional = { revision, endpoint, api, api_key_env };
  return {
    ...settings,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}
