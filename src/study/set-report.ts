import { splitUnits } from "../chunking/index.js";
import type { ParsedPage } from "../markdown/index.js";
import { type Advice, adviseOn } from "../questions/advice.js";
import type { Problem, Question } from "../questions/index.js";
import { type OverlapSummary, summarizeOverlaps, wordOverlaps } from "../questions/overlap.js";
import { comparisonsOf } from "./arms.js";
import type { StudyConfig } from "./config.js";
import type { ScoreRow } from "./scores.js";
import { groupOf } from "./set-report-groups.js";
import {
  type Detectable,
  type Discordance,
  detectableDifferences,
  discordanceOf,
} from "./set-report-power.js";
import { type QuotePlaces, quotePlaces } from "./set-report-quotes.js";

/** A part of the corpus, a package or a folder, and the questions about it. */
export interface GroupCoverage {
  readonly group: string;
  /** Questions by type. */
  readonly counts: ReadonlyMap<string, number>;
  readonly questions: number;
  readonly pages_used: number;
  readonly pages: number;
}

/** What can be said of a test set before anything is run. */
export interface SetReport {
  readonly problems: readonly Problem[];
  readonly advice: readonly Advice[];
  readonly questions: number;
  /** In alphabetical order. */
  readonly types: readonly string[];
  /** Every part of the corpus, in the corpus's order. */
  readonly coverage: readonly GroupCoverage[];
  readonly pages_used: number;
  readonly pages: number;
  /** The page with most questions; null without questions. */
  readonly fullest_page: { readonly url: string; readonly questions: number } | null;
  readonly places: QuotePlaces;
  readonly overlap: { readonly quote: OverlapSummary; readonly heading: OverlapSummary };
  readonly discordance: Discordance;
  readonly comparisons: number;
  /** Two-sided level of the tests that differences are to be detected by, such as .05. */
  readonly alpha: number;
  readonly detectable: readonly Detectable[];
}

const unitsOf = (page: ParsedPage) => splitUnits(page, { max_chars: Number.POSITIVE_INFINITY });

/** How many items with most overlap are named. */
const worstNamed = 5;

/**
 * A test set's errors and warnings, what it covers, where its quotes lie, how close its questions are to the pages'
 * words, and how small a difference it can detect.
 *
 * @param scores of an earlier run of the study, for how often arms differ; empty where there are none
 */
export function setReport(
  {
    config,
    pages,
    questions,
    problems,
  }: {
    readonly config: StudyConfig;
    readonly pages: readonly ParsedPage[];
    readonly questions: readonly Question[];
    readonly problems: readonly Problem[];
  },
  scores: readonly ScoreRow[] = [],
): SetReport {
  const comparisons = comparisonsOf(config);
  const discordance = discordanceOf(scores, comparisons, config.primary);
  const overlaps = wordOverlaps(questions, pages);
  const perPage = [...countOf(questions.map(({ url }) => url))];
  const [fullest] = perPage.sort(([, a], [, b]) => b - a);
  return {
    problems,
    advice: adviseOn(questions, pages, unitsOf, config.types),
    questions: questions.length,
    types: [...new Set(questions.map(({ type }) => type))].sort(),
    coverage: coverageOf(questions, pages, config),
    pages_used: perPage.length,
    pages: pages.length,
    fullest_page: fullest === undefined ? null : { url: fullest[0], questions: fullest[1] },
    places: quotePlaces(questions, pages),
    overlap: {
      quote: summarizeOverlaps(overlaps, "quote", worstNamed),
      heading: summarizeOverlaps(overlaps, "heading", worstNamed),
    },
    discordance,
    comparisons: comparisons.length,
    alpha: 1 - config.statistics.level,
    detectable: detectableDifferences(
      questions,
      discordance.value,
      config.statistics.level,
      comparisons.length,
    ),
  };
}

function coverageOf(
  questions: readonly Question[],
  pages: readonly ParsedPage[],
  { corpus }: StudyConfig,
): GroupCoverage[] {
  const pageCounts = countOf(pages.map(({ url }) => groupOf(url, corpus)));
  return [...pageCounts].map(([group, count]) => {
    const own = questions.filter(({ url }) => groupOf(url, corpus) === group);
    return {
      group,
      counts: countOf(own.map(({ type }) => type)),
      questions: own.length,
      pages_used: new Set(own.map(({ url }) => url)).size,
      pages: count,
    };
  });
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
