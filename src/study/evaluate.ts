import { setImmediate } from "node:timers/promises";
import { comparisonsOf } from "./arms.js";
import { type ChunkStats, chunkStats, cutShareLimit } from "./chunk-stats.js";
import type { StudyInputs } from "./inputs.js";
import { type InteractionRow, interactionsOf } from "./interactions.js";
import { comparePair, type PairedRow, withAdjustedP } from "./paired.js";
import type { Pipeline } from "./pipeline.js";
import type { Policy } from "./policy.js";
import type { RunEvent } from "./run-event.js";
import { ScoreTable } from "./score-table.js";
import { holderKeys, type ScoreRow } from "./scores.js";
import { type SummaryRow, summarizeCell } from "./summary.js";
import { type Verdict, verdictOf } from "./verdict.js";

/** Scores, and all that follows from them. */
export interface Evaluated {
  readonly scores: readonly ScoreRow[];
  readonly summary: readonly SummaryRow[];
  readonly paired: readonly PairedRow[];
  readonly interactions: readonly InteractionRow[];
  readonly chunk_stats: readonly ChunkStats[];
  readonly verdict: Verdict | null;
}

/**
 * Intervals, differences and the verdict of a study's scores.
 *
 * A cell at a time, with a pause after each, so that progress can be shown and the run stopped.
 *
 * @throws `signal.reason` when stopped
 */
export async function evaluate(
  { config, pages, questions }: StudyInputs,
  pipeline: Pipeline,
  policy: Policy,
  onEvent: (event: RunEvent) => void,
  signal?: AbortSignal,
): Promise<Evaluated> {
  const { scores } = pipeline;
  const { primary } = config;
  const chunked = pipeline.chunkedArms();
  const table = new ScoreTable(scores);
  const cells = table.cells();
  const comparisons = comparisonsOf(config);
  const total = cells.length + comparisons.length;
  let done = 0;
  const pause = async (): Promise<void> => {
    done++;
    onEvent({ kind: "progress", text: "computing intervals and differences", done, total, unit: "steps" });
    await setImmediate();
    signal?.throwIfAborted();
  };

  const summary: SummaryRow[] = [];
  for (const cell of cells) {
    summary.push(...summarizeCell(table, policy, cell));
    await pause();
  }
  const keys = new Map(chunked.map((each) => [each.arm.name, holderKeys(each, questions)]));
  const pairedRows: PairedRow[] = [];
  const interactions: InteractionRow[] = [];
  for (const comparison of comparisons) {
    pairedRows.push(...comparePair(table, comparison, primary, policy, keys));
    interactions.push(...interactionsOf(table, [comparison], primary, policy));
    await pause();
  }
  const paired = withAdjustedP(pairedRows);
  const chunk_stats = chunked.map((each) => {
    // Read in windows, a long text is read whole.
    const { max_tokens, long_texts } = config.embedder;
    return chunkStats(
      each,
      pages,
      pipeline.tokensOf(each),
      long_texts === "truncate" ? max_tokens : Number.POSITIVE_INFINITY,
    );
  });
  const cut = chunk_stats.filter(({ cut_share }) => Number(cut_share) > cutShareLimit).map(({ arm }) => arm);
  const verdict = verdictOf(table, paired, primary, config.statistics, cut);
  return { scores, summary, paired, interactions, chunk_stats, verdict };
}
