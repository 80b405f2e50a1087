import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ChunkStats } from "../study/chunk-stats.js";
import {
  allTypes,
  type PairedRow,
  Policy,
  runStudy,
  type ScoreRow,
  ScoreTable,
  StudyError,
  type StudyInputs,
  type SummaryRow,
} from "../study/index.js";
import { comparePair, withAdjustedP } from "../study/paired.js";
import { Pipeline } from "../study/pipeline.js";
import { summarizeCell } from "../study/summary.js";
import type { Comparison } from "./comparison.js";
import { studyFolder } from "./corpora.js";
import type { ReproductionContext } from "./experiment.js";

/** What a study's run gave, or the part of it that needs no embedding. */
export interface StudyScores {
  readonly inputs: StudyInputs;
  readonly scores: readonly ScoreRow[];
  readonly summary: readonly SummaryRow[];
  readonly paired: readonly PairedRow[];
  /** Empty where embedding was left out. */
  readonly chunk_stats: readonly ChunkStats[];
}

/** What of a study's scores an experiment shows. */
export interface Wanted {
  /** Metrics that are given for each type of question as well. */
  readonly byType?: readonly string[];
  /** Metrics of the planned differences. */
  readonly compared: readonly string[];
}

/**
 * Run a reproduction's study like any other, its files written to a folder of the results; or, without embedding, score
 * with BM25 the arms that need no similarities.
 *
 * @throws StudyError where there is no embedding model, saying how to get one
 */
export async function studyScores(
  name: string,
  inputs: StudyInputs,
  { skipEmbedding, resultsFolder, onEvent, signal }: ReproductionContext,
  { byType = [], compared }: Wanted,
): Promise<StudyScores> {
  const { config } = inputs;
  const stop = signal === undefined ? {} : { signal };
  if (!skipEmbedding) {
    const result = await runStudy(studyFolder(name), {
      resultsFolder: path.join(resultsFolder, name),
      onEvent,
      ...stop,
    });
    if (result.incomplete !== null)
      throw new StudyError(`${result.incomplete}\nwithout a model: seamlab reproduce --skip-embedding`);
    const { scores, summary, paired, chunk_stats } = result;
    return { inputs, scores, summary, paired, chunk_stats };
  }
  const policy = new Policy(config.statistics);
  const arms = inputs.arms.filter(({ strategy }) => !strategy.needsSimilarities);
  const retrievers = config.retrievers.filter((retriever) => retriever === "bm25");
  const part = { ...inputs, arms, config: { ...config, retrievers } };
  const pipeline = new Pipeline(part, onEvent, signal);
  await pipeline.execute();
  const table = new ScoreTable(pipeline.scores);
  const summary: SummaryRow[] = [];
  for (const cell of table.cells()) {
    await setImmediate();
    signal?.throwIfAborted();
    const types = byType.includes(cell.metric) ? [allTypes, ...table.types] : [allTypes];
    summary.push(...summarizeCell(table, policy, cell, types));
  }
  // Differences are shown for all questions together: types would be computed for nothing.
  const untyped = pipeline.scores
    .filter(({ metric }) => compared.includes(metric))
    .map((row) => ({ ...row, type: "" }));
  const pairTable = new ScoreTable(untyped);
  const pairs: PairedRow[] = [];
  for (const pair of config.comparisons ?? []) {
    await setImmediate();
    signal?.throwIfAborted();
    pairs.push(...comparePair(pairTable, pair, config.primary, policy, new Map()));
  }
  return {
    inputs,
    scores: pipeline.scores,
    summary,
    paired: withAdjustedP(pairs),
    chunk_stats: [],
  };
}

/** Add a study's scores: `<metric>` or `<metric>, <retriever>`, and by type `…, <type>` for the metrics named. */
export function addScores(comparison: Comparison, run: StudyScores, { byType = [] }: Wanted): void {
  const needsModel = modelNeeds(run.inputs);
  const shown = new Set<string>();
  for (const { arm, retriever, metric, type, estimate, n, lo, hi } of run.summary) {
    if (type !== allTypes && (type === "macro" || !byType.includes(metric))) continue;
    const quantity = quantityOf(metric, retriever, type);
    // The first row of a cell is the one to show; the others are other methods' intervals.
    if (shown.has(`${arm}\n${quantity}`)) continue;
    shown.add(`${arm}\n${quantity}`);
    const embedded = needsModel(retriever, arm);
    comparison.add({ arm, quantity, ours: estimate, estimated: { n, lo, hi }, embedded });
  }
}

/** Add a study's planned differences, their p-values and, on the primary endpoint, those corrected by Holm. */
export function addDifferences(
  comparison: Comparison,
  run: Pick<StudyScores, "inputs" | "paired">,
  { compared }: Wanted,
): void {
  const needsModel = modelNeeds(run.inputs);
  for (const row of run.paired) {
    const { arm, against, metric, retriever, difference, n, lo, hi, p, p_adjusted } = row;
    if (row.type !== allTypes || p === null || !compared.includes(metric)) continue;
    const pair = `${arm} − ${against}`;
    const quantity = quantityOf(metric, retriever);
    const embedded = needsModel(retriever, arm) || needsModel(retriever, against);
    comparison.add({ arm: pair, quantity, ours: difference, estimated: { n, lo, hi }, embedded });
    comparison.add({ arm: pair, quantity: `p of ${quantity}`, ours: p, embedded });
    if (p_adjusted !== null)
      comparison.add({ arm: pair, quantity: `p of ${quantity}, Holm`, ours: p_adjusted, embedded });
  }
}

/** What a score is called among an experiment's quantities. */
export function quantityOf(metric: string, retriever: string, type: string = allTypes): string {
  return [metric, ...(retriever === "none" ? [] : [retriever]), ...(type === allTypes ? [] : [type])].join(
    ", ",
  );
}

function modelNeeds({ arms }: StudyInputs): (retriever: string, arm: string) => boolean {
  const bySimilarity = new Set(
    arms.filter(({ strategy }) => strategy.needsSimilarities).map(({ name }) => name),
  );
  return (retriever, arm) => (retriever !== "bm25" && retriever !== "none") || bySimilarity.has(arm);
}
