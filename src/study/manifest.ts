import { readFileSync } from "node:fs";
import path from "node:path";
import type { EmbedderDescription } from "../embedding/index.js";
import { generatorName } from "../statistics/index.js";
import { type Arm, comparisonsOf, describeArm } from "./arms.js";
import type { StudyInputs } from "./inputs.js";
import { projectFolder } from "./places.js";

/**
 * `manifest.json`: all that determines the result, and nothing that doesn't: no dates, no durations, no machine.
 *
 * @param arms as they were run, a matched size filled in
 * @param embedder null where nothing was embedded
 */
export function manifestOf(
  { config, pages, questions, hashes }: StudyInputs,
  arms: readonly Arm[],
  embedder: EmbedderDescription | null,
): string {
  const packageJson = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8")) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const { seed, resamples, level, smallest_difference } = config.statistics;
  const manifest = {
    seamlab: packageJson.version,
    study: config.name,
    corpus: {
      source: config.corpus,
      pages: pages.length,
      characters: pages.reduce((sum, { markdown }) => sum + markdown.length, 0),
      sha256: hashes.corpus_sha256,
    },
    test_sets: hashes.test_sets,
    questions: questions.length,
    embedder,
    retrieval: {
      retrievers: config.retrievers,
      bm25: config.bm25,
      rrf: 60,
      search: "exact",
    },
    metrics: config.metrics,
    arms: arms.map((arm) => {
      const { name, strategy, parameters, text, match, module } = arm;
      return { name, setting: describeArm(arm), strategy: strategy.name, parameters, text, match, module };
    }),
    comparisons: comparisonsOf(config),
    primary: config.primary,
    statistics: {
      seed,
      generator: generatorName,
      resamples,
      level,
      smallest_difference,
      quantile: "type 7",
      correction: "Holm by family",
    },
    dependencies: packageJson.dependencies,
  };
  return `${JSON.stringify(manifest, null, 1)}\n`;
}
