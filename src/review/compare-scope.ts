import { parseMetric } from "../evaluation/index.js";
import { noRetriever, type ScoreRow, StudyError } from "../study/index.js";
import { didYouMean } from "../study/study-error.js";
import type { ComparedEndpoint } from "./compare-differences.js";
import type { ScoredRun } from "./compare-read.js";

/**
 * What is decided on: by default the primary endpoint of the run after the change.
 *
 * @throws StudyError where a run didn't score it, naming the nearest that it did
 */
export function endpointOf(
  before: ScoredRun,
  after: ScoredRun,
  { retriever, metric }: { readonly retriever?: string; readonly metric?: string },
): ComparedEndpoint {
  const { primary } = after.manifest;
  const name = mustBe("--metric", metric ?? primary.metric, before, after, (row) => row.metric);
  const wanted = parseMetric(name).ranked ? (retriever ?? primary.retriever) : noRetriever;
  const ofMetric = (run: ScoredRun) => ({ ...run, scores: run.scores.filter((row) => row.metric === name) });
  return {
    metric: name,
    retriever: mustBe("--retriever", wanted, ofMetric(before), ofMetric(after), (row) => row.retriever),
  };
}

function mustBe(
  option: string,
  value: string,
  before: ScoredRun,
  after: ScoredRun,
  fieldOf: (row: ScoreRow) => string,
): string {
  for (const { folder, scores } of [before, after]) {
    const known = [...new Set(scores.map(fieldOf))];
    if (known.includes(value)) continue;
    const text = `${option}: ${JSON.stringify(value)} is not in the scores of ${folder}`;
    throw new StudyError(`${text}; ${didYouMean(value, known)}`);
  }
  return value;
}

/**
 * The arms that are compared, and those that only one run has.
 *
 * @param wanted by default every arm that both runs have
 * @throws StudyError where they have none in common, or not one that is wanted
 */
export function armsOf(
  before: ScoredRun,
  after: ScoredRun,
  wanted: readonly string[] | undefined,
  { retriever, metric }: ComparedEndpoint,
): { arms: string[]; only_before: string[]; only_after: string[] } {
  const armsIn = ({ scores }: ScoredRun): string[] => [
    ...new Set(
      scores.filter((row) => row.retriever === retriever && row.metric === metric).map(({ arm }) => arm),
    ),
  ];
  const [old, now] = [armsIn(before), armsIn(after)];
  for (const arm of wanted ?? []) mustBe("--arm", arm, before, after, (row) => row.arm);
  const both = now.filter((arm) => old.includes(arm));
  if (both.length === 0) {
    throw new StudyError(
      `${before.folder} and ${after.folder} have no arm in common: ${old.join(", ")} before, ${now.join(", ")} after`,
    );
  }
  return {
    arms: wanted === undefined ? both : both.filter((arm) => wanted.includes(arm)),
    only_before: old.filter((arm) => !now.includes(arm)),
    only_after: now.filter((arm) => !old.includes(arm)),
  };
}
