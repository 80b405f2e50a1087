import { median } from "simple-statistics";
import type { Question } from "../questions/index.js";
import { minimumDetectableDifferenceMcNemar, plannedDesignEffect } from "../statistics/index.js";
import type { Comparison } from "./config.js";
import { allTypes } from "./score-table.js";
import type { ScoreRow } from "./scores.js";

/** Chance to detect the difference. */
const power = 0.8;
/** Share of questions that exactly one of two arms finds, where nothing has been measured. */
export const assumedDiscordance = 0.2;
/**
 * How much alike the questions of one page come out. From experience: a test at .05 that ignored pages was right at .11
 * to .20 on 27 pages of six questions, which is a design effect of 1.5 to 2.3 and so a correlation of .1 to .27.
 */
export const assumedCorrelation = 0.2;

/** The share of questions on which two arms differ, and where the number is from. */
export interface Discordance {
  readonly value: number;
  /** Comparisons that it is the median of; 0 where it is assumed. */
  readonly comparisons: number;
  /** Questions that those were scored on. */
  readonly questions: number;
}

/** The smallest difference that is detected. */
export interface SmallestDifference {
  /** In (0, 1]; null where no difference at all is. */
  readonly difference: number | null;
  /**
   * Whether it is larger than the discordance: then it takes arms that differ on more questions, and the difference
   * stated is the smallest that can be detected whatever their number, every one of them going the same way.
   */
  readonly beyond_discordance: boolean;
}

/** How small a paired difference a set of questions detects. */
export interface Detectable {
  /** A question type, or `all`. */
  readonly type: string;
  readonly n: number;
  readonly pages: number;
  /** 1 + (m − 1) · icc, m the questions on a question's page on average. */
  readonly design_effect: number;
  /** For one comparison. */
  readonly alone: SmallestDifference;
  /** For the first under Holm's correction: of the study's comparisons, or for a type of those on every type. */
  readonly corrected: SmallestDifference;
}

/**
 * How often two arms differ on a question under the primary endpoint: the median over the study's comparisons.
 *
 * @param scores of an earlier run; empty where there are none
 * @returns the assumed .2 where no comparison was scored, or most of them don't differ at all
 */
export function discordanceOf(
  scores: readonly ScoreRow[],
  comparisons: readonly Comparison[],
  primary: { readonly retriever: string; readonly metric: string },
): Discordance {
  const byArm = new Map<string, Map<string, number>>();
  for (const { retriever, arm, question, metric, value } of scores) {
    if (metric !== primary.metric || retriever !== primary.retriever) continue;
    byArm.set(arm, (byArm.get(arm) ?? new Map<string, number>()).set(question, value));
  }
  const shares = comparisons.flatMap(({ arm, against }) => {
    const a = byArm.get(arm);
    const b = byArm.get(against);
    if (a === undefined || b === undefined) return [];
    const both = [...a].filter(([question]) => b.has(question));
    return both.length === 0
      ? []
      : [both.filter(([question, value]) => b.get(question) !== value).length / both.length];
  });
  const value = shares.length === 0 ? 0 : median(shares);
  if (value === 0) return { value: assumedDiscordance, comparisons: 0, questions: 0 };
  const questions = Math.max(...[...byArm.values()].map((each) => each.size));
  return { value, comparisons: shares.length, questions };
}

/**
 * The smallest paired difference of hit rates that a set detects with 80 % power, for all questions and each type.
 *
 * Questions of one page count for less than as many of different pages; see `assumedCorrelation`. For a score between
 * 0 and 1 the number is an upper bound, its differences varying less than those of hits with the same discordance.
 *
 * @param level of the study's intervals, .95 for tests at .05
 * @param comparisons how many the study makes
 */
export function detectableDifferences(
  questions: readonly Question[],
  discordance: number,
  level: number,
  comparisons: number,
): Detectable[] {
  const types = [...new Set(questions.map(({ type }) => type))].sort();
  return [allTypes, ...types].flatMap((type) => {
    const own = type === allTypes ? questions : questions.filter((question) => question.type === type);
    if (own.length === 0) return [];
    const onPage = new Map<string, number>();
    for (const { url } of own) onPage.set(url, (onPage.get(url) ?? 0) + 1);
    // A question's page has on average more questions than a page has: pages weigh by their questions.
    const meanSize = [...onPage.values()].reduce((sum, size) => sum + size * size, 0) / own.length;
    const design_effect = plannedDesignEffect(meanSize, assumedCorrelation);
    const smallest = (tests: number): SmallestDifference =>
      smallestDifference(discordance, own.length / design_effect, 1 - (1 - level) / tests);
    return [
      {
        type,
        n: own.length,
        pages: onPage.size,
        design_effect,
        alone: smallest(1),
        corrected: smallest(Math.max(1, comparisons * (type === allTypes ? 1 : types.length))),
      },
    ];
  });
}

function smallestDifference(discordance: number, n: number, level: number): SmallestDifference {
  const difference = minimumDetectableDifferenceMcNemar(discordance, n, level, power);
  if (difference !== null) return { difference, beyond_discordance: false };
  // The detectable difference is c √ψ, c that of ψ = 1; it is as large as ψ itself where both are c².
  const atMost = minimumDetectableDifferenceMcNemar(1, n, level, power);
  return { difference: atMost === null ? null : atMost ** 2, beyond_discordance: true };
}
