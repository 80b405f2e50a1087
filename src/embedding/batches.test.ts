import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planBatches, slicesBySize } from "./batches.js";

test("batches hold sequences of one length, the longest first", () => {
  assert.deepEqual(planBatches([3, 5, 3, 3, 5, 9], 10), [[5], [1, 4], [0, 2, 3]]);
  assert.deepEqual(planBatches([3, 3, 3, 3], 6), [
    [0, 1],
    [2, 3],
  ]);
  assert.deepEqual(planBatches([], 10), []);
});

test("a limit of 1 means one at a time", () => {
  assert.deepEqual(planBatches([4, 4, 2], 1), [[0], [1], [2]]);
});

test("every sequence is in one batch, and batches keep to the limit", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2, max: 60 })),
      fc.integer({ min: 1, max: 200 }),
      (lengths, limit) => {
        const batches = planBatches(lengths, limit);
        const all = batches.flat().sort((a, b) => a - b);
        assert.deepEqual(
          all,
          lengths.map((_, index) => index),
        );
        for (const batch of batches) {
          const batchLengths = batch.map((index) => lengths[index] ?? 0);
          assert.equal(new Set(batchLengths).size, 1);
          assert.ok(batch.length === 1 || batch.length * (batchLengths[0] ?? 0) <= limit);
        }
      },
    ),
  );
});

test("slices are consecutive, bounded by size and by number", () => {
  assert.deepEqual(slicesBySize([4, 4, 4, 20, 1], 8), [
    [0, 2],
    [2, 3],
    [3, 4],
    [4, 5],
  ]);
  assert.deepEqual(slicesBySize([0, 0, 0], 8, 2), [
    [0, 2],
    [2, 3],
  ]);
  assert.deepEqual(slicesBySize([], 8), []);
});
