import { parseMetric } from "../evaluation/index.js";
import {
  type HeadingQueries,
  type HeadingQueryOptions,
  headingQueries,
} from "../questions/heading-queries.js";
import { type Bm25Options, bm25Index, denseIndex, reciprocalRankFusion } from "../retrieval/index.js";
import type { ChunkedArm } from "./chunked-arm.js";
import type { Retriever } from "./config.js";
import type { EmbeddedTexts } from "./embedded-texts.js";
import { type HeadingRow, headingRows, reachableCount } from "./heading-study.js";
import { withoutTitles } from "./heading-study-text.js";
import type { StudyInputs } from "./inputs.js";
import { Pipeline } from "./pipeline.js";
import { Policy } from "./policy.js";
import type { RunEvent } from "./run-event.js";
import { type Rankings, type ScoreRow, scoreArm } from "./scores.js";

export interface HeadingStudy {
  readonly queries: HeadingQueries;
  readonly rows: readonly HeadingRow[];
}

/** Sections and titles that are asked for by default. */
export const defaultHeadingQueries: HeadingQueryOptions = { min_chars: 200, min_words: 2 };
/** Chunks that are looked at. */
const cuts = [1, 5];

/**
 * Ask a study's arms for sections by their headings, once as they are indexed and once with titles taken out of the
 * index: the gap is what title words explain.
 *
 * @throws ModelUnavailableError where an arm or a retriever needs an embedding model that isn't there
 */
export async function runHeadingStudy(
  inputs: StudyInputs,
  options: HeadingQueryOptions = defaultHeadingQueries,
  onEvent: (event: RunEvent) => void = () => {},
  signal?: AbortSignal,
): Promise<HeadingStudy> {
  const queries = headingQueries(inputs.pages, options);
  const policy = new Policy(inputs.config.statistics);
  // Without questions of its own the pipeline cuts the pages and embeds the chunks; its scores are of nothing.
  const tell = (event: RunEvent): void => (event.kind === "arm" ? undefined : onEvent(event));
  const pipeline = new Pipeline({ ...inputs, questions: [] }, tell, signal);
  try {
    await pipeline.execute();
    const search = new Search(queries, inputs.config.retrievers, pipeline.texts, inputs.config.bm25);
    const indexed: ScoreRow[] = [];
    const stripped: ScoreRow[] = [];
    const reachable = new Map<string, number>();
    for (const chunked of pipeline.chunkedArms()) {
      reachable.set(chunked.arm.name, reachableCount(chunked.chunks, queries.questions));
      indexed.push(...(await search.scores(chunked)));
      stripped.push(...(await search.scores(withoutTitles(chunked, inputs.pages))));
    }
    return { queries, rows: headingRows(indexed, stripped, reachable, policy) };
  } finally {
    await pipeline.texts?.close();
  }
}

/** Searches what an arm has indexed for the queries, and scores what is found. */
class Search {
  private readonly metrics = cuts.map((k) => parseMetric(`half_in_section@${k}`));
  private vectors: readonly Float32Array[] | null = null;

  constructor(
    private readonly queries: HeadingQueries,
    private readonly retrievers: readonly Retriever[],
    private readonly texts: EmbeddedTexts | null,
    private readonly options: Bm25Options,
  ) {}

  async scores(chunked: ChunkedArm): Promise<ScoreRow[]> {
    const { questions } = this.queries;
    const index = bm25Index(chunked.texts, this.options);
    const bm25 = questions.map(({ question }) => index.search(question));
    const dense = this.retrievers.some((retriever) => retriever !== "bm25") ? await this.dense(chunked) : [];
    const rankings: Readonly<Record<Retriever, Rankings>> = {
      bm25,
      dense,
      rrf: dense.map((ranking, i) => reciprocalRankFusion([bm25[i], ranking])),
    };
    return this.retrievers.flatMap((retriever) =>
      scoreArm(chunked, retriever, questions, this.metrics, rankings[retriever]),
    );
  }

  private async dense({ arm, texts }: ChunkedArm): Promise<Rankings> {
    const { texts: embedded } = this;
    if (embedded === null) throw new Error("nothing was embedded");
    await embedded.plan(texts);
    await embedded.embed(texts, `embedding ${arm.name} without titles`);
    this.vectors ??= await embedded.embedQueries(this.queries.questions.map(({ question }) => question));
    const index = denseIndex(texts.map((text) => embedded.vectorOf(text)));
    return this.vectors.map((query) => index.search(query));
  }
}
