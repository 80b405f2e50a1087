import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { placesDigest } from "./chunk-rows.js";
import { type Moments, momentsOf } from "./moments.js";
import type { Positions } from "./pool.js";
import {
  evaluationAbsent,
  evaluationArms,
  referenceResults,
  SharedEvaluation,
  vocabularyAbsent,
} from "./testing.js";

/** Precision Ω by reading: positions, and whether touching is enough. */
const readings = [
  ["find_touching", "found", 0],
  ["find_strict", "found", 1],
  ["true_touching", "true", 0],
  ["true_strict", "true", 1],
] as const satisfies readonly (readonly [string, Positions, number])[];

type Omegas = { readonly [reading in (typeof readings)[number][0]]?: Moments };

interface ChunkReference extends Omegas {
  readonly chunks: { readonly all: number };
  readonly span_sha256: string;
  readonly wrong_start_by_find: number | { readonly all: number };
  readonly precision_omega?: Omegas;
}

interface QuestionReference {
  readonly precision_omega: readonly number[];
}

const skip = evaluationAbsent();
const evaluation = skip ? null : new SharedEvaluation();
const references = skip
  ? {}
  : {
      ...referenceResults<ChunkReference>("chroma-omega.json"),
      ...referenceResults<ChunkReference>("chroma-minilm.json"),
    };
const byQuestion = skip ? {} : referenceResults<QuestionReference>("chroma-perquestion.json");

const near = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= 1e-6, `${what}: ${actual}, not ${expected}`);

describe("chunks of the evaluation, against an independent run", { skip }, async () => {
  for (const arm of await evaluationArms()) {
    it(arm.name, { skip: vocabularyAbsent(arm) }, () => {
      assert.ok(evaluation !== null);
      const { questions } = evaluation;
      const pool = evaluation.pool(arm);
      const reference = references[arm.name];
      assert.equal(pool.texts.length, reference.chunks.all);
      assert.equal(placesDigest(pool), reference.span_sha256);
      const misplaced = reference.wrong_start_by_find;
      assert.equal(pool.misplaced, typeof misplaced === "number" ? misplaced : misplaced.all);
      for (const [reading, positions, shared] of readings) {
        const expected = (reference.precision_omega ?? reference)[reading];
        if (expected === undefined) continue;
        const { mean, sd } = momentsOf(questions.map((question) => pool.omega(question, positions, shared)));
        near(mean, expected.mean, `${reading} mean`);
        near(sd, expected.sd, `${reading} SD`);
      }
      byQuestion[arm.name]?.precision_omega.forEach((expected, i) => {
        near(pool.omega(questions[i], "found", 0), expected, `question ${i}`);
      });
    });
  }

  it("hold the independent run's values for all 14 arms", () => {
    assert.equal(Object.keys(references).length, 14);
    assert.equal(Object.keys(byQuestion).length, 6);
  });
});
