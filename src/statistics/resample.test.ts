import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { quantile } from "simple-statistics";
import { clusterTotals, countClusters } from "./clusters.js";
import { allNear, near } from "./near.js";
import { quantileInterval } from "./percentile-interval.js";
import { generatorName, seededRandom } from "./random.js";
import { resampledClusterMeans, resampledMeans, resamplingMatrix } from "./resample.js";

const pinned = [-1_111_009_411, -1_644_032_364, 1_761_488_920];

describe("seededRandom", () => {
  it("is one known generator: the first draws of seed 1 never change", () => {
    assert.equal(generatorName, "xoroshiro128plus");
    const random = seededRandom(1);
    assert.deepEqual([random.bits(), random.bits(), random.bits()], pinned);
    assert.equal(seededRandom(1).unit(), 0.7413229637313634);
    const bytes = new Uint8Array(6);
    seededRandom(1).fillBits(bytes);
    const words = new DataView(bytes.buffer);
    assert.equal(words.getInt32(0, true), pinned[0], "bytes are the draw's, lowest first");
    assert.equal(words.getUint16(4, true), (pinned[1] ?? 0) & 0xffff);
  });

  it("gives other streams for other seeds", () => {
    const first = new Set([0, 1, 2, 3, -1, 2 ** 32 - 2].map((seed) => seededRandom(seed).bits()));
    assert.equal(first.size, 6);
  });

  it("draws integers evenly", () => {
    const random = seededRandom(5);
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) {
      const drawn = random.below(7);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    assert.ok(chiSquare < 22.5, `chi² with 6 df is ${chiSquare}`); // p = .001
  });

  it("sets every bit half of the time", () => {
    const random = seededRandom(6);
    const bytes = new Uint8Array(9);
    const counts = new Array<number>(72).fill(0);
    for (let b = 0; b < 10_000; b++) {
      random.fillBits(bytes);
      for (let i = 0; i < 72; i++) counts[i] = (counts[i] ?? 0) + (((bytes[i >> 3] ?? 0) >> (i & 7)) & 1);
    }
    for (const count of counts) near(count, 5000, 200); // four standard deviations
  });

  it("refuses a seed that is no 32-bit integer", () => {
    for (const seed of [0.5, 2 ** 32, -(2 ** 31) - 1, Number.NaN]) {
      assert.throws(() => seededRandom(seed), {
        name: "RangeError",
        message: new RegExp(`invalid seed: ${seed}`),
      });
    }
  });
});

describe("resamplingMatrix", () => {
  it("is the same for the same seed, another for another, and always in range", () => {
    const matrix = resamplingMatrix(5, 200, 3);
    assert.deepEqual(matrix, resamplingMatrix(5, 200, 3));
    assert.notDeepEqual(matrix.indices, resamplingMatrix(5, 200, 4).indices);
    assert.equal(matrix.indices.length, 1000);
    assert.deepEqual([...new Set(matrix.indices)].sort(), [0, 1, 2, 3, 4]);
  });

  it("refuses no questions and no resamples", () => {
    assert.throws(() => resamplingMatrix(0, 10, 1), { name: "RangeError", message: /invalid n: 0/ });
    assert.throws(() => resamplingMatrix(3, 1.5, 1), {
      name: "RangeError",
      message: /invalid resamples: 1\.5/,
    });
  });
});

const byHand = { n: 3, resamples: 3, indices: Uint16Array.from([0, 0, 2, 1, 2, 2, 1, 1, 1]) };

describe("resampledMeans", () => {
  it("takes the mean of what each row draws", () => {
    allNear(resampledMeans([3, 6, 12], byHand), [6, 10, 6], 1e-12);
  });

  it("refuses values for another number of questions", () => {
    assert.throws(() => resampledMeans([1, 2], byHand), {
      name: "RangeError",
      message: /invalid values: 2 values \(want 3\)/,
    });
  });
});

describe("resampledClusterMeans", () => {
  it("divides the total of the drawn pages by their number of questions", () => {
    // pages: {1, 2}, {10}, {4, 5, 6}; drawn 0 0 2, 1 2 2, 1 1 1
    const means = resampledClusterMeans([1, 10, 2, 4, 5, 6], [8, 3, 8, 5, 5, 5], byHand);
    allNear(means, [21 / 7, 40 / 7, 10], 1e-12);
  });

  it("equals resampledMeans where every question has its own page", () => {
    const matrix = resamplingMatrix(4, 50, 9);
    const values = [0.25, 1, 0, 0.5];
    assert.deepEqual(resampledClusterMeans(values, [9, 2, 7, 4], matrix), resampledMeans(values, matrix));
  });

  it("refuses a matrix over another number of pages", () => {
    assert.throws(() => resampledClusterMeans([1, 2, 3], [0, 0, 1], byHand), {
      name: "RangeError",
      message: /invalid clusters: 2 values \(want 3\)/,
    });
  });
});

describe("clusterTotals", () => {
  it("sums in order of first appearance, whatever the integers are", () => {
    const { totals, sizes } = clusterTotals([1, 2, 3, 4], [70, -1, 70, 5]);
    assert.deepEqual(Array.from(totals), [4, 2, 4]);
    assert.deepEqual(Array.from(sizes), [2, 1, 1]);
    assert.equal(countClusters([70, -1, 70, 5]), 3);
  });

  it("refuses clusters that are no integers or not parallel", () => {
    assert.throws(() => countClusters([1, 0.5]), {
      name: "RangeError",
      message: /invalid cluster: 0\.5 at index 1/,
    });
    assert.throws(() => clusterTotals([1, 2], [0]), {
      name: "RangeError",
      message: /invalid clusters: 1 values/,
    });
  });
});

describe("quantileInterval", () => {
  it("takes quantiles of type 7, as simple-statistics and numpy do", () => {
    const values = [9, 1, 4, 25, 16, 36, 50];
    assert.deepEqual(quantileInterval(Float64Array.from(values), 0.1, 0.77), [
      quantile(values, 0.1),
      quantile(values, 0.77),
    ]);
    allNear(quantileInterval(Float64Array.of(0, 10, 20, 30, 40), 0.025, 0.975), [1, 39], 1e-12);
  });
});
