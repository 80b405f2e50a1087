import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bcaInterval } from "./bca-interval.js";
import { type Bootstrap, bootstrapClusterMean, bootstrapMean } from "./bootstrap.js";
import { incompleteBeta } from "./incomplete-beta.js";
import { near } from "./near.js";
import { expandedPercentileInterval, percentileInterval } from "./percentile-interval.js";
import { type Random, seededRandom } from "./random.js";
import { resamplingMatrix } from "./resample.js";
import type { Interval } from "./types.js";
import { wilson } from "./wilson.js";
import { wilsonCluster } from "./wilson-cluster.js";

/** Nominal coverage everywhere; how far the mean over a grid may fall short of it. */
const level = 0.95;
const leastMean = 0.93;

/** Exact coverage at a true rate p: the chance of those hit counts whose interval holds p. */
function exactCoverage(interval: (hits: number) => Interval | null, n: number, p: number): number {
  const atMost = (k: number) => (k >= n ? 1 : 1 - incompleteBeta(p, k + 1, n - k));
  let covered = 0;
  for (let k = 0; k <= n; k++) {
    const ends = interval(k);
    if (ends !== null && ends[0] <= p && p <= ends[1]) covered += atMost(k) - (k === 0 ? 0 : atMost(k - 1));
  }
  return covered;
}

/** Coverage in one cell of a grid. */
interface Cell {
  readonly where: string;
  readonly coverage: number;
}

/** Prints the mean and the minimum of a grid. */
function summarise(name: string, cells: readonly Cell[]): { readonly mean: number } {
  const mean = cells.reduce((sum, cell) => sum + cell.coverage, 0) / cells.length;
  const worst = cells.reduce((least, cell) => (cell.coverage < least.coverage ? cell : least));
  console.log(
    `# ${name}: mean coverage ${mean.toFixed(3)}, minimum ${worst.coverage.toFixed(3)} at ${worst.where} (${cells.length} cells)`,
  );
  return { mean };
}

/** Prints a grid's mean and minimum, and checks the mean. */
function judge(name: string, cells: readonly Cell[]): void {
  const { mean } = summarise(name, cells);
  assert.ok(mean >= leastMean, `${name}: mean coverage ${mean}`);
}

describe("coverage of 0/1 scores without clusters, exact", () => {
  it("the percentile bootstrap covers .650 at n = 10, p = .9; Wilson .930", () => {
    const matrix = resamplingMatrix(10, 9999, 1);
    const percentile = Array.from({ length: 11 }, (_, k) =>
      percentileInterval(
        bootstrapMean(
          Array.from({ length: 10 }, (_, i) => (i < k ? 1 : 0)),
          matrix,
        ),
        level,
      ),
    );
    near(
      exactCoverage((k) => percentile[k] ?? null, 10, 0.9),
      0.65,
      5e-4,
    );
    near(
      exactCoverage((k) => wilson(k, 10, level), 10, 0.9),
      0.93,
      5e-4,
    );
  });

  it("Wilson: the published means over p = .01 … .99 and the minimum at n = 10", () => {
    const published = [
      [10, 0.955],
      [20, 0.954],
      [50, 0.95],
      [100, 0.949],
    ] as const;
    for (const [n, mean] of published) {
      const intervals = Array.from({ length: n + 1 }, (_, k) => wilson(k, n, level));
      const cells = Array.from({ length: 99 }, (_, i) => {
        const p = (i + 1) / 100;
        return { where: `p = ${p}`, coverage: exactCoverage((k) => intervals[k] ?? null, n, p) };
      });
      near(cells.reduce((sum, cell) => sum + cell.coverage, 0) / 99, mean, 5e-4, `n = ${n}`);
      if (n === 10) near(Math.min(...cells.map((cell) => cell.coverage)), 0.904, 5e-4);
      judge(`wilson, n = ${n}`, cells);
    }
  });
});

/** Pages of 1 to 2 · mean − 1 questions in turn. */
function pagesOf(pages: number, mean: number): number[] {
  return Array.from({ length: pages }, (_, page) =>
    new Array<number>(1 + ((page * 3) % (2 * mean - 1))).fill(page),
  ).flat();
}

/**
 * Scores with a correlation icc within pages: each question takes its page's common draw with
 * chance √icc, else a draw of its own, so that the mean of `draw` is kept.
 */
function clusteredScores(clusters: number[], icc: number, draw: () => number, random: Random): number[] {
  const common = new Map<number, number>();
  return clusters.map((page) => {
    const shared = common.get(page) ?? draw();
    common.set(page, shared);
    return random.unit() < Math.sqrt(icc) ? shared : draw();
  });
}

const iccs = [0, 0.1, 0.3];

describe("coverage of 0/1 scores in pages, simulated", () => {
  it("Wilson on n / design effect: 10, 20, 30 pages of 2 or 6 questions, p = .3 … .95, icc 0 … .3", () => {
    const random = seededRandom(20_261_129);
    const cells = [];
    for (const pages of [10, 20, 30]) {
      for (const size of [2, 6]) {
        const clusters = pagesOf(pages, size);
        for (const icc of iccs) {
          for (const p of [0.3, 0.5, 0.7, 0.8, 0.9, 0.95]) {
            let covered = 0;
            for (let run = 0; run < 400; run++) {
              const scores = clusteredScores(clusters, icc, () => (random.unit() < p ? 1 : 0), random);
              const [lo, hi] = wilsonCluster(scores, clusters, level) ?? [1, 0];
              if (lo <= p && p <= hi) covered += 1;
            }
            cells.push({ where: `${pages} pages of ${size}, icc ${icc}, p = ${p}`, coverage: covered / 400 });
          }
        }
      }
    }
    judge("wilsonCluster", cells);
  });
});

/** A score that is 0 or 1 with the given chances and else uniform between. */
function fractional(random: Random, zeros: number, ones: number): number {
  const kind = random.unit();
  if (kind < zeros) return 0;
  return kind < zeros + ones ? 1 : random.unit();
}

const shapes = [
  [0.2, 0.65],
  [0.5, 0.2],
  [0.1, 0.1],
  [0, 0.5],
] as const;

describe("coverage of fractional scores, simulated with 999 resamples", () => {
  const cases = [
    { sizes: [10, 12, 15, 19], name: "expandedPercentileInterval", interval: expandedPercentileInterval },
    { sizes: [20, 30, 50, 100], name: "bcaInterval", interval: bcaInterval },
  ];
  for (const { sizes, name, interval } of cases) {
    it(`${name}: ${sizes.join(", ")} questions, four shapes`, () => {
      const random = seededRandom(20_261_129);
      const cells = [];
      for (const n of sizes) {
        const matrix = resamplingMatrix(n, 999, 2);
        for (const [zeros, ones] of shapes) {
          const truth = ones + (1 - zeros - ones) / 2;
          let covered = 0;
          for (let run = 0; run < 500; run++) {
            const scores = Array.from({ length: n }, () => fractional(random, zeros, ones));
            const [lo, hi] = interval(bootstrapMean(scores, matrix), level) ?? [1, 0];
            if (lo <= truth && truth <= hi) covered += 1;
          }
          cells.push({ where: `n = ${n}, zeros ${zeros}, ones ${ones}`, coverage: covered / 500 });
        }
      }
      judge(name, cells);
    });
  }

  it("expandedPercentileInterval over 10, 20, 30 pages of 1 to 5 questions, four shapes, icc 0 … .3", () => {
    const random = seededRandom(20_261_129);
    const cells = [];
    for (const pages of [10, 20, 30]) {
      for (const icc of iccs) {
        for (const [zeros, ones] of shapes) {
          const truth = ones + (1 - zeros - ones) / 2;
          const where = `${pages} pages, icc ${icc}, zeros ${zeros}, ones ${ones}`;
          const draw = () => fractional(random, zeros, ones);
          const [coverage] = coverageOverPages(pages, icc, draw, truth, [expandedPercentileInterval], random);
          cells.push({ where, coverage: coverage ?? 0 });
        }
      }
    }
    judge("expandedPercentileInterval of scores over pages", cells);
  });
});

/** Share of 250 simulated sets over pages of 1 to 5 questions in which each interval holds the truth. */
function coverageOverPages(
  pages: number,
  icc: number,
  draw: () => number,
  truth: number,
  intervals: readonly ((bootstrap: Bootstrap, level: number) => Interval | null)[],
  random: Random,
): number[] {
  const clusters = pagesOf(pages, 3);
  const matrix = resamplingMatrix(pages, 999, 2);
  const covered = intervals.map(() => 0);
  for (let run = 0; run < 250; run++) {
    const bootstrap = bootstrapClusterMean(clusteredScores(clusters, icc, draw, random), clusters, matrix);
    intervals.forEach((interval, i) => {
      const [lo, hi] = interval(bootstrap, level) ?? [1, 0];
      if (lo <= truth && truth <= hi) covered[i] = (covered[i] ?? 0) + 1;
    });
  }
  return covered.map((count) => count / 250);
}

describe("coverage of differences of 0/1 scores over pages, simulated with 999 resamples", () => {
  it("10 to 50 pages of 1 to 5 questions, icc 0 … .3: expanded percentile covers, BCa falls short", () => {
    const random = seededRandom(20_261_129);
    const expanded = [];
    const bca = [];
    for (const pages of [10, 20, 30, 50]) {
      for (const icc of iccs) {
        for (const [wins, losses] of [
          [0.25, 0.1],
          [0.15, 0.15],
          [0.4, 0.3],
        ] as const) {
          const where = `${pages} pages, icc ${icc}, wins ${wins}, losses ${losses}`;
          const draw = () => {
            const kind = random.unit();
            if (kind < wins) return 1;
            return kind < wins + losses ? -1 : 0;
          };
          const intervals = [expandedPercentileInterval, bcaInterval];
          const shares = coverageOverPages(pages, icc, draw, wins - losses, intervals, random);
          expanded.push({ where, coverage: shares[0] ?? 0 });
          bca.push({ where, coverage: shares[1] ?? 0 });
        }
      }
    }
    judge("expandedPercentileInterval of differences over pages", expanded);
    const { mean } = summarise("bcaInterval of differences over pages (not for use)", bca);
    assert.ok(mean < leastMean, "BCa covers after all: the advice of its doc comment is out of date");
  });
});
