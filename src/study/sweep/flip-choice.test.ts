import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crossFit, type GridScores } from "./cross-fit.js";
import { flippedChoice } from "./flip-choice.js";

const options = { folds: 4, repeats: 5, seed: 3 };
const settings = { resamples: 999, seed: 3, level: 0.95 };
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function grid(columns: readonly (readonly number[])[], more: Partial<GridScores> = {}): GridScores {
  return {
    columns: columns.map((column) => Float64Array.from(column)),
    clusters: columns[0].map((_, i) => i >> 1),
    sign: 1,
    costs: columns.map(() => 1),
    ...more,
  };
}

describe("flippedChoice", () => {
  const n = 40;
  const usual = Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 1 : 0));

  const gainOf = (given: GridScores) => {
    const fit = crossFit(given, options);
    const gain = mean(fit.perQuestion) - mean(given.columns[0]);
    const alone = { ...given, columns: [given.columns[0]], costs: [0] };
    return { gain, ...flippedChoice([alone, given], given.columns[0], gain, options, settings) };
  };

  it("finds no gain where all cells are alike", () => {
    assert.deepEqual(gainOf(grid([usual, usual])), { gain: 0, p: 1, interval: null });
  });

  it("finds a gain that every page has", () => {
    const better = usual.map((value) => value + 0.5);
    const { gain, p, interval } = gainOf(grid([usual, better]));
    assert.ok(Math.abs(gain - 0.5) < 1e-12);
    assert.equal(p, 1 / 1000);
    assert.ok(interval !== null && interval[0] > 0);
  });

  it("knows that less can be better", () => {
    const fewer = usual.map((value) => value - 0.5);
    const { gain, p } = gainOf(grid([usual, fewer], { sign: -1 }));
    assert.ok(Math.abs(gain + 0.5) < 1e-12);
    assert.equal(p, 1 / 1000);
  });

  it("is with one other cell, always chosen, the sign-flip test of its page totals", () => {
    // Far better on most pages, so that no fold and hardly a flip chooses the default by the sums of the rest.
    const other = usual.map((value, i) => value + (i < 30 ? 1 : -1));
    const given = grid([other]);
    const reference = Float64Array.from(usual);
    const alone = { ...given, columns: [reference], costs: [0] };
    const { p } = flippedChoice([alone, given], reference, 0.5, options, { ...settings, resamples: 1999 });
    // Twenty pages of ±2: |sum| is at least 20 where at most 5, or at least 15, of them are up.
    const exact = 0.04139;
    assert.ok(Math.abs(p - exact) < 4 * Math.sqrt((exact * (1 - exact)) / 1999), `p ${p}`);
  });

  it("compares two grids, both chosen anew", () => {
    const better = usual.map((value) => value + 0.5);
    const [a, b] = [grid([usual, usual.map((v, i) => (i % 2 === 0 ? v : 1 - v))]), grid([better, usual])];
    const reference = a.columns[0];
    const { p } = flippedChoice([a, b], reference, 0.5, options, settings);
    assert.ok(p <= 0.01, `p ${p}`);
  });
});
