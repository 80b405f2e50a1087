import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { denseIndex } from "../../retrieval/index.js";
import { seededRandom } from "../../statistics/index.js";
import { ApproximateIndex } from "./approximate-index.js";

const random = seededRandom(7);
/** Points in a few crowds, some of them twice. */
const vectors = Array.from({ length: 400 }, (_, i) => {
  const crowd = Array.from({ length: 8 }, (_, axis) => (axis === i % 8 ? 1 : 0));
  const vector = Float32Array.from(crowd, (value) => value + 0.8 * (random.unit() - 0.5));
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
});
vectors.push(...vectors.slice(0, 20));
const exact = denseIndex(vectors);

describe("ApproximateIndex", () => {
  it("finds what exact search finds where it keeps as many nodes as there are", () => {
    const index = new ApproximateIndex(vectors, seededRandom(1));
    for (const query of vectors.slice(0, 40)) {
      const distances = index
        .search(query, 5, vectors.length)
        .map((i) => exact.search(query).find((each) => each.index === i)?.score);
      assert.deepEqual(
        distances,
        exact.search(query, 5).map(({ score }) => score),
      );
    }
  });

  it("misses some where it keeps few, and the same ones with the same seed", () => {
    const found = (seed: number): string => {
      const index = new ApproximateIndex(vectors, seededRandom(seed));
      return JSON.stringify(vectors.map((query) => index.search(query, 5, 5)));
    };
    assert.equal(found(1), found(1));
    assert.notEqual(found(1), found(2));
    const all = JSON.stringify(vectors.map((query) => exact.search(query, 5).map(({ index }) => index)));
    assert.notEqual(found(1), all);
  });

  it("holds one vector", () => {
    assert.deepEqual(new ApproximateIndex([vectors[0]], seededRandom(1)).search(vectors[3], 5, 50), [0]);
  });
});
