import { countClusters, designEffect, randomisedTukey, sampleSizeMcNemar } from "../statistics/index.js";
import type { StatisticsSettings, StudyConfig } from "./config.js";
import type { PairedRow } from "./paired.js";
import { allTypes, type ScoreTable } from "./score-table.js";
import { type Flip, type RuleOrder, sensitivityOf } from "./sensitivity.js";
import { mean } from "./summary.js";

/** An arm that another beats on the primary endpoint, all pairs corrected for one another. */
export interface RuledOut {
  readonly arm: string;
  readonly beaten_by: string;
  readonly difference: number;
  readonly p: number;
}

/** What the study's data says, and what it doesn't. */
export interface Verdict {
  readonly retriever: string;
  readonly metric: string;
  readonly n: number;
  readonly pages: number;
  readonly arms: number;
  readonly ruled_out: readonly RuledOut[];
  readonly in_play: readonly string[];
  /** The arm in play that costs least: fewest characters a question at `cost_metric`; null where no cost is scored. */
  readonly cheapest: string | null;
  readonly cost_metric: string | null;
  /** Comparisons of family 1 with an adjusted p below 1 − level, and how many there are in all. */
  readonly separable: readonly Pick<
    PairedRow,
    "arm" | "against" | "difference" | "lo" | "hi" | "p_adjusted"
  >[];
  readonly comparisons: number;
  /** Questions that every arm found, and that none found (0/1 metrics only). */
  readonly found_by_all: number | null;
  readonly found_by_none: number | null;
  /** Questions needed to detect `smallest_difference`, design effect included; null where no number would do. */
  readonly questions_needed: number | null;
  readonly smallest_difference: number;
  /** The arms' order under other rules of what counts as found, and the pairs that change places. */
  readonly orders: readonly RuleOrder[];
  readonly flips: readonly Flip[];
  /** Arms of which more than 1 % of the texts are cut by the embedder's limit. */
  readonly cut_arms: readonly string[];
}

/** Mostly found by all or by none: beyond this share the set can't tell these arms apart. */
export const inseparableShare = 0.85;
const power = 0.8;

/**
 * The verdict on the primary endpoint, or null where it wasn't scored (no embedding model) or has one arm only.
 *
 * @param cutArms arms to be marked, since the embedder reads less than their texts
 */
export function verdictOf(
  scores: ScoreTable,
  paired: readonly PairedRow[],
  { retriever, metric }: StudyConfig["primary"],
  settings: StatisticsSettings,
  cutArms: readonly string[] = [],
): Verdict | null {
  const arms = [...new Set(scores.cells().map(({ arm }) => arm))];
  const columns = arms.map((arm) => scores.column(retriever, arm, metric));
  if (arms.length < 2 || columns.some((column) => column === undefined)) return null;
  const present = columns.filter((column) => column !== undefined);
  const positions = scores.positions(allTypes, ...present);
  if (positions.length < 2) return null;
  const values = present.map((column) => positions.map((i) => column[i]));
  const clusters = scores.clustersAt(positions);
  const sign = scores.metric(metric).better === "higher" ? 1 : -1;
  const alpha = 1 - settings.level;
  const tukey = randomisedTukey(values, { clusters, resamples: settings.resamples, seed: settings.seed });
  const ruled_out = arms.flatMap((arm, i): RuledOut[] => {
    const worse = arms
      .map((beaten_by, j) => ({
        arm,
        beaten_by,
        difference: tukey.means[j] - tukey.means[i],
        p: tukey.p[i][j],
      }))
      .filter(({ difference, p }) => difference * sign > 0 && p < alpha);
    return worse.sort((a, b) => a.p - b.p || b.difference * sign - a.difference * sign).slice(0, 1);
  });
  const in_play = arms.filter((arm) => !ruled_out.some((each) => each.arm === arm));
  const cost_metric = costMetric(scores, retriever);
  const cost = (arm: string): number =>
    cost_metric === null ? 0 : mean(Array.from(scores.column(retriever, arm, cost_metric) ?? [Number.NaN]));
  const family = paired.filter((row) => row.family === "1");
  const isBinary = scores.metric(metric).scale === "binary";
  return {
    retriever,
    metric,
    n: positions.length,
    pages: countClusters(clusters),
    arms: arms.length,
    ruled_out,
    in_play,
    cheapest: cost_metric === null ? null : [...in_play].sort((a, b) => cost(a) - cost(b))[0],
    cost_metric,
    separable: family
      .filter(({ p_adjusted }) => p_adjusted !== null && p_adjusted < alpha)
      .map(({ arm, against, difference, lo, hi, p_adjusted }) => ({
        arm,
        against,
        difference,
        lo,
        hi,
        p_adjusted,
      })),
    comparisons: family.length,
    found_by_all: isBinary ? count(positions, (i) => values.every((column) => column[i] === 1)) : null,
    found_by_none: isBinary ? count(positions, (i) => values.every((column) => column[i] === 0)) : null,
    questions_needed: isBinary ? questionsNeeded(family, scores, { retriever, metric }, settings) : null,
    smallest_difference: settings.smallest_difference,
    ...sensitivityOf(scores, { retriever, metric }),
    cut_arms: cutArms,
  };
}

function count(positions: readonly number[], test: (i: number) => boolean): number {
  return positions.filter((_, i) => test(i)).length;
}

/** The first metric of characters per question that was scored. */
function costMetric(scores: ScoreTable, retriever: string): string | null {
  const cells = scores.cells().filter((cell) => cell.retriever === retriever);
  return cells.find(({ metric }) => metric.startsWith("chars@"))?.metric ?? null;
}

/**
 * From the median discordance and design effect of the planned comparisons; never from the observed differences,
 * which chance makes larger or smaller.
 */
function questionsNeeded(
  family: readonly PairedRow[],
  scores: ScoreTable,
  { retriever, metric }: StudyConfig["primary"],
  settings: StatisticsSettings,
): number | null {
  if (family.length === 0) return null;
  const discordance = median(family.map(({ wins, losses, n }) => (wins + losses) / n));
  const effects = family.flatMap(({ arm, against }) => {
    const first = scores.column(retriever, arm, metric);
    const second = scores.column(retriever, against, metric);
    if (first === undefined || second === undefined) return [];
    const positions = scores.positions(allTypes, first, second);
    return [
      designEffect(
        positions.map((i) => first[i] - second[i]),
        scores.clustersAt(positions),
      ) ?? 1,
    ];
  });
  if (discordance === 0) return null;
  const needed = sampleSizeMcNemar(discordance, settings.smallest_difference, settings.level, power);
  return needed === null ? null : Math.ceil(needed * Math.max(1, median(effects)));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
