import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bcaAcceleration, bcaInterval } from "./bca-interval.js";
import { bootstrapClusterMean, bootstrapStandardError } from "./bootstrap.js";
import { bootstrapContrast, differenceOfDifferences } from "./bootstrap-contrast.js";
import { meanOf, sampleDeviation } from "./moments.js";
import { near } from "./near.js";
import { percentileInterval } from "./percentile-interval.js";
import { resamplingMatrix } from "./resample.js";
import { minus, runs, sakai } from "./sakai.js";

const treated = [16, 23, 38, 94, 99, 141, 197];
const control = [10, 27, 31, 40, 46, 50, 52, 104, 146];

describe("differenceOfDifferences, on Efron and Tibshirani's mice", () => {
  const bootstrap = differenceOfDifferences(
    { differences: treated },
    { differences: control },
    { resamples: 99_999, seed: 5 },
  );
  assert.ok(bootstrap);

  it("has scipy's estimate and two-sample acceleration", () => {
    near(bootstrap.estimate, 30.6349, 5e-5);
    near(bcaAcceleration(bootstrap.jackknife), 0.011008228344026734, 1e-12);
    assert.equal(bootstrap.units, 7);
  });

  it("has the intervals and the error of 200,000 resamples, within half a unit", () => {
    const percentile = percentileInterval(bootstrap, 0.95);
    near(percentile?.[0], -20.97, 0.5);
    near(percentile?.[1], 84.22, 0.5);
    const bca = bcaInterval(bootstrap, 0.95);
    near(bca?.[0], -19.36, 0.5);
    near(bca?.[1], 86.02, 0.5);
    near(bootstrapStandardError(bootstrap), 26.9, 0.2);
  });
});

describe("bootstrapContrast", () => {
  it("resamples within groups: the error of a macro mean is √(Σ w² s² / n)", () => {
    const groups = [
      { values: treated, weight: 0.5 },
      { values: control, weight: 0.5 },
    ];
    const bootstrap = bootstrapContrast(groups, { resamples: 50_000, seed: 2 });
    assert.ok(bootstrap);
    near(bootstrap.estimate, (meanOf(treated) + meanOf(control)) / 2, 1e-9);
    const variance = (values: number[]) =>
      (sampleDeviation(values) ** 2 * (values.length - 1)) / values.length ** 2;
    const limit = Math.sqrt(0.25 * variance(treated) + 0.25 * variance(control));
    near((bootstrapStandardError(bootstrap) ?? 0) / limit, 1, 0.02);
  });

  it("draws alike for equal seeds, so that systems over the same questions stay paired", () => {
    const draw = (values: number[]) =>
      bootstrapContrast(
        [
          { values, weight: 0.5 },
          { values: control, weight: 0.5 },
        ],
        { resamples: 100, seed: 2 },
      );
    const shifted = draw(treated.map((value) => value + 8));
    draw(treated)?.replicates.forEach((value, b) => {
      near(shifted?.replicates[b], value + 4, 1e-9);
    });
  });

  it("draws whole pages: one group with clusters is the cluster bootstrap", () => {
    const values = minus(sakai.a, sakai.b);
    const clusters = runs(20, 4);
    const bootstrap = bootstrapContrast([{ values, weight: 1, clusters }], { resamples: 200, seed: 9 });
    const expected = bootstrapClusterMean(values, clusters, resamplingMatrix(5, 200, 9));
    assert.ok(bootstrap);
    assert.equal(bootstrap.units, 5);
    bootstrap.replicates.forEach((value, b) => {
      near(value, expected.replicates[b] ?? Number.NaN, 1e-12);
    });
    bootstrap.jackknife[0]?.forEach((value, g) => {
      near(value, expected.jackknife[0]?.[g] ?? Number.NaN, 1e-12);
    });
  });

  it("keeps types of one page together: an equal shift of a page cancels in a difference of types", () => {
    const pageShift = [0.9, 0.1, 0.5, 0.3, 0.7, 0.2, 0.8, 0.4, 0.6, 0];
    const clusters = runs(10, 1);
    const bootstrap = differenceOfDifferences(
      { differences: pageShift.map((shift) => shift + 1), clusters },
      { differences: pageShift, clusters },
      { resamples: 200, seed: 9 },
    );
    assert.ok(bootstrap);
    for (const value of bootstrap.replicates) near(value, 1, 1e-12);
    assert.equal(bcaInterval(bootstrap, 0.95), null);
  });

  it("redraws resamples without any question of some group", () => {
    const bootstrap = differenceOfDifferences(
      { differences: [1, 0], clusters: [0, 1] },
      { differences: [0.5, 0.25, 0, 1, 0.75, 0.5], clusters: [2, 3, 4, 5, 6, 7] },
      { resamples: 500, seed: 9 },
    );
    assert.ok(bootstrap);
    assert.equal(bootstrap.units, 2);
    assert.ok(bootstrap.replicates.every((value) => Number.isFinite(value)));
    assert.ok(bootstrap.jackknife[0]?.every((value) => Number.isFinite(value)));
  });

  it("is null where a group has one question, or one page", () => {
    const options = { resamples: 10, seed: 1 };
    assert.equal(differenceOfDifferences({ differences: [1] }, { differences: [1, 2] }, options), null);
    const onOnePage = { differences: [1, 2], clusters: [3, 3] };
    assert.equal(
      differenceOfDifferences(onOnePage, { differences: [1, 2], clusters: [1, 2] }, options),
      null,
    );
  });

  it("refuses clusters for some groups only, and bad values", () => {
    const options = { resamples: 10, seed: 1 };
    assert.throws(
      () =>
        differenceOfDifferences({ differences: [1, 2], clusters: [0, 1] }, { differences: [1, 2] }, options),
      {
        name: "RangeError",
        message: /invalid clusters: 1 of 2 groups/,
      },
    );
    assert.throws(() => bootstrapContrast([{ values: [1, 2], weight: Number.NaN }], options), {
      name: "RangeError",
      message: /invalid weight: NaN/,
    });
    assert.throws(() => bootstrapContrast([{ values: [1, Number.NaN], weight: 1 }], options), {
      name: "RangeError",
      message: /invalid values: NaN at index 1/,
    });
  });
});
