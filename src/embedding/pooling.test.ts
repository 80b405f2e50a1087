import assert from "node:assert/strict";
import { test } from "node:test";
import { meanOfWindows, poolStates, unitVector } from "./pooling.js";

const root = Math.fround(Math.SQRT1_2);

test("mean pooling averages the tokens of each sequence, then normalises", () => {
  const states = Float32Array.of(1, 0, 0, 1, /* second sequence */ 3, 4, 3, 4);
  const pooled = poolStates(states, 2, 2, "mean");
  assert.deepEqual(pooled, Float32Array.of(root, root, 0.6, 0.8));
});

test("cls pooling takes the first token", () => {
  const states = Float32Array.of(0, 2, 9, 9, /* second sequence */ 3, 4, 9, 9);
  assert.deepEqual(poolStates(states, 2, 2, "cls"), Float32Array.of(0, 1, 0.6, 0.8));
});

test("a sequence without direction is all NaN and leaves the others alone", () => {
  const states = Float32Array.of(1, 0, -1, 0, /* second sequence */ 0, 1, 0, 1);
  assert.deepEqual(poolStates(states, 2, 2, "mean"), Float32Array.of(Number.NaN, Number.NaN, 0, 1));
});

test("zero and non-finite vectors have no unit vector", () => {
  assert.deepEqual(unitVector([3, 4]), Float32Array.of(0.6, 0.8));
  assert.equal(unitVector([0, 0]), undefined);
  assert.equal(unitVector([1, Number.NaN]), undefined);
  assert.equal(unitVector([1, Number.POSITIVE_INFINITY]), undefined);
});

test("windows are weighted by their length", () => {
  const windows = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  assert.deepEqual(meanOfWindows(windows, [3, 4]), Float32Array.of(0.6, 0.8));
  assert.equal(meanOfWindows([Float32Array.of(1, 0), Float32Array.of(-1, 0)], [2, 2]), undefined);
});
