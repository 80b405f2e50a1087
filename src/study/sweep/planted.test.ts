import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seededRandom } from "../../statistics/index.js";
import { parseStudyConfig } from "../config.js";
import { Policy } from "../policy.js";
import { ScoreTable } from "../score-table.js";
import type { ScoreRow } from "../scores.js";
import { type Choice, choose } from "./choices.js";
import { type Grids, gridsOf } from "./grid.js";

/*
 * Grids with a known truth: 5 × 3 cells, 160 questions on 40 pages of four. A question has a level of its own, shared
 * in part with its page; a cell's chance of a hit is the same for all questions of a level, so that cells agree on most
 * questions, as settings of one chunker do. Each truth is drawn many times; what the sweep says is held against it.
 */

const config = parseStudyConfig({
  name: "planted",
  corpus: { folder: "docs" },
  arms: [
    { name: "semantic", strategy: "semantic", break_pct: 0.2, min_chars: 200, max_chars: 800 },
    { name: "other", strategy: "heading" },
  ],
  sweep: { strategy: "semantic", break_pct: [0.05, 0.1, 0.2, 0.3, 0.4], max_chars: [500, 800, 1200] },
  statistics: { resamples: 299, level: 0.95 },
});
const questions = 160;
const perPage = 4;
const draws = 80;
/** Enough to tell a nominal .05 from the .14 of a test that takes cross-fitted scores of different pages as independent. */
const nullDraws = 160;

/** What a cell adds to the chance of a hit, by its place on the two axes. */
type Truth = (place: readonly number[]) => number;

interface Drawn {
  readonly choice: Choice;
  /** The expected score of each cell on new questions. */
  readonly expected: readonly number[];
}

function draw(grids: Grids, truth: Truth, seed: number): Drawn {
  const [grid] = grids.grids;
  const random = seededRandom(seed);
  const base = 0.55;
  const rows: ScoreRow[] = [];
  const noise = 0.25;
  for (let q = 0; q < questions; q++) {
    const page = Math.floor(q / perPage);
    const level = seededRandom(seed * 1000 + page).unit() * 0.5 + random.unit() * 0.5;
    // With some chance a cell goes its own way on a question; else all cells meet the same threshold.
    const shared = triangular(level);
    for (const { arm, position } of grid.cells) {
      const own = random.unit() < noise ? random.unit() : shared;
      const value = own < base + truth(position ?? []) ? 1 : 0;
      rows.push({
        ...{ retriever: "dense", arm: arm.name, question: `q${q}`, page: `p${page}`, type: "fact" },
        ...{ metric: "hit@5", value },
      });
    }
  }
  const policy = new Policy(config.statistics);
  const settings = { folds: 5, repeats: 8 };
  const endpoint = { retriever: "dense", metric: "hit@5" };
  const choice = choose(grid, endpoint, new ScoreTable(rows), chunksOf(grid), policy, settings, true);
  assert.ok(choice !== null);
  return { choice, expected: grid.cells.map(({ position }) => base + truth(position ?? [])) };
}

/** The sum of two uniform numbers as a uniform one: its distribution function. */
function triangular(sum: number): number {
  return sum < 0.5 ? 2 * sum * sum : 1 - 2 * (1 - sum) * (1 - sum);
}

/** Larger max_chars: fewer chunks. */
function chunksOf(grid: Grids["grids"][number]) {
  return (name: string): number => {
    const cell = grid.cells.find(({ arm }) => arm.name === name);
    return 10_000 / Number(cell?.arm.parameters.max_chars);
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Four standard errors of a share of `draws`: a test of a true share fails once in some 16,000 runs. */
const slack = (share: number, of = draws): number => 4 * Math.sqrt((share * (1 - share)) / of);

describe("a sweep over planted scores", () => {
  it("says that tuning doesn't pay where no cell is better, wrong at most at the nominal rate", async () => {
    const grids = await gridsOf(config, ".");
    const drawn = Array.from({ length: nullDraws }, (_, i) => draw(grids, () => 0, 100 + i));
    const wrong = mean(drawn.map(({ choice }) => (choice.recommendation.pays ? 1 : 0)));
    assert.ok(wrong <= 0.05 + slack(0.05, nullDraws), `tuning was said to pay in ${wrong} of the draws`);
    const gains = mean(drawn.map(({ choice }) => (choice.row.p_gain <= 0.05 ? 1 : 0)));
    assert.ok(gains <= 0.05 + slack(0.05, nullDraws), `a gain was significant in ${gains} of the draws`);
    const inside = drawn.filter(
      ({ choice: { row } }) => Number(row.gain_lo) <= 0 && 0 <= Number(row.gain_hi),
    );
    const covered = inside.length / nullDraws;
    assert.ok(
      covered >= 0.95 - slack(0.95, nullDraws),
      `no gain is in the interval in ${covered} of the draws`,
    );

    // The best of 15 equal cells looks better than it is; by as much as the optimism that is shown.
    const apparent = drawn.map(({ choice }) => choice.row.apparent);
    const truth = drawn[0].expected[0];
    const excess = mean(apparent) - truth;
    assert.ok(excess > 0.02, `the best cell looks only ${excess} too good`);
    const shown = drawn.map(({ choice }) => choice.row.optimism);
    const error = 4 * Math.sqrt(mean(shown.map((value) => (value - mean(shown)) ** 2)) / nullDraws);
    assert.ok(Math.abs(mean(shown) - excess) < error, `shown ${mean(shown)}, true ${excess}, error ${error}`);
    assert.ok(Math.abs(mean(drawn.map(({ choice }) => choice.row.cross_fitted)) - truth) < error);
  });

  it("finds the one cell that is better, and shows what it gains", async () => {
    const grids = await gridsOf(config, ".");
    const better = (place: readonly number[]): boolean => place[0] === 3 && place[1] === 2;
    const at = grids.grids[0].cells.findIndex(({ position }) => position !== null && better(position));
    const drawn = Array.from({ length: draws }, (_, i) =>
      draw(grids, (place) => (better(place) ? 0.2 : 0), 3000 + i),
    );
    const right = mean(drawn.map(({ choice }) => (choice.recommendation.recommended === at ? 1 : 0)));
    assert.ok(right >= 0.95, `right in ${right} of the draws`);
    const kept = mean(drawn.map(({ choice }) => (choice.set.isIn[at] ? 1 : 0)));
    assert.ok(kept >= 0.95 - slack(0.95), `the best cell is in the set in ${kept} of the draws`);
    const gain = mean(drawn.map(({ choice }) => choice.row.gain));
    assert.ok(Math.abs(gain - 0.2) < 0.02, `gain ${gain}`);
    const [{ choice }] = drawn;
    assert.ok(choice.fit.chosen_share[at] > 0.9);
  });

  it("recommends a cell of the ridge where several are equally good", async () => {
    const grids = await gridsOf(config, ".");
    const isRidge = (place: readonly number[]): boolean => place[1] === 0;
    const drawn = Array.from({ length: draws }, (_, i) =>
      draw(grids, (place) => (isRidge(place) ? 0.2 : 0), 6000 + i),
    );
    const { cells } = grids.grids[0];
    const onRidge = (cell: number): boolean => isRidge(cells[cell].position ?? []);
    const wrong = drawn.filter(
      ({ choice: { recommendation } }) => !onRidge(recommendation.recommended),
    ).length;
    assert.ok(wrong / draws <= 0.05 + slack(0.05), `off the ridge in ${wrong} of ${draws} draws`);
    const middle = drawn.filter(({ choice }) => onRidge(choice.recommendation.central)).length;
    assert.ok(middle / draws >= 0.95 - slack(0.95), `central on the ridge in ${middle} of ${draws} draws`);
    // No cell of the ridge is the best: the set holds most of them.
    const held = mean(
      drawn.map(({ choice }) => choice.set.isIn.filter((isIn, i) => isIn && onRidge(i)).length),
    );
    assert.ok(held >= 4, `the set holds ${held} of the five cells of the ridge`);
  });

  it("has bands that hold for all cells at once about as often as they say", async () => {
    const grids = await gridsOf(config, ".");
    const policy = new Policy({ ...config.statistics, resamples: 499 });
    const covered = Array.from({ length: draws }, (_, i) => {
      const { choice, expected } = draw(grids, () => 0, 9000 + i);
      const clusters = choice.positions.map((q) => Math.floor(q / perPage));
      const bands = policy.ofGrid(choice.scores.columns.map((values) => ({ values, clusters })));
      return bands.every(({ interval }, j) => {
        return interval !== null && interval[0] <= expected[j] && expected[j] <= interval[1];
      });
    });
    const share = covered.filter(Boolean).length / draws;
    assert.ok(share >= 0.95 - 0.02 - slack(0.95), `all cells inside in ${share} of the draws`);
  });
});
