import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bestSet, recommend } from "./best-set.js";
import { bestOn, crossFit, type GridScores } from "./cross-fit.js";
import type { SweepCell } from "./grid.js";

const scores = (columns: readonly (readonly number[])[], more: Partial<GridScores> = {}): GridScores => ({
  columns: columns.map((column) => Float64Array.from(column)),
  clusters: columns[0].map((_, i) => i),
  sign: 1,
  costs: columns.map(() => 1),
  ...more,
});
const options = { folds: 2, repeats: 3, seed: 5 };

describe("crossFit", () => {
  it("scores each page with the cell that the other pages chose", () => {
    // Four pages, four folds: leaving out a page of the first two chooses cell 1, and the other way round.
    const grid = scores([
      [1, 1, 0, 0],
      [0, 0, 1, 1],
    ]);
    const { apparent, cross_fitted, perQuestion, chosen_share } = crossFit(grid, { ...options, folds: 4 });
    assert.equal(apparent, 0.5);
    assert.equal(cross_fitted, 0);
    assert.deepEqual([...perQuestion], [0, 0, 0, 0]);
    assert.deepEqual(chosen_share, [0.5, 0.5]);
  });

  it("keeps the questions of a page together", () => {
    // Cell 1 finds all of page 0 and nothing else: no other page would choose it.
    const grid = scores(
      [
        [0, 0, 1, 1, 0, 1],
        [1, 1, 0, 0, 0, 0],
      ],
      { clusters: [0, 0, 1, 1, 2, 2] },
    );
    const { perQuestion } = crossFit(grid, { ...options, folds: 3 });
    assert.deepEqual([...perQuestion].slice(0, 2), [0, 0]);
  });

  it("has no optimism where there is nothing to choose", () => {
    const { apparent, cross_fitted, chosen_share } = crossFit(scores([[1, 0, 1, 0, 1]]), options);
    assert.ok(Math.abs(apparent - cross_fitted) < 1e-12);
    assert.deepEqual(chosen_share, [1]);
  });

  it("has exactly the score that every choice has, and no difference of the last digit", () => {
    const column = [1, 1 / 3, 0.1, 0.7, 1, 1 / 7];
    const { perQuestion, cross_fitted, apparent } = crossFit(scores([column, column]), {
      ...options,
      repeats: 50,
    });
    assert.deepEqual([...perQuestion], column);
    assert.equal(cross_fitted, apparent);
  });

  it("is the same for the same seed, and needs two pages", () => {
    const grid = scores([
      [1, 0, 1, 0, 1, 1],
      [0, 1, 1, 0, 1, 0],
    ]);
    assert.deepEqual(crossFit(grid, options), crossFit(grid, options));
    assert.throws(() => crossFit(scores([[1, 0]], { clusters: [0, 0] }), options), /1 page/);
  });

  it("takes the cheaper of equals, less where less is better, and sums that differ by rounding as equal", () => {
    const equal = [
      [0.1, 0.2, 0.3],
      [0.3, 0.2, 0.1],
    ];
    assert.equal(bestOn(scores(equal, { costs: [2, 1] }), [0, 1, 2]), 1);
    assert.equal(bestOn(scores([[1], [0]], { sign: -1 }), [0]), 1);
  });
});

const cell = (position: readonly number[] | null, isDefault = false): SweepCell =>
  ({ position, isDefault }) as unknown as SweepCell;
const settings = { seed: 3, resamples: 999, level: 0.95, smallest_difference: 0.05 };

describe("bestSet and recommend", () => {
  const worse = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0];
  const better = worse.map(() => 1);

  it("puts out what another cell beats, the default among it, and recommends the cheapest that beats the default", () => {
    const grid = scores([worse, better, better, better], { costs: [1, 7, 5, 6] });
    const set = bestSet(grid, 0, settings);
    // Six pages differ, all the same way: 2 of 64 assignments of signs are as large.
    assert.equal(set.p[0], 2 / 64);
    assert.deepEqual(set.isIn, [false, true, true, true]);
    assert.deepEqual(set.p_default, [1, 2 / 64, 2 / 64, 2 / 64]);
    const cells = [cell([0, 0], true), cell([1, 0]), cell([3, 0]), cell([2, 0])];
    assert.deepEqual(recommend(cells, set, grid, 0.95), {
      pays: true,
      cheapest: 2,
      central: 3,
      recommended: 2,
    });
  });

  it("keeps the default where nothing beats it, though others are cheaper", () => {
    const grid = scores([better, better.map((v, i) => (i === 0 ? 0 : v))], { costs: [5, 1] });
    const set = bestSet(grid, 0, settings);
    assert.deepEqual(set.isIn, [true, true]);
    const { pays, recommended, cheapest } = recommend([cell([0], true), cell([1])], set, grid, 0.95);
    assert.deepEqual({ pays, recommended, cheapest }, { pays: false, recommended: 0, cheapest: 1 });
  });

  it("recommends no cell that isn't itself shown to beat the default", () => {
    // Cell 2 is as good as anything on average, but so erratic that nothing separates it from the default.
    const n = 40;
    const usual = Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 0.4 : 0.6));
    const clear = usual.map((value) => value + 0.1);
    const erratic = usual.map((value, i) => value + (i % 4 < 2 ? 1 : -0.8));
    const grid = scores([usual, clear, erratic], { costs: [3, 2, 1] });
    const set = bestSet(grid, 0, settings);
    assert.deepEqual(set.isIn, [false, true, true]);
    const { recommended } = recommend([cell([0], true), cell([1]), cell([2])], set, grid, 0.95);
    assert.equal(recommended, 1);
  });
});
