import { setImmediate } from "node:timers/promises";
import { type Metric, parseMetric } from "../evaluation/index.js";
import type { ChunkedArm, FinishedPipeline, Retriever, ScoreRow, StudyConfig } from "../study/index.js";
import { ArmMisses } from "./arm-misses.js";
import { type LossRow, lossOf } from "./loss-table.js";
import { type Miss, shownChunks } from "./miss.js";

/** What every arm misses, and how the losses divide. */
export interface Misses {
  /** The 0/1 metric that decides what a miss is. */
  readonly metric: string;
  readonly misses: readonly Miss[];
  readonly losses: readonly LossRow[];
}

/**
 * The metric by which a question is missed: the one that claims are made on, so that the loss that is divided is the
 * one that is claimed; `hit@5` where that isn't a hit rate.
 */
export function missMetric({ primary }: Pick<StudyConfig, "primary">): Metric {
  return parseMetric(primary.metric.startsWith("hit@") ? primary.metric : `hit@${shownChunks}`);
}

/**
 * Find what each arm misses with each retriever and why, by trying on each missed question what would have helped.
 *
 * Texts that are tried are embedded first, an arm at a time; they come from the cache when the study runs again. Of a
 * run without an embedding model, what BM25 misses is found.
 *
 * @throws `signal.reason` when stopped
 */
export async function findMisses(run: FinishedPipeline): Promise<Misses> {
  const { inputs, pipeline, onEvent, signal } = run;
  const metric = missMetric(inputs.config);
  const pages = new Map(inputs.pages.map((page) => [page.url, page]));
  const retrievers = reviewedRetrievers(run);
  const found: Omit<Miss, "hit_by">[] = [];
  const asked = new Map<string, ReadonlySet<string>>();
  const arms = pipeline.chunkedArms();
  onEvent({ kind: "step", text: "looking for the reason of each miss" });
  for (const [i, chunked] of arms.entries()) {
    const arm = new ArmMisses(chunked, { ...run, metric, pages });
    await arm.embedTrials(retrievers);
    for (const retriever of retrievers) {
      found.push(...arm.misses(retriever));
      asked.set(keyOf(retriever, chunked.arm.name), arm.asked);
    }
    onEvent({ kind: "progress", text: "reasons of misses", done: i + 1, total: arms.length, unit: "steps" });
    await setImmediate();
    signal?.throwIfAborted();
  }
  const misses = withOthers(found, arms);
  const scored = missedByScores(pipeline.scores, metric);
  const losses = retrievers.flatMap((retriever) =>
    arms.map((chunked) => {
      const { name } = chunked.arm;
      const own = misses.filter((miss) => miss.retriever === retriever && miss.arm.name === name);
      const key = keyOf(retriever, name);
      const n = asked.get(key)?.size ?? 0;
      const missed = scored === null ? own.length : (scored.get(key) ?? 0);
      return lossOf({ retriever, arm: name, metric: metric.name, n, missed }, own);
    }),
  );
  return { metric: metric.name, misses, losses };
}

/** The study's retrievers that could be asked: without an embedding model only BM25. */
export function reviewedRetrievers({
  inputs,
  pipeline,
}: Pick<FinishedPipeline, "inputs" | "pipeline">): Retriever[] {
  return inputs.config.retrievers.filter((name) => name === "bm25" || pipeline.queries !== null);
}

const keyOf = (retriever: string, arm: string): string => JSON.stringify([retriever, arm]);

/** How many questions each retriever and arm misses by the scores of the run; null where the metric isn't scored. */
function missedByScores(scores: readonly ScoreRow[], { name }: Metric): Map<string, number> | null {
  const own = scores.filter(({ metric }) => metric === name);
  const counts = new Map<string, number>();
  for (const { retriever, arm, value } of own) {
    if (value === 0) counts.set(keyOf(retriever, arm), (counts.get(keyOf(retriever, arm)) ?? 0) + 1);
  }
  return own.length === 0 ? null : counts;
}

/** By retriever and question, in the arms' order, each miss with the arms that find it. */
function withOthers(found: readonly Omit<Miss, "hit_by">[], arms: readonly ChunkedArm[]): Miss[] {
  const missedBy = new Map<string, Set<string>>();
  const key = ({ retriever, question }: Omit<Miss, "hit_by">): string =>
    JSON.stringify([retriever, question.id]);
  for (const miss of found) {
    const names = missedBy.get(key(miss)) ?? new Set();
    missedBy.set(key(miss), names.add(miss.arm.name));
  }
  return found.map((miss) => {
    const missing = missedBy.get(key(miss));
    const hit_by = arms.map(({ arm }) => arm.name).filter((name) => !missing?.has(name));
    return { ...miss, hit_by };
  });
}
