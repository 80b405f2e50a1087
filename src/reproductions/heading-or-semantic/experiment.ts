import type { ComparisonRow } from "../comparison.js";
import { Comparison } from "../comparison.js";
import type { Experiment } from "../experiment.js";
import { fastapiDocs } from "../fastapi-docs.js";
import { reproductionInputs } from "../study-inputs.js";
import { addDifferences, addScores, quantityOf, type StudyScores, studyScores } from "../study-scores.js";
import { workloadOf } from "../workload.js";
import { addRuleCounts, addSemanticCounts } from "./counts.js";
import { finding, headingOrSemanticTables } from "./tables.js";

const id = "heading-or-semantic";
const source = fastapiDocs(id);
const wanted = { byType: ["hit@1", "hit@5", "split"], compared: ["hit@1", "hit@5", "MRR@10", "hit@3000c"] };

/** Heading-aware chunks against semantic ones, on web documentation, with this project's questions. */
export const headingOrSemantic: Experiment = {
  id,
  title: "Heading-aware against semantic on web documentation",
  about: "does a page rather break where its headings are, or where its meaning shifts?",
  source,
  differences: [
    "What is searched are spans of the pages: they keep the heading lines and the white space that the published code drops, so a quote of a heading isn't split, and averages are higher. Front matter isn't content: four heading chunks fewer. Counts and digests are of the published texts.",
    "Paths have the titles that are open on the page, without anchors; the published code files a heading after a skipped level under its own sibling, and a second h2 on a page without h1 under the first.",
    "Published, and kept here: a fence is three backticks at a line's start, a paragraph is never cut, list numbers and abbreviations are units, equal similarities all break. `break_pct` 1 reads past the list's end in the published code and breaks everywhere here.",
    "`hybrid` is this project's, with its own units: the article has none.",
    "The article's questions aren't public; these are this project's (`data/reproductions/fastapi-docs`).",
  ],
  workload: async (context) => workloadOf(await reproductionInputs(id, source, context), context),
  async run(context): Promise<ComparisonRow[]> {
    const inputs = await reproductionInputs(id, source, context);
    const comparison = new Comparison(id);
    context.onEvent({ kind: "step", text: "cutting the pages by the published rules" });
    addRuleCounts(comparison, inputs);
    if (!context.skipEmbedding) await addSemanticCounts(comparison, inputs, context);
    const run = await studyScores(id, inputs, context, wanted);
    addSpans(comparison, run);
    addScores(comparison, run, wanted);
    addMisses(comparison, run);
    addDifferences(comparison, run, wanted);
    return comparison.rows;
  },
  tables: headingOrSemanticTables,
  finding,
};

/** What the study's chunks are, which keep the white space and the heading lines that the published code drops. */
function addSpans(comparison: Comparison, { chunk_stats }: StudyScores): void {
  for (const { arm, chunks, chars_mean, cut_texts } of chunk_stats) {
    comparison.add({ arm, quantity: "chunks, spans", ours: chunks, embedded: true });
    comparison.add({ arm, quantity: "avg chars, spans", ours: chars_mean, embedded: true });
    if (cut_texts !== null)
      comparison.add({ arm, quantity: "texts over the token limit", ours: cut_texts, embedded: true });
  }
}

/** Why the answer isn't among the first five chunks: no chunk holds it, or one does and stands lower. */
function addMisses(comparison: Comparison, { scores, inputs }: StudyScores): void {
  const needs = new Set(
    inputs.arms.filter(({ strategy }) => strategy.needsSimilarities).map(({ name }) => name),
  );
  const isSplit = new Set(
    scores
      .filter(({ metric, value }) => metric === "split" && value === 1)
      .map(({ arm, question }) => JSON.stringify([arm, question])),
  );
  const asked = scores.filter(({ metric }) => metric === "hit@5");
  const cells = new Map(
    asked.map(({ arm, retriever }) => [JSON.stringify([arm, retriever]), { arm, retriever }]),
  );
  for (const { arm, retriever } of cells.values()) {
    const own = asked.filter((row) => row.arm === arm && row.retriever === retriever);
    for (const type of ["all", ...new Set(own.map((row) => row.type))]) {
      const missed = own.filter((row) => row.value === 0 && (type === "all" || row.type === type));
      const cut = missed.filter(({ question }) => isSplit.has(JSON.stringify([arm, question]))).length;
      const embedded = retriever !== "bm25" || needs.has(arm);
      const n = own.filter((row) => type === "all" || row.type === type).length;
      const counted = { arm, embedded, estimated: { n, lo: null, hi: null } };
      comparison.add({ ...counted, quantity: quantityOf("misses, cut", retriever, type), ours: cut });
      comparison.add({
        ...counted,
        quantity: quantityOf("misses, ranked below 5", retriever, type),
        ours: missed.length - cut,
      });
    }
  }
}
