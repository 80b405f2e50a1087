import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { absent, shared } from "../testing/shared.js";
import { bm25Index, denseIndex, ranked, reciprocalRankFusion } from "./index.js";

describe("bm25Index", () => {
  const texts = [
    "The valve is shut.",
    "Open the valve, then check the valve again.",
    "A valve needs oil.",
    "Paint the door.",
  ];

  it("weighs a term that most texts hold above zero", { skip: absent("cases", "scoring.json") }, () => {
    const cases = JSON.parse(shared("cases", "scoring.json")) as {
      id: string;
      input: unknown;
      expect: unknown;
    }[];
    const { input, expect } = cases.find(({ id }) => id === "a-c03") as {
      input: { chunk_texts: string[]; queries: string[] };
      expect: { scores: Record<string, number[]>; rankings: Record<string, number[]> };
    };
    const index = bm25Index(input.chunk_texts, { tokens: "ascii" });
    for (const query of input.queries) {
      const found = index.search(query);
      assert.deepEqual(
        found.map((each) => each.index),
        expect.rankings[query],
      );
      for (const { index: at, score } of found) assert.ok(Math.abs(score - expect.scores[query][at]) < 1e-9);
    }
  });

  it("leaves out texts without a query term, and counts a repeated one once", () => {
    const index = bm25Index(texts);
    assert.deepEqual(index.search("zinc"), []);
    assert.deepEqual(index.search("valve valve VALVE"), index.search("valve"));
  });

  it("takes letters of any script as terms, or a-z alone", () => {
    assert.equal(bm25Index(["Größe", "grosse"]).search("größe")[0].index, 0);
    assert.deepEqual(bm25Index(["Größe"], { tokens: "ascii" }).search("ö"), []);
  });
});

describe("ranked", () => {
  it("keeps the order of equal scores", () => {
    const scores = [0.5, 0.7, 0.2, 0.7, 0.5, 0.7].map((score, index) => ({ index, score }));
    assert.deepEqual(
      ranked(scores).map(({ index }) => index),
      [1, 3, 5, 0, 4, 2],
    );
  });
});

describe("denseIndex", () => {
  it("ranks by cosine and refuses a vector of another length", () => {
    const index = denseIndex([
      [1, 0],
      [0.6, 0.8],
      [0, 1],
    ]);
    assert.deepEqual(
      index.search([0, 1], 2).map((each) => each.index),
      [2, 1],
    );
    assert.throws(() => index.search([1]), /2 numbers, the query has 1/);
  });
});

describe("reciprocalRankFusion", () => {
  it("adds 1 / (60 + rank) over the rankings that hold a text", () => {
    const bm25 = [
      { index: 4, score: 9 },
      { index: 2, score: 3 },
    ];
    const dense = [
      { index: 2, score: 0.9 },
      { index: 7, score: 0.8 },
      { index: 4, score: 0.1 },
    ];
    assert.deepEqual(reciprocalRankFusion([bm25, dense]), [
      { index: 2, score: 1 / 62 + 1 / 61 },
      { index: 4, score: 1 / 61 + 1 / 63 },
      { index: 7, score: 1 / 62 },
    ]);
  });
});
