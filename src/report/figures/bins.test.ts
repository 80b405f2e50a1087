import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { binEdges, histogram } from "./bins.js";

describe("binEdges", () => {
  it("has round widths and reaches the end", () => {
    assert.deepEqual(binEdges(1200, 12), [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200]);
    assert.deepEqual(binEdges(1201, 5), [0, 500, 1000, 1500]);
  });

  it("is never finer than whole numbers, nor empty", () => {
    assert.deepEqual(binEdges(3, 24), [0, 1, 2, 3]);
    assert.deepEqual(binEdges(0, 24), [0, 1]);
  });
});

describe("histogram", () => {
  it("counts a value at an edge left of it, 0 in the first bin, and what is beyond in the last", () => {
    const bins = histogram([0, 1, 10, 11, 20, 999], [0, 10, 20]);
    assert.deepEqual(bins, [
      { from: 0, to: 10, count: 3, share: 0.5 },
      { from: 10, to: 20, count: 3, share: 0.5 },
    ]);
  });

  it("has shares of 0 without values", () => {
    assert.deepEqual(histogram([], [0, 1]), [{ from: 0, to: 1, count: 0, share: 0 }]);
  });
});
