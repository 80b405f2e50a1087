import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { benjaminiHochberg } from "./benjamini-hochberg.js";
import { bootstrapMean } from "./bootstrap.js";
import { holm } from "./holm.js";
import { maxT } from "./max-t.js";
import { allNear, near } from "./near.js";
import { twoSidedZ } from "./normal.js";
import { randomisedTukey } from "./randomised-tukey.js";
import { resamplingMatrix } from "./resample.js";
import { minus, runs, sakai } from "./sakai.js";
import { clusterSignFlip, signFlip } from "./sign-flip.js";
import { simultaneousBands } from "./simultaneous-bands.js";

const options = { resamples: 9999, seed: 1 };

// ten p-values of the tests of statsmodels, adjusted there by R's multtest
const raw = [
  0.838541367553, 0.642193923795, 0.680845947633, 0.967833824309, 0.71626938238, 0.177096952723,
  5.23656777208e-5, 0.0202732688798, 0.00028140506198, 0.0149877310796,
];

describe("holm", () => {
  it("equals R's multtest", () => {
    const adjusted = holm(raw);
    near(adjusted[6], 5.2365677720800005e-4, 1e-15);
    near(adjusted[8], 2.5326455578199999e-3, 1e-15);
    near(adjusted[9], 0.1199018486368, 1e-13);
    near(adjusted[7], 0.1419128821586, 1e-13);
    assert.equal(adjusted[5], 1);
  });

  it("keeps the order of the input, and ties monotone", () => {
    allNear(holm([0.01, 0.04, 0.03, 0.005, 0.2]), [0.04, 0.09, 0.09, 0.025, 0.2], 1e-12);
    assert.deepEqual(holm([]), []);
  });

  it("Sakai's three exact sign-flip p-values", () => {
    const p = [
      signFlip(minus(sakai.a, sakai.b), options).p,
      signFlip(minus(sakai.a, sakai.c), options).p,
      signFlip(minus(sakai.b, sakai.c), options).p,
    ];
    allNear(holm(p), [0.19775, 0.28922, 0.62354], 5e-6);
  });

  it("refuses what is no probability", () => {
    assert.throws(() => holm([0.1, 1.1]), { name: "RangeError", message: /invalid p: 1\.1 at index 1/ });
    assert.throws(() => holm([Number.NaN]), { name: "RangeError", message: /invalid p: NaN/ });
  });
});

describe("benjaminiHochberg", () => {
  it("equals R's multtest", () => {
    const adjusted = benjaminiHochberg(raw);
    near(adjusted[6], 5.2365677720800005e-4, 1e-15);
    near(adjusted[8], 1.4070253098999999e-3, 1e-15);
    near(adjusted[9], 0.04995910359866667, 1e-14);
    near(adjusted[7], 0.0506831721995, 1e-13);
  });

  it("keeps the order of the input", () => {
    allNear(benjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.2]), [0.025, 0.05, 0.05, 0.025, 0.2], 1e-12);
  });

  it("lies between the raw p and Holm's", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (p) => {
        const strict = holm(p);
        benjaminiHochberg(p).forEach((adjusted, i) => {
          assert.ok(adjusted >= (p[i] ?? 2) - 1e-15 && adjusted <= (strict[i] ?? -1) + 1e-15);
        });
      }),
      { seed: 20_261_129, numRuns: 200 },
    );
  });

  it("refuses what is no probability", () => {
    assert.throws(() => benjaminiHochberg([-0.1]), { name: "RangeError", message: /invalid p: -0\.1/ });
  });
});

describe("maxT", () => {
  const differences = [minus(sakai.b, sakai.a), minus(sakai.c, sakai.a)];

  it("Sakai's B and C against A: counts out of 2^20", () => {
    const { p, exact, assignments, t } = maxT(differences, options);
    assert.deepEqual(p, [88_668 / 2 ** 20, 195_972 / 2 ** 20]);
    assert.deepEqual([exact, assignments], [true, 2 ** 19]); // one topic is tied for all three
    near(t[0], -2.116, 5e-4);
  });

  it("comes near that when sampled, within four Monte-Carlo errors", () => {
    const { p, exact } = maxT(differences, { resamples: 99_999, seed: 4, exactLimit: 0 });
    assert.equal(exact, false);
    near(p[0], 0.08456, 4 * Math.sqrt((0.08456 * 0.91544) / 99_999));
    near(p[1], 0.186893, 4 * Math.sqrt((0.186893 * 0.813107) / 99_999));
  });

  it("is the sign-flip test for one configuration, and does not grow by a copy", () => {
    const [first] = differences;
    assert.ok(first);
    const alone = signFlip(first, options).p;
    assert.deepEqual(maxT([first], options).p, [alone]);
    assert.deepEqual(maxT([first, first, first.map((d) => -2 * d)], options).p, [alone, alone, alone]);
  });

  it("flips whole pages", () => {
    const [first] = differences;
    assert.ok(first);
    const clusters = runs(20, 4);
    assert.deepEqual(maxT([first], { ...options, clusters }).p, [
      clusterSignFlip(first, clusters, options).p,
    ]);
  });

  it("gives 1 to a configuration without differences, and to all when there are none", () => {
    const [first] = differences;
    assert.ok(first);
    const none = first.map(() => 0);
    assert.deepEqual(maxT([none, first], options).p, [1, signFlip(first, options).p]);
    assert.deepEqual(maxT([none], options), { t: [0], p: [1], exact: true, assignments: 1 });
  });

  it("is never 0, even for configurations that win every question", () => {
    const wins = new Array<number>(30).fill(1);
    assert.deepEqual(maxT([wins], options).p, [1 / 10_000]);
    assert.equal(maxT([wins], options).t[0], Number.POSITIVE_INFINITY);
  });

  it("refuses lists of different lengths, and none", () => {
    assert.throws(() => maxT([[1, 2], [1]], options), {
      name: "RangeError",
      message: /differences: 1 values/,
    });
    assert.throws(() => maxT([], options), {
      name: "RangeError",
      message: /number of configurations: 0/,
    });
  });
});

describe("randomisedTukey", () => {
  it("Sakai's three systems, near the values of 200,000 permutations", () => {
    const { p, means } = randomisedTukey([sakai.a, sakai.b, sakai.c], { resamples: 50_000, seed: 3 });
    allNear(means, [0.345, 0.27, 0.245], 1e-12);
    near(p[0]?.[1], 0.303, 0.008);
    near(p[0]?.[2], 0.106, 0.005);
    near(p[1]?.[2], 0.892, 0.005);
    assert.equal(p[2]?.[0], p[0]?.[2]);
    assert.equal(p[1]?.[1], 1);
  });

  it("is the sampled sign-flip test for two systems, ties included", () => {
    const { p } = randomisedTukey([sakai.a, sakai.b], { resamples: 50_000, seed: 3 });
    near(p[0]?.[1], 69_120 / 2 ** 20, 4 * Math.sqrt((0.066 * 0.934) / 50_000));
  });

  it("permutes whole pages together", () => {
    const clusters = runs(20, 4);
    const { p } = randomisedTukey([sakai.a, sakai.b], { clusters, resamples: 50_000, seed: 3 });
    near(p[0]?.[1], 0.375, 4 * Math.sqrt((0.375 * 0.625) / 50_000));
  });

  it("gives 1 where the systems don't differ, and never 0", () => {
    assert.deepEqual(
      randomisedTukey(
        [
          [1, 0, 1],
          [1, 0, 1],
        ],
        options,
      ).p,
      [
        [1, 1],
        [1, 1],
      ],
    );
    const high = new Array<number>(40).fill(1);
    const low = new Array<number>(40).fill(0);
    assert.equal(randomisedTukey([high, low], options).p[0]?.[1], 1 / 10_000);
  });

  it("refuses one system, lists of different lengths and what is not finite", () => {
    assert.throws(() => randomisedTukey([[1]], options), {
      name: "RangeError",
      message: /number of systems: 1/,
    });
    assert.throws(() => randomisedTukey([[1, 2], [1]], options), {
      name: "RangeError",
      message: /scores: 1 values/,
    });
    assert.throws(() => randomisedTukey([[1], [Number.NaN]], options), {
      name: "RangeError",
      message: /scores: NaN/,
    });
  });
});

describe("simultaneousBands", () => {
  const matrix = resamplingMatrix(20, 9999, 6);
  const bootstraps = [minus(sakai.a, sakai.b), minus(sakai.a, sakai.c), minus(sakai.b, sakai.c)].map((list) =>
    bootstrapMean(list, matrix),
  );

  it("is wider than separate intervals and narrower than Bonferroni's", () => {
    const { critical, intervals } = simultaneousBands(bootstraps, 0.95);
    assert.ok(
      critical !== null && critical > twoSidedZ(0.95) && critical < twoSidedZ(1 - 0.05 / 3),
      `${critical}`,
    );
    intervals.forEach((interval, j) => {
      const estimate = bootstraps[j]?.estimate ?? Number.NaN;
      near(((interval?.[0] ?? 0) + (interval?.[1] ?? 0)) / 2, estimate, 1e-12);
    });
  });

  it("contains the given share of joint replicates", () => {
    const { intervals } = simultaneousBands(bootstraps, 0.9);
    let inside = 0;
    for (let b = 0; b < 9999; b++) {
      if (
        bootstraps.every(({ replicates }, j) => {
          const [lo, hi] = intervals[j] ?? [0, 0];
          const value = replicates[b] ?? Number.NaN;
          return value >= lo - 1e-12 && value <= hi + 1e-12;
        })
      ) {
        inside += 1;
      }
    }
    near(inside / 9999, 0.9, 0.01);
  });

  it("leaves out a configuration that doesn't vary", () => {
    const constant = bootstrapMean(new Array<number>(20).fill(0), matrix);
    const { intervals, critical } = simultaneousBands([...bootstraps, constant], 0.95);
    assert.equal(intervals[3], null);
    assert.equal(critical, simultaneousBands(bootstraps, 0.95).critical);
    assert.deepEqual(simultaneousBands([constant], 0.95), { intervals: [null], critical: null });
  });

  it("refuses bootstraps of different matrices", () => {
    const other = bootstrapMean(minus(sakai.a, sakai.b), resamplingMatrix(20, 99, 6));
    assert.throws(() => simultaneousBands([...bootstraps, other], 0.95), {
      name: "RangeError",
      message: /replicates: 99/,
    });
  });
});
