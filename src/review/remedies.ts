import {
  type Arm,
  allTypes,
  comparePair,
  holderKeys,
  Pipeline,
  Policy,
  type RunOptions,
  ScoreTable,
} from "../study/index.js";
import { remedyArm } from "./remedy-arms.js";
import type { RemedyRow } from "./remedy-file.js";
import type { StudyReview } from "./review-study.js";
import { type Tag, type TaggedMiss, tagNames } from "./tag.js";

/** A tag is common, and its remedy measured, from this share of the questions that an arm misses on … */
export const commonShare = 0.05;
/** … and from so many of them. */
export const fewestTagged = 2;

/** A remedy to measure. */
interface Measure {
  readonly tag: Tag;
  readonly against: Arm;
  readonly remedy: Arm;
  readonly missed: number;
  readonly tagged: readonly string[];
}

/** The remedies of the tags that are common among an arm's misses with a retriever. */
export function commonRemedies(misses: readonly TaggedMiss[], retriever: string): Measure[] {
  const own = misses.filter(({ miss }) => miss.retriever === retriever);
  const arms = new Map(own.map(({ miss }) => [miss.arm.name, miss.arm]));
  return [...arms.values()].flatMap((arm) => {
    const missed = own.filter(({ miss }) => miss.arm.name === arm.name);
    return tagNames.flatMap((tag): Measure[] => {
      const tagged = missed.filter(({ tags }) => tags.includes(tag)).map(({ miss }) => miss.question.id);
      const isCommon = tagged.length >= fewestTagged && tagged.length >= commonShare * missed.length;
      const remedy = isCommon ? remedyArm(tag, arm) : null;
      return remedy === null ? [] : [{ tag, against: arm, remedy, missed: missed.length, tagged }];
    });
  });
}

/**
 * Measure the remedies of common tags: what each wins and loses over all questions, on the endpoint that claims are
 * made on, with an interval.
 *
 * The questions that suggested a remedy also measure it, so it looks better than it is; nothing of it is claimed.
 *
 * @throws ModelUnavailableError where there is no embedding model; `signal.reason` when stopped
 */
export async function measureRemedies(
  { inputs, misses, metric }: StudyReview,
  { signal, onEvent = () => {} }: Pick<RunOptions, "signal" | "onEvent"> = {},
): Promise<RemedyRow[]> {
  const { retriever } = inputs.config.primary;
  const measures = commonRemedies(misses, retriever);
  if (measures.length === 0) return [];
  const arms = new Map<string, Arm>();
  for (const { against, remedy } of measures) {
    const { match: _, ...own } = against;
    arms.set(own.name, own).set(remedy.name, remedy);
  }
  const policy = new Policy(inputs.config.statistics);
  const config = { ...inputs.config, retrievers: [retriever], metrics: [metric] };
  const pipeline = new Pipeline({ ...inputs, config, arms: [...arms.values()] }, onEvent, signal);
  try {
    await pipeline.execute();
  } finally {
    await pipeline.texts?.close();
  }
  const table = new ScoreTable(pipeline.scores);
  const keys = new Map(
    pipeline.chunkedArms().map((each) => [each.arm.name, holderKeys(each, inputs.questions)]),
  );
  return measures.flatMap(({ tag, against, remedy, missed, tagged }): RemedyRow[] => {
    const pair = { arm: remedy.name, against: against.name };
    // The first interval is the one to show.
    const row = comparePair(table, pair, { retriever, metric }, policy, keys).find(
      ({ type }) => type === allTypes,
    );
    if (row === undefined) return [];
    const column = table.column(retriever, remedy.name, metric);
    const found = new Set(table.questions.filter((_, i) => column?.[i] === 1).map(({ id }) => id));
    const { type, family, p_adjusted, ...compared } = row;
    const tagged_found = tagged.filter((id) => found.has(id)).length;
    return [{ tag, missed, tagged: tagged.length, tagged_found, ...compared }];
  });
}
