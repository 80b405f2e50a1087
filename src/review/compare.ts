import { setImmediate } from "node:timers/promises";
import { Policy, type ScoreRow, StudyError } from "../study/index.js";
import {
  type ArmVerdict,
  armChanges,
  type ChangeRow,
  type ComparedEndpoint,
  correctedChanges,
  judgeArms,
} from "./compare-differences.js";
import { type PageChanges, pageChanges } from "./compare-pages.js";
import { type PairedQuestions, pairedTable, pairQuestions } from "./compare-pairs.js";
import {
  type ChangedQuestion,
  changedQuestions,
  type EditedQuestions,
  editedQuestions,
} from "./compare-questions.js";
import type { ScoredRun } from "./compare-read.js";
import { armsOf, endpointOf } from "./compare-scope.js";
import { settingDifferences } from "./compare-settings.js";

export interface CompareOptions {
  /** Largest loss that is accepted on the endpoint, in the metric's own units. */
  readonly tolerance: number;
  /** What is decided on; by default the primary endpoint of the run after the change. */
  readonly retriever?: string;
  readonly metric?: string;
  /** By default every arm that both runs have. */
  readonly arms?: readonly string[];
  /** Whether every retriever and metric is compared, or the endpoint alone, which is quick. */
  readonly everything?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Two runs of a study, before and after its pages changed. */
export interface RunComparison {
  readonly endpoint: ComparedEndpoint;
  readonly tolerance: number;
  readonly level: number;
  readonly scale: "binary" | "fraction" | "amount";
  readonly better: "higher" | "lower";
  readonly rows: readonly ChangeRow[];
  readonly arms: readonly ArmVerdict[];
  readonly lost: readonly ChangedQuestion[];
  readonly found: readonly ChangedQuestion[];
  readonly questions: PairedQuestions;
  /** The pages of the questions that both runs scored, as they are called after the change. */
  readonly asked_pages: ReadonlySet<string>;
  readonly edited: EditedQuestions | null;
  readonly pages: PageChanges | null;
  readonly only_before: readonly string[];
  readonly only_after: readonly string[];
  /** What else differs between the runs. */
  readonly settings: readonly string[];
}

/**
 * Compare two runs question by question: an arm after the change with itself before, by the study's own policy.
 *
 * @throws StudyError where they have no question, arm or endpoint in common; `signal.reason` when stopped
 */
export async function compareRuns(
  before: ScoredRun,
  after: ScoredRun,
  options: CompareOptions,
): Promise<RunComparison> {
  const endpoint = endpointOf(before, after, options);
  const questions = pairQuestions(before.scores, after.scores);
  if (questions.both.size === 0) {
    throw new StudyError(
      `${before.folder} and ${after.folder} have no question in common: questions are paired by their ids`,
    );
  }
  const { arms, only_before, only_after } = armsOf(before, after, options.arms, endpoint);
  const isOfEndpoint = ({ retriever, metric }: ScoreRow): boolean =>
    retriever === endpoint.retriever && metric === endpoint.metric;
  const table = pairedTable(
    before.scores,
    after.scores,
    options.everything === true ? undefined : isOfEndpoint,
  );
  const { statistics } = after.manifest;
  const policy = new Policy(statistics);
  const rows: ChangeRow[] = [];
  for (const [i, arm] of arms.entries()) {
    rows.push(...armChanges(table, arm, endpoint, policy));
    options.onProgress?.(i + 1, arms.length);
    await setImmediate();
    options.signal?.throwIfAborted();
  }
  const corrected = correctedChanges(rows);
  const verdicts = judgeArms(corrected, table, endpoint, options.tolerance, statistics.level);
  if (verdicts.length === 0) {
    throw new StudyError(
      `no question of both runs has a score of ${endpoint.metric} with ${endpoint.retriever}; choose another with --metric or --retriever`,
    );
  }
  const pages = pageChanges(before.pages, after.pages);
  const { scale, better } = table.metric(endpoint.metric);
  return {
    endpoint,
    tolerance: options.tolerance,
    level: statistics.level,
    scale,
    better,
    rows: corrected,
    arms: verdicts,
    ...changedQuestions(table, arms, endpoint, pages),
    questions,
    asked_pages: new Set(table.questions.map(({ page }) => page)),
    edited: editedQuestions(before.questions, after.questions),
    pages,
    only_before,
    only_after,
    settings: settingDifferences(before.manifest, after.manifest),
  };
}
