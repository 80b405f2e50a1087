import { type Metric, parseMetric } from "../evaluation/index.js";
import { type Table, withInterval } from "../report/index.js";
import { bm25Index, denseIndex } from "../retrieval/index.js";
import {
  allTypes,
  type ChunkedArm,
  chunkArm,
  noRetriever,
  Policy,
  type Rankings,
  type Retriever,
  resolveArms,
  type ScoreRow,
  ScoreTable,
  StudyError,
  type SummaryRow,
  scoreArm,
  similaritiesFrom,
  summarize,
  unitTexts,
} from "../study/index.js";
import { CellError } from "./friendly-error.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";

/** A chunker setting to try: a strategy and its parameters, as an arm of `study.json` has them. */
export interface Setting {
  readonly strategy: string;
  readonly path?: "none" | "breadcrumb" | "bracket";
  readonly [parameter: string]: string | number | boolean | undefined;
}

/**
 * Cut every page by a setting. The units are embedded first where the strategy needs their similarities.
 *
 * @throws CellError naming the parameter that is wrong, and its value
 */
export function cutPages(study: NotebookStudy, setting: Setting): Promise<ChunkedArm> {
  return withInterrupt((signal) => cut(study, setting, signal));
}

/** @see cutPages */
export async function cut(study: NotebookStudy, setting: Setting, signal: AbortSignal): Promise<ChunkedArm> {
  const { pages, vectors } = study;
  const arm = await armOf(study, setting);
  if (!arm.strategy.needsSimilarities) return chunkArm(arm, pages);
  const texts = unitTexts(pages, arm);
  const known = await vectors.of(texts, { about: "embedding the units of the pages", signal });
  const byText = new Map(texts.map((text, i) => [text, known[i].vector]));
  return chunkArm(
    arm,
    pages,
    similaritiesFrom((text) => byText.get(text) ?? new Float32Array()),
  );
}

async function armOf({ config, folder }: NotebookStudy, { path = "none", ...setting }: Setting) {
  const given = Object.entries(setting).filter(([, value]) => value !== undefined);
  const name = given.map(([key, value]) => (key === "strategy" ? value : `${key} ${value}`)).join(", ");
  const arm = {
    ...Object.fromEntries(given),
    name,
    strategy: setting.strategy,
    path,
    path_title: "keep" as const,
  };
  try {
    const [resolved] = await resolveArms({ ...config, arms: [arm as (typeof config.arms)[number]] }, folder);
    return resolved;
  } catch (error) {
    // The message is written for study.json; here the cell is what is wrong.
    if (error instanceof StudyError)
      throw new CellError(error.message.replace(/^study\.json: arm /, "setting "));
    throw error;
  }
}

/** Scores of a setting over all questions with BM25: nothing has to be embedded for it. */
export function bm25Scores(
  study: NotebookStudy,
  chunked: ChunkedArm,
  metrics: readonly string[] = study.config.metrics,
): SummaryRow[] {
  const index = bm25Index(chunked.texts, study.config.bm25);
  const rankings = study.questions.map(({ question }) => index.search(question));
  return summaryOf(study, { chunked, retriever: "bm25", rankings, metrics });
}

/** Scores of a setting over all questions with dense retrieval; its texts are embedded where that wasn't done before. */
export function denseScores(study: NotebookStudy, chunked: ChunkedArm): Promise<SummaryRow[]> {
  return withInterrupt((signal) => dense(study, chunked, study.config.metrics, signal));
}

/** @see denseScores */
export async function dense(
  study: NotebookStudy,
  chunked: ChunkedArm,
  metrics: readonly string[],
  signal: AbortSignal,
): Promise<SummaryRow[]> {
  const { questions, vectors } = study;
  const texts = await vectors.of(chunked.texts, { about: "embedding the chunks", signal });
  const asked = questions.map(({ question }) => question);
  const queries = await vectors.of(asked, { about: "embedding the questions", kind: "query", signal });
  const index = denseIndex(texts.map(({ vector }) => vector));
  const rankings = queries.map(({ vector }) => index.search(vector));
  const tokens = texts.map((text) => text.tokens);
  return summaryOf(study, { chunked, retriever: "dense", rankings, metrics, tokens });
}

interface Searched {
  readonly chunked: ChunkedArm;
  readonly retriever: Retriever;
  readonly rankings: Rankings;
  readonly metrics: readonly string[];
  /** Word pieces of each chunk's text, where they are known. */
  readonly tokens?: readonly (number | null)[];
}

function summaryOf(
  { config, questions }: NotebookStudy,
  { chunked, retriever, rankings, metrics, tokens = [] }: Searched,
): SummaryRow[] {
  const parsed = metrics.map(parseMetric);
  const rows: ScoreRow[] = [
    ...scoreArm(chunked, noRetriever, questions, parsed, []),
    ...scoreArm(chunked, retriever, questions, parsed, rankings, tokens),
  ];
  return summarize(new ScoreTable(rows), new Policy(config.statistics), [allTypes]);
}

/** Scores side by side: one row a retriever, the study's metrics of shares with their intervals. */
export function scoresTable(title: string, ...scores: readonly (readonly SummaryRow[])[]): Table {
  const rows = scores.flat().filter(({ retriever }) => retriever !== noRetriever);
  const isShown = ({ scale, ranked }: Metric): boolean => scale !== "amount" && ranked;
  const metrics = [...new Set(rows.map(({ metric }) => metric))].filter((name) => isShown(parseMetric(name)));
  const retrievers = [...new Set(rows.map(({ retriever }) => retriever))];
  const [any] = rows;
  return {
    title,
    header: ["retriever", ...metrics],
    rows: retrievers.map((retriever) => [
      retriever,
      ...metrics.map((metric) => {
        const row = rows.find((each) => each.retriever === retriever && each.metric === metric);
        return row === undefined ? "–" : withInterval(row.estimate, row.lo, row.hi);
      }),
    ]),
    notes:
      any === undefined
        ? []
        : [`n = ${any.n} questions on ${any.pages} pages; [ ]: ${Math.round(any.level * 100)} % interval.`],
  };
}
