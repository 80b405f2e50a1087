import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { domainOf, roundUp } from "./scales.js";

describe("roundUp", () => {
  it("is the next of 1, 2 and 5 times a power of ten", () => {
    assert.deepEqual([0.03, 0.1, 1.2, 5, 51, 700].map(roundUp), [0.05, 0.1, 2, 5, 100, 1000]);
  });
});

describe("domainOf", () => {
  it("has round ends a little beyond the values, and passes over null", () => {
    assert.deepEqual(domainOf([0.31, null, 0.58]), [0.3, 0.6]);
    assert.deepEqual(domainOf([1530, 4680]), [1000, 5000]);
  });

  it("stays inside its bounds, at least as wide as asked", () => {
    assert.deepEqual(domainOf([0.9, 1], [0, 1]), [0.89, 1]);
    assert.deepEqual(domainOf([0.5, 0.51], [0, 1], 0.2), [0.4, 0.62]);
  });

  it("is not empty for one value or none", () => {
    const [low, high] = domainOf([0.4]);
    assert.ok(low < 0.4 && 0.4 < high);
    assert.deepEqual(domainOf([null]), [0, 1]);
  });
});
