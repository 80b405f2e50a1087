import { setImmediate } from "node:timers/promises";
import { type Arm, chunkArm, type StudyInputs } from "../../study/index.js";
import { Comparison, type ComparisonRow } from "../comparison.js";
import type { Experiment } from "../experiment.js";
import { fastapiDocs } from "../fastapi-docs.js";
import { codePointLength } from "../published/code-points.js";
import { averageLength, digestOf } from "../published/measures.js";
import { publishedArm } from "../published/published-arm.js";
import { reproductionInputs } from "../study-inputs.js";
import { addDifferences, addScores, studyScores } from "../study-scores.js";
import { workloadOf } from "../workload.js";
import { equalContext, expectedChunks } from "./expected.js";
import { finding, threeChunkerTables } from "./tables.js";
import { addTokens } from "./tokens.js";

const id = "three-chunkers";
/** Some of the arms without overlap, searched by their vectors: all of them would embed the pages 18 times. */
const denseId = "three-chunkers-dense";
const source = fastapiDocs(id);
const wanted = { compared: ["hit@1", "hit@2", "hit@4", "hit@1600c"] };

/** Fixed, recursive and heading-aware chunks at three sizes, without and with overlap. */
export const threeChunkers: Experiment = {
  id,
  title: "Fixed, recursive, heading-aware at 400, 800 and 1600",
  about: "which chunker at which size, at a context that is really equal?",
  source,
  differences: [
    "Counts and digests are of the published texts: lines trimmed, unprintable characters gone, blank lines turned into two spaces and a line break, sections of one name merged. What is searched are the spans that these were made of, heading lines included, so that a quote is found as the page has it.",
    "The path doesn't count towards the size (published, and kept); in what is searched it has no anchors.",
    "Front matter isn't content here: four heading-aware chunks fewer.",
    "All 155 pages are read; the published loader leaves out subfolders (22 pages), or lets pages of one name replace each other (138).",
    "BM25 has all 18 settings; vectors were made for those that the study three-chunkers-dense lists, none of them with overlap. With all 18 the pages would be embedded 18 times.",
  ],
  workload: async (context) => workloadOf(await reproductionInputs(denseId, source, context), context),
  async run(context): Promise<ComparisonRow[]> {
    const inputs = await reproductionInputs(id, source, context);
    const comparison = new Comparison(id);
    context.onEvent({ kind: "step", text: "cutting the pages by the published rules" });
    for (const arm of inputs.arms) {
      addCounts(comparison, arm, inputs);
      await setImmediate();
      context.signal?.throwIfAborted();
    }
    const bm25 = await studyScores(id, inputs, context, wanted);
    addScores(comparison, bm25, wanted);
    addDifferences(comparison, bm25, wanted);
    if (context.skipEmbedding) return comparison.rows;
    await addTokens(comparison, inputs, context);
    const dense = await studyScores(
      denseId,
      await reproductionInputs(denseId, source, context),
      context,
      wanted,
    );
    const known = new Set(comparison.rows.map(({ arm, quantity }) => JSON.stringify([arm, quantity])));
    const added = new Comparison(id);
    addScores(added, dense, wanted);
    addDifferences(added, dense, wanted);
    // What is about the chunks alone stands there already.
    const fresh = added.rows.filter(({ arm, quantity }) => !known.has(JSON.stringify([arm, quantity])));
    comparison.rows.push(...fresh);
    return comparison.rows;
  },
  tables: threeChunkerTables,
  finding,
};

function addCounts(comparison: Comparison, arm: Arm, { pages }: StudyInputs): void {
  const expected = expectedChunks[arm.name];
  const { pieces, chunked } = publishedArm(arm, pages);
  // An empty path leaves its line break in the published text.
  const texts =
    arm.text.path === "none"
      ? chunked.texts
      : pieces.map(({ piece }) => `${piece.path.join(" > ")}\n${piece.text}`);
  const average = averageLength(texts);
  const size = Number(arm.parameters.size);
  const add = (quantity: string, ours: number | string, value: number | string, tolerance = 0): void =>
    comparison.add({ arm: arm.name, quantity, ours }, { basis: "independent run", value, tolerance });
  add("chunks", texts.length, expected.chunks);
  add("avg_chars", average, expected.avg_chars, 0.005);
  add("chunks over size", texts.filter((text) => codePointLength(text) > size).length, expected.over_size);
  add("sha256 of the texts", digestOf(texts), expected.sha256);
  const spans = chunkArm(arm, pages).chunks;
  comparison.add({
    arm: arm.name,
    quantity: "chunks, spans",
    ours: spans.length,
    note:
      spans.length === texts.length
        ? ""
        : "front matter isn't content, and of chunks that start together the longest stays",
  });
  const reading = equalContext.find((each) => each.size === size);
  if (reading === undefined || Number(arm.parameters.overlap) !== 0) return;
  const measured = {
    arm: arm.name,
    quantity: `chars of ${reading.k} chunks on average`,
    ours: reading.k * average,
  };
  if (arm.text.path === "none") comparison.add(measured);
  else comparison.add(measured, { basis: "independent run", value: reading.chars, tolerance: 0.5 });
}
