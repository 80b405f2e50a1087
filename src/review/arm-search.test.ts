import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { bm25Index, denseIndex, reciprocalRankFusion } from "../retrieval/index.js";
import type { ChunkedArm } from "../study/index.js";
import { ArmSearch } from "./arm-search.js";

const word = fc.constantFrom("keel", "mast", "sail", "rope", "deck", "hull");
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const texts = fc.array(text, { minLength: 2, maxLength: 12 });

/** A unit vector by a text's letters. */
function vectorOf(of: string): Float32Array {
  const counts = [1, 0, 0, 0, 0, 0];
  for (const letter of of) counts[letter.charCodeAt(0) % 6] += 1;
  const norm = Math.hypot(...counts);
  return Float32Array.from(counts, (count) => count / norm);
}

const armOf = (of: readonly string[]): ChunkedArm => ({ texts: of }) as unknown as ChunkedArm;

describe("what another text would score in an arm's index", () => {
  it("by BM25 is what the index gives a text that it holds", () => {
    fc.assert(
      fc.property(texts, text, (held, query) => {
        const index = bm25Index(held);
        const scores = new Map(index.search(query).map(({ index: i, score }) => [i, score]));
        held.forEach((each, i) => {
          assert.ok(Math.abs(index.score(query, each) - (scores.get(i) ?? 0)) < 1e-12);
        });
        assert.equal(index.score(query, "anchor"), 0);
      }),
    );
  });

  it("ranks a text that is put in its own place where it was, with every retriever", () => {
    fc.assert(
      fc.property(texts, text, fc.nat(), (held, query, at) => {
        const asked = new ArmSearch(armOf(held), vectorOf).ask(query, vectorOf(query));
        const i = at % held.length;
        for (const retriever of ["bm25", "dense", "rrf"] as const) {
          const order = (ranking: readonly { index: number }[]): number[] =>
            ranking.map(({ index }) => index);
          assert.deepEqual(
            order(asked.withText(retriever, held[i], i, [i])),
            order(asked.ranking(retriever)),
          );
        }
      }),
    );
  });

  it("is found as in an index that was made with it: dense exactly, rrf from both rankings", () => {
    fc.assert(
      fc.property(texts, text, text, fc.nat(), (held, other, query, at) => {
        const i = at % held.length;
        const vector = vectorOf(query);
        const asked = new ArmSearch(armOf(held), vectorOf).ask(query, vector);
        const anew = held.map((each, j) => (j === i ? other : each));
        const dense = denseIndex(anew.map(vectorOf)).search(vector);
        assert.deepEqual(asked.withText("dense", other, i, [i]), dense);
        const bm25 = asked.withText("bm25", other, i, [i]);
        assert.deepEqual(asked.withText("rrf", other, i, [i]), reciprocalRankFusion([bm25, dense]));
      }),
    );
  });

  it("takes out what it stands for, and has no BM25 rank without a word of the question", () => {
    const asked = new ArmSearch(armOf(["keel", "mast keel", "sail"]), null).ask("keel", null);
    const order = (...without: number[]): number[] =>
      asked.withText("bm25", "keel keel", 0, without).map(({ index }) => index);
    assert.deepEqual(order(0, 1), [0]);
    assert.deepEqual(order(0), [0, 1]);
    assert.deepEqual(
      asked.withText("bm25", "deck", 0, [0]).map(({ index }) => index),
      [1],
    );
    assert.throws(() => asked.ranking("dense"), /dense needs vectors/);
  });
});
