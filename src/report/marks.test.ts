import assert from "node:assert/strict";
import { test } from "node:test";
import { digitsOf } from "./estimates.js";
import { meaningsOf, standingsOf } from "./marks.js";
import { pairedRow, summaryRow, verdict } from "./table-fixture.js";

const column = (hits: readonly number[], of: { metric?: string; type?: string; n?: number } = {}) =>
  hits.map((hit, i) => summaryRow({ n: 40, ...of, arm: `arm ${i}`, hits: hit }));

const planned = (arm: number, against: number, p_adjusted: number | null, type = "all") =>
  pairedRow({ arm: `arm ${arm}`, against: `arm ${against}`, p_adjusted, type });

const inPlay = (...arms: number[]) => ({ ...verdict, in_play: arms.map((arm) => `arm ${arm}`) });

test("every value that prints like the best is best", () => {
  const rows = [0.8049, 0.8001, 0.794].map((estimate, i) =>
    summaryRow({ arm: `arm ${i}`, n: 40, hits: 0, estimate, metric: "MRR@10" }),
  );
  assert.deepEqual(standingsOf(rows, 2, {}), ["best", "best", "untested"]);
  assert.deepEqual(standingsOf(rows, 3, {}), ["best", "untested", "untested"]);
});

test("lower is better for split and for characters", () => {
  assert.deepEqual(standingsOf(column([4, 2], { metric: "split" }), 2, {}), ["untested", "best"]);
  assert.deepEqual(standingsOf(column([400, 200], { metric: "chars@5" }), 2, {}), ["untested", "best"]);
});

test("no marks where all print alike, and none for an arm without a row", () => {
  assert.deepEqual(standingsOf(column([20, 20]), 2, {}), [null, null]);
  assert.deepEqual(standingsOf([...column([20, 10]), undefined], 2, {}), ["best", "untested", null]);
});

test("a planned comparison decides, whichever of the two is named first", () => {
  const paired = [planned(1, 0, 0.2), planned(0, 2, 0.01)];
  assert.deepEqual(standingsOf(column([30, 28, 10]), 2, { paired }), ["best", "near", "worse"]);
});

test("one significant comparison among several best ones is enough to be worse", () => {
  const paired = [planned(2, 0, 0.2), planned(2, 1, 0.04)];
  assert.deepEqual(standingsOf(column([30, 30, 10]), 2, { paired }), ["best", "best", "worse"]);
});

test("an uncorrected p is no test", () => {
  assert.deepEqual(standingsOf(column([30, 28]), 2, { paired: [planned(1, 0, null)] }), ["best", "untested"]);
});

test("on the primary endpoint the test of all pairs stands in, and overrules", () => {
  const tested = { paired: [planned(2, 0, 0.0547)], verdict: inPlay(0, 1) };
  assert.deepEqual(standingsOf(column([30, 28, 10]), 2, tested), ["best", "near", "worse"]);
});

test("by type, on other metrics and retrievers, the verdict says nothing", () => {
  const tested = { verdict: inPlay(0, 1) };
  assert.deepEqual(standingsOf(column([9, 8], { type: "code" }), 2, tested), ["best", "untested"]);
  assert.deepEqual(standingsOf(column([9, 8], { metric: "hit@1" }), 2, tested), ["best", "untested"]);
  const paired = [planned(1, 0, 1, "code")];
  assert.deepEqual(standingsOf(column([9, 8], { type: "code" }), 2, { paired }), ["best", "near"]);
  assert.deepEqual(standingsOf(column([9, 8]), 2, { paired }), ["best", "untested"]);
});

test("the meanings say what a missing mark means", () => {
  const text = (...standings: Parameters<typeof meaningsOf>[0]): string =>
    meaningsOf(standings)
      .map(({ mark, meaning }) => `${mark}: ${meaning}`)
      .join(" ");
  assert.equal(text(null, null), "");
  assert.match(text("best", "untested"), /Without a mark: not tested against it\.$/);
  assert.match(text("best", "near", "worse"), /near: .* Without a mark: worse\.$/);
  assert.match(
    text("best", "near", "worse", "untested"),
    /Without a mark: worse, or not tested against it\.$/,
  );
  assert.doesNotMatch(text("best", "near"), /Without/);
});

test("three decimals only where every standard error is below .005", () => {
  const wide = { lo: 0.49, hi: 0.51 };
  const fine = { lo: 0.491, hi: 0.51 };
  assert.equal(digitsOf([fine], 0.95), 3);
  assert.equal(digitsOf([fine, wide], 0.95), 2);
  assert.equal(digitsOf([fine, { lo: null, hi: null }], 0.95), 2);
  assert.equal(digitsOf([], 0.95), 2);
});
