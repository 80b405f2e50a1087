import { setImmediate } from "node:timers/promises";
import { chunkId, type UnitKind } from "../chunking/index.js";
import { type Metric, parseMetric } from "../evaluation/index.js";
import { bm25Index, denseIndex, reciprocalRankFusion } from "../retrieval/index.js";
import type { Arm } from "./arms.js";
import {
  armsByUnits,
  type ChunkedArm,
  chunkArm,
  matchedArm,
  type SimilaritiesOf,
  similaritiesFrom,
  unitsOfArm,
  unitTexts,
} from "./chunked-arm.js";
import type { Retriever } from "./config.js";
import { EmbeddedTexts } from "./embedded-texts.js";
import type { StudyInputs } from "./inputs.js";
import type { RunEvent } from "./run-event.js";
import {
  noRetriever,
  type RankingRow,
  type Rankings,
  rankingRows,
  type ScoreRow,
  scoreArm,
} from "./scores.js";

/** One row of `units.csv`. */
export interface UnitRow {
  readonly max_chars: number;
  readonly page: string;
  readonly unit: number;
  readonly start: number;
  readonly end: number;
  readonly kind: UnitKind;
  readonly similarity_to_next: number | null;
}

/** One row of `chunks.csv`. */
export interface ChunkRow {
  readonly arm: string;
  readonly chunk: string;
  readonly start: number;
  readonly end: number;
  readonly embedded_text: string;
}

/** How a sweep's many arms differ from a run's few. */
export interface PipelineOptions {
  /** Keep no rankings: those of a hundred settings don't fit in memory, and nobody looks at them. */
  readonly withoutRankings?: boolean;
  /** Measure how fast texts are embedded before all of them are, to tell how long it takes. */
  readonly measured?: boolean;
}

/**
 * From pages and questions to scores: cut, embed, search, score, in the order in which something can be shown
 * soonest. What is done so far can be read at any time.
 */
export class Pipeline {
  readonly scores: ScoreRow[] = [];
  readonly rankings: RankingRow[] = [];
  /** Null until something has to be embedded. */
  texts: EmbeddedTexts | null = null;
  /** The questions' vectors, in the questions' order; null until they are embedded. */
  queries: readonly Float32Array[] | null = null;
  private readonly chunkedByName = new Map<string, ChunkedArm>();
  private readonly bm25 = new Map<string, Rankings>();
  private readonly metrics: readonly Metric[];

  constructor(
    private readonly inputs: StudyInputs,
    private readonly onEvent: (event: RunEvent) => void,
    private readonly signal?: AbortSignal,
    private readonly options: PipelineOptions = {},
  ) {
    this.metrics = inputs.config.metrics.map(parseMetric);
  }

  /** @throws ModelUnavailableError where an arm or a retriever needs a model that isn't there; the rest is scored */
  async execute(): Promise<void> {
    const { arms, config, pages, questions } = this.inputs;
    const bySimilarity = arms.filter(({ strategy }) => strategy.needsSimilarities);
    const needsVectors = config.retrievers.some((retriever) => retriever !== "bm25");
    this.onEvent({ kind: "step", text: "cutting the pages and searching them with BM25" });
    for (const arm of arms)
      if (!arm.strategy.needsSimilarities && arm.match === undefined) await this.chunk(arm);
    await this.chunkMatching();
    if (bySimilarity.length === 0 && !needsVectors) return;

    const texts = await EmbeddedTexts.open(config.embedder, this.onEvent, this.signal);
    this.texts = texts;
    if (bySimilarity.length > 0) {
      const units = armsByUnits(bySimilarity).flatMap((arm) => unitTexts(pages, arm));
      await this.plan(texts, units, "units");
      await texts.embed(units, "embedding the units of the pages");
      const similaritiesOf = similaritiesFrom((text) => texts.vectorOf(text));
      for (const arm of bySimilarity) await this.chunk(arm, similaritiesOf);
      await this.chunkMatching();
    }
    if (!needsVectors) return;
    const chunks = this.chunkedArms().flatMap((each) => each.texts);
    await this.plan(texts, chunks, "chunks");
    const queries = await texts.embedQueries(questions.map(({ question }) => question));
    this.queries = queries;
    for (const each of this.chunkedArms()) {
      await texts.embed(each.texts, `embedding ${each.arm.name}`);
      this.searchDense(each, texts, queries);
    }
  }

  private async plan(texts: EmbeddedTexts, all: readonly string[], of: "units" | "chunks"): Promise<void> {
    const plan = this.options.measured === true ? await texts.planMeasured(all) : await texts.plan(all);
    this.onEvent({ kind: "plan", of, ...plan });
  }

  /** The arms that are cut so far, in the study's order. */
  chunkedArms(): ChunkedArm[] {
    return this.inputs.arms.flatMap(({ name }) => this.chunkedByName.get(name) ?? []);
  }

  /** Word pieces of an arm's texts; null where not all of them are counted. */
  tokensOf({ texts }: ChunkedArm): number[] | null {
    const counts = texts.map((text) => this.texts?.tokensOf(text) ?? null);
    return counts.every((count) => count !== null) ? counts : null;
  }

  chunkRows(): ChunkRow[] {
    return this.chunkedArms().flatMap(({ arm, chunks, texts }) =>
      chunks.map((chunk, i) => {
        const { start, end } = chunk;
        return { arm: arm.name, chunk: chunkId(chunk), start, end, embedded_text: texts[i] };
      }),
    );
  }

  /** The project's own units, at each limit; those that a strategy brings aren't among them. */
  unitRows(): UnitRow[] {
    const { texts } = this;
    if (texts === null) return [];
    const similaritiesOf = similaritiesFrom((text) => texts.vectorOf(text));
    const arms = this.inputs.arms.filter(
      ({ strategy }) => strategy.needsSimilarities && strategy.units === undefined,
    );
    return armsByUnits(arms).flatMap((arm) =>
      this.inputs.pages.flatMap((page) => {
        const max_chars = Number(arm.parameters.max_chars);
        const similarities = similaritiesOf(page, arm);
        return unitsOfArm(page, arm).map(({ start, end, kind }, unit) => {
          return {
            max_chars,
            page: page.url,
            unit,
            start,
            end,
            kind,
            similarity_to_next: similarities[unit] ?? null,
          };
        });
      }),
    );
  }

  /** Arms whose size follows from that of an arm which is cut by now. */
  private async chunkMatching(): Promise<void> {
    for (const arm of this.inputs.arms) {
      const target = arm.match === undefined ? undefined : this.chunkedByName.get(arm.match);
      if (target === undefined || this.chunkedByName.has(arm.name)) continue;
      await this.chunk(matchedArm(arm, target, this.inputs.pages));
    }
  }

  /** Cut the pages by an arm, score what needs no ranking, and search with BM25. */
  private async chunk(arm: Arm, similaritiesOf?: SimilaritiesOf): Promise<void> {
    // Lets a Ctrl-C through: nothing else waits while arms are cut and searched with BM25.
    await setImmediate();
    this.signal?.throwIfAborted();
    const { config, pages, questions } = this.inputs;
    const chunked = chunkArm(arm, pages, similaritiesOf);
    this.chunkedByName.set(arm.name, chunked);
    this.scores.push(...scoreArm(chunked, noRetriever, questions, this.metrics, []));
    if (config.retrievers.includes("bm25")) this.score(chunked, "bm25", this.bm25Of(chunked), []);
  }

  /** Searching again is cheap; the rankings of every question under many arms take gigabytes. */
  private bm25Of({ arm, texts }: ChunkedArm): Rankings {
    const known = this.bm25.get(arm.name);
    if (known !== undefined) return known;
    const index = bm25Index(texts, this.inputs.config.bm25);
    const rankings = this.inputs.questions.map(({ question }) => index.search(question));
    if (this.options.withoutRankings !== true) this.bm25.set(arm.name, rankings);
    return rankings;
  }

  private searchDense(chunked: ChunkedArm, texts: EmbeddedTexts, queries: readonly Float32Array[]): void {
    const { questions, config } = this.inputs;
    const { retrievers } = config;
    const index = denseIndex(chunked.texts.map((text) => texts.vectorOf(text)));
    const rankings = queries.map((query) => index.search(query));
    const tokens = this.tokensOf(chunked);
    const counted = this.metrics.filter(({ name }) => name.startsWith("tokens@"));
    if (retrievers.includes("bm25") && tokens !== null && counted.length > 0) {
      // Only now are the texts counted: when BM25 searched them, nothing had been embedded.
      const known = this.bm25Of(chunked);
      this.scores.push(...scoreArm(chunked, "bm25", questions, counted, known, tokens));
    }
    if (retrievers.includes("dense")) this.score(chunked, "dense", rankings);
    if (!retrievers.includes("rrf")) return;
    const bm25 = this.bm25Of(chunked);
    this.score(
      chunked,
      "rrf",
      rankings.map((ranking, i) => reciprocalRankFusion([bm25[i], ranking])),
    );
  }

  private score(
    chunked: ChunkedArm,
    retriever: Retriever,
    rankings: Rankings,
    tokens: readonly number[] = this.tokensOf(chunked) ?? [],
  ): void {
    const { questions } = this.inputs;
    const rows = scoreArm(chunked, retriever, questions, this.metrics, rankings, tokens);
    this.scores.push(...rows);
    if (this.options.withoutRankings !== true)
      this.rankings.push(...rankingRows(chunked, retriever, questions, rankings));
    const { statistics } = this.inputs.config;
    this.onEvent({ kind: "arm", retriever, arm: chunked.arm.name, scores: rows, statistics });
  }
}
