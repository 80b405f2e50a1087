import assert from "node:assert/strict";
import { test } from "node:test";
import { cutToSequences, framingOf } from "./tokens.js";

const framing = { before: [101], after: [102] };
const ids = (content: number): Int32Array =>
  Int32Array.of(101, ...Array.from({ length: content }, (_, i) => i), 102);
const lists = (sequences: Int32Array[]): number[][] => sequences.map((sequence) => [...sequence]);

test("special tokens are found on both sides, on one, or on none", () => {
  assert.deepEqual(framingOf([101, 102], [101, 7, 102]), framing);
  assert.deepEqual(framingOf([1], [1, 7]), { before: [1], after: [] });
  assert.deepEqual(framingOf([2], [7, 2]), { before: [], after: [2] });
  assert.deepEqual(framingOf([], [7]), { before: [], after: [] });
  assert.deepEqual(framingOf([5, 5], [5, 7, 5]), { before: [5], after: [5] });
});

test("a text that fits stays as it is", () => {
  assert.deepEqual(lists(cutToSequences(ids(8), framing, 10, "truncate")), [[...ids(8)]]);
  assert.deepEqual(lists(cutToSequences(ids(8), framing, 10, "mean_of_windows")), [[...ids(8)]]);
});

test("truncation keeps the closing special token", () => {
  assert.deepEqual(lists(cutToSequences(ids(9), framing, 10, "truncate")), [[...ids(8)]]);
  assert.deepEqual(lists(cutToSequences(ids(500), framing, 4, "truncate")), [[101, 0, 1, 102]]);
});

test("windows cover every token once and are equally long within one token", () => {
  for (const content of [9, 16, 17, 100]) {
    const windows = lists(cutToSequences(ids(content), framing, 10, "mean_of_windows"));
    assert.equal(windows.length, Math.ceil(content / 8));
    const inner = windows.map((window) => window.slice(1, -1));
    assert.deepEqual(inner.flat(), [...ids(content)].slice(1, -1));
    const lengths = inner.map((window) => window.length);
    assert.ok(Math.max(...lengths) <= 8 && Math.max(...lengths) - Math.min(...lengths) <= 1);
    for (const window of windows) assert.deepEqual([window[0], window.at(-1)], [101, 102]);
  }
});

test("no room between the special tokens is an error that quotes max_tokens", () => {
  assert.throws(() => cutToSequences(ids(3), framing, 2, "truncate"), /invalid max_tokens: 2/);
});
