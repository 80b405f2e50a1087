import { neighbourSimilarities } from "../../chunking/index.js";
import { EmbeddedTexts } from "../../study/embedded-texts.js";
import type { StudyInputs } from "../../study/index.js";
import type { Comparison, Expected } from "../comparison.js";
import type { ReproductionContext } from "../experiment.js";
import { codePointLength } from "../published/code-points.js";
import { headingChunkPieces } from "../published/heading-chunks.js";
import { averageLength, digestOf } from "../published/measures.js";
import { semanticPieces } from "../published/semantic.js";
import { sentenceUnits } from "../published/sentence-units.js";
import {
  boundaryTolerance,
  expectedHeadingChunks,
  expectedSemanticChunks,
  expectedUnits,
} from "./expected.js";

const independent = (value: number | string, tolerance: number): Expected => ({
  basis: "independent run",
  value,
  tolerance,
});

/** Units and heading chunks as the published rules have them: nothing is embedded for these. */
export function addRuleCounts(comparison: Comparison, { pages }: StudyInputs): void {
  const units = pages.flatMap(({ markdown }) => sentenceUnits(markdown).map(({ text }) => text));
  const add = (
    arm: string,
    quantity: string,
    ours: number | string,
    expected: number | string,
    tolerance = 0,
  ): void => comparison.add({ arm, quantity, ours }, independent(expected, tolerance));
  add("units", "units", units.length, expectedUnits.units);
  add("units", "longest unit", Math.max(...units.map(codePointLength)), expectedUnits.longest_unit);
  add("units", "sha256 of the texts", digestOf(units), expectedUnits.sha256);
  for (const expected of expectedHeadingChunks) {
    const arm = `heading, max_chars ${expected.max_chars}`;
    const pieces = pages.flatMap(({ markdown }) => headingChunkPieces(markdown, expected.max_chars));
    const texts = pieces.map(({ text }) => text);
    const lengths = texts.map(codePointLength);
    add(arm, "chunks", pieces.length, expected.chunks);
    add(arm, "avg_chars", averageLength(texts), expected.avg_chars, 0.005);
    const over = lengths.filter((length) => length > expected.max_chars).length;
    add(arm, "chunks over max_chars", over, expected.over_max_chars);
    add(arm, "longest chunk", Math.max(...lengths), expected.longest);
    add(arm, "sha256 of the texts", digestOf(texts), expected.sha256);
    const paths = digestOf(pieces.map(({ path }) => path.join(" > ")));
    add(arm, "sha256 of the paths", paths, expected.sha256_of_paths);
  }
}

/** Semantic chunks by the published rule, which the units' vectors decide. */
export async function addSemanticCounts(
  comparison: Comparison,
  { pages, config }: StudyInputs,
  { onEvent, signal }: ReproductionContext,
): Promise<void> {
  const units = pages.map(({ markdown }) => sentenceUnits(markdown));
  const texts = await EmbeddedTexts.open(config.embedder, onEvent, signal);
  try {
    const all = units.flat().map(({ text }) => text);
    await texts.plan(all);
    await texts.embed(all, "embedding the published units");
    const similarities = units.map((each) =>
      neighbourSimilarities(
        each,
        each.map(({ text }) => texts.vectorOf(text)),
      ),
    );
    for (const { break_pct, chunks, avg_chars } of expectedSemanticChunks) {
      const parameters = { break_pct, min_chars: 200, max_chars: 1500 };
      const made = pages.flatMap(({ markdown }, i) => semanticPieces(markdown, parameters, similarities[i]));
      const arm = `semantic, break_pct ${break_pct}`;
      const note = "boundaries within 1e-7 of the cutoff differ between runtimes";
      comparison.add(
        { arm, quantity: "chunks", ours: made.length, embedded: true },
        { ...independent(chunks, boundaryTolerance), note },
      );
      comparison.add(
        { arm, quantity: "avg_chars", ours: averageLength(made.map(({ text }) => text)), embedded: true },
        { ...independent(avg_chars, (avg_chars * boundaryTolerance) / chunks), note },
      );
    }
  } finally {
    await texts.close();
  }
}
