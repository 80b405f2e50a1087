import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { openEmbedder } from "../../embedding/index.js";
import { cacheFolder, projectFolder } from "../../study/index.js";
import { isEmbedded } from "./inputs.js";
import { type Moments, momentsOf } from "./moments.js";
import type { Pool } from "./pool.js";
import { cutoffs, type Ranking, rankPool, scoresAt } from "./retrieval.js";
import type { TokenScores } from "./scores.js";
import {
  evaluationAbsent,
  evaluationArms,
  referenceResults,
  SharedEvaluation,
  vocabularyAbsent,
} from "./testing.js";

type Means = { readonly [score in keyof TokenScores]: Moments };

interface RetrievalReference {
  readonly limit_256: {
    readonly ties_at_5: number;
    readonly find: Readonly<Record<string, Means>>;
    readonly true: Readonly<Record<string, Means>>;
  };
}

interface QuestionReference {
  readonly recall_at_5: readonly number[];
  readonly precision_at_5: readonly number[];
  readonly iou_at_5: readonly number[];
  readonly top10_chunk_index: readonly (readonly number[])[];
}

const skip = evaluationAbsent();
const evaluation = skip ? null : new SharedEvaluation();
const references = skip ? {} : referenceResults<RetrievalReference>("chroma-minilm.json");
const byQuestion = skip ? {} : referenceResults<QuestionReference>("chroma-perquestion.json");

const embedder = await openEmbedder(
  { model: "all-MiniLM-L6-v2", max_tokens: 256 },
  { cacheFolder: cacheFolder(), projectFolder },
);
after(() => embedder.close());

/** Embedding takes some 20 minutes: where the vectors aren't in the cache, only on demand. */
async function vectorsAbsent(pool: Pool): Promise<string | false> {
  if (process.env.SEAMLAB_EMBED === "all") return false;
  const missing = await embedder.missing([...new Set(pool.texts)]);
  if (missing.length === 0) return false;
  return `${missing.length} vectors aren't in the cache (seamlab reproduce chroma-evaluation, or SEAMLAB_EMBED=all)`;
}

const near = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= 1e-6, `${what}: ${actual}, not ${expected}`);

describe("exact search of the evaluation's pools, against an independent run", { skip }, async () => {
  for (const arm of (await evaluationArms()).filter(isEmbedded)) {
    const reason = vocabularyAbsent(arm);
    const pool = evaluation === null || reason !== false ? null : evaluation.pool(arm);
    it(arm.name, { skip: reason || (pool !== null && (await vectorsAbsent(pool))) }, async () => {
      assert.ok(evaluation !== null && pool !== null);
      const { questions } = evaluation;
      const { vectors: queries } = await embedder.embed(
        questions.map(({ question }) => question),
        { kind: "query" },
      );
      const { vectors } = await embedder.embed(pool.texts);
      const vectorOf = new Map(pool.texts.map((text, i) => [text, vectors[i]]));
      const rankings = rankPool(pool, questions, queries, (text) => vectorOf.get(text) ?? new Float32Array());
      compare(pool, rankings, arm.name);
    });
  }
});

function compare(pool: Pool, rankings: readonly Ranking[], arm: string): void {
  assert.ok(evaluation !== null);
  const { questions } = evaluation;
  const chunks = rankings.map((ranking) => ranking.chunks);
  const { limit_256: reference } = references[arm];
  const own = byQuestion[arm];
  own.top10_chunk_index.forEach((top, i) => {
    assert.deepEqual(chunks[i].slice(0, 10), top, `question ${i}`);
  });
  assert.equal(rankings.filter(({ tied }) => tied).length, reference.ties_at_5);
  scoresAt(pool, questions, chunks, 5, "found").forEach(({ recall, precision, iou }, i) => {
    near(recall, own.recall_at_5[i], `recall of question ${i}`);
    near(precision, own.precision_at_5[i], `precision of question ${i}`);
    near(iou, own.iou_at_5[i], `IoU of question ${i}`);
  });
  for (const positions of ["found", "true"] as const) {
    const expected = positions === "found" ? reference.find : reference.true;
    for (const cutoff of cutoffs) {
      const scores = scoresAt(pool, questions, chunks, cutoff, positions);
      nearMeans(scores, expected[`n=${cutoff}`], `${cutoff} chunks, ${positions} positions`);
    }
    const reversed = scoresAt(
      pool,
      questions,
      rankings.map((ranking) => ranking.reversed),
      5,
      positions,
    );
    nearMeans(
      reversed,
      expected["n=5_ties_to_the_last_chunk"],
      `last of equals first, ${positions} positions`,
    );
  }
}

function nearMeans(scores: readonly TokenScores[], expected: Means, what: string): void {
  for (const key of ["recall", "precision", "iou"] as const) {
    const { mean, sd } = momentsOf(scores.map((score) => score[key]));
    near(mean, expected[key].mean, `mean ${key}, ${what}`);
    near(sd, expected[key].sd, `SD of ${key}, ${what}`);
  }
}
