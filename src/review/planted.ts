/** For tests: a review of planted pages and questions, with BM25 alone, so that nothing has to be embedded. */
import { parsePage } from "../markdown/index.js";
import { locateTestSet, type TestItem } from "../questions/index.js";
import type { Bm25Options } from "../retrieval/index.js";
import { type FinishedPipeline, Pipeline, parseStudyConfig, resolveArms } from "../study/index.js";
import { type Review, reviewRun } from "./review-study.js";
import type { TaggedMiss } from "./tag.js";

/** An item of a test set, its type left out. */
export type PlantedItem = Omit<TestItem, "type">;

/** A study of planted pages, scored. `review.csv` is looked for in a folder that isn't there unless one is named. */
export async function plantedRun(
  pages: Readonly<Record<string, string>>,
  items: readonly PlantedItem[],
  arms: readonly object[],
  { metric = "hit@1", studyFolder = "no-such-folder", bm25 = {} as Bm25Options } = {},
): Promise<FinishedPipeline> {
  const config = parseStudyConfig({
    name: "planted",
    corpus: { file: "none.json" },
    arms,
    retrievers: ["bm25"],
    bm25,
    metrics: [metric],
    comparisons: [],
    statistics: { resamples: 99 },
  });
  const parsed = Object.entries(pages).map(([url, markdown]) => parsePage({ url, markdown }));
  const { questions, problems } = locateTestSet(
    items.map((item) => ({ ...item, type: "planted" })),
    parsed,
  );
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ what }) => what).join("\n"));
  const inputs = {
    config,
    arms: await resolveArms(config, studyFolder),
    pages: parsed,
    questions,
    warnings: [],
    notes: [],
    hashes: { corpus_sha256: "", test_sets: [] },
  };
  const onEvent = (): void => {};
  const pipeline = new Pipeline(inputs, onEvent);
  await pipeline.execute();
  return { studyFolder, inputs, pipeline, onEvent };
}

export async function plantedReview(...given: Parameters<typeof plantedRun>): Promise<Review> {
  return reviewRun(await plantedRun(...given));
}

/** The miss of a question under an arm; undefined where it is found. */
export function missOf({ misses }: Review, question: string, arm?: string): TaggedMiss | undefined {
  return misses.find(({ miss }) => miss.question.id === question && (arm ?? miss.arm.name) === miss.arm.name);
}
