import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { mcnemarExact } from "./mcnemar-exact.js";
import { near } from "./near.js";
import { maize, minus, runs, sakai, sleep } from "./sakai.js";
import { clusterSignFlip, signFlip } from "./sign-flip.js";

const options = { resamples: 9999, seed: 1 };
const sampled = { ...options, exactLimit: 0 };

describe("signFlip, exact", () => {
  it("Sakai's three pairs: counts out of 2^20 (other public tools miscount their ties)", () => {
    assert.equal(signFlip(minus(sakai.a, sakai.b), options).p, 69_120 / 2 ** 20);
    assert.equal(signFlip(minus(sakai.a, sakai.c), options).p, 151_632 / 2 ** 20);
    assert.equal(signFlip(minus(sakai.b, sakai.c), options).p, 653_824 / 2 ** 20);
  });

  it("Darwin's maize: Fisher's 1726 of 32768", () => {
    assert.deepEqual(signFlip(maize, options), { p: 1726 / 32_768, exact: true, assignments: 32_768 });
  });

  it("Student's sleep", () => {
    assert.equal(signFlip(sleep, options).p, 0.00390625);
  });

  it("counts ties in spite of rounding", () => {
    assert.equal(signFlip([0.2, 0.1, -0.05, 0.3, 0, 0.15, 0.25, -0.1], options).p, 28 / 256);
    assert.equal(signFlip([0.1, 0.2, -0.3, 0.6, 0, 0.3, 0.1, -0.1], options).p, 0.359375);
    assert.equal(signFlip([0.5, 0.5, -0.5, 0, 1, 1], options).p, 0.25);
    assert.equal(signFlip([0, 0, 0, 0], options).p, 1);
    assert.equal(signFlip([], options).p, 1);
    assert.equal(signFlip([0.1, 0.2, -0.3], options).p, 1);
  });

  it("is McNemar's exact test for 0/1 scores", () => {
    for (const [b, c] of [
      [5, 0],
      [1, 7],
      [9, 3],
      [4, 4],
      [8, 12],
    ] as const) {
      const differences = [...new Array<number>(b).fill(1), ...new Array<number>(c).fill(-1), 0, 0];
      near(signFlip(differences, options).p, mcnemarExact(b, c), 1e-12, `${b}/${c}`);
    }
  });

  it("does not change with order, common sign or unit of the differences, and is a multiple of 2^-m", () => {
    const few = fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(few, fc.constantFrom(0.1, -1, 1e-9, 1 / 3, 1e6), (list, factor) => {
        const { p, assignments } = signFlip(list, options);
        assert.equal(p, countedByHand(list));
        assert.equal(signFlip(list.map((d) => d * factor).reverse(), options).p, p);
        assert.ok(p > 0 && p <= 1 && Number.isInteger(p * assignments));
      }),
      { seed: 20_261_129, numRuns: 100 },
    );
  });
});

/** The definition, over all assignments of signs. */
function countedByHand(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0));
  let count = 0;
  for (let signs = 0; signs < 2 ** differences.length; signs++) {
    const sum = differences.reduce((partial, d, i) => partial + ((signs >> i) & 1 ? -d : d), 0);
    if (Math.abs(sum) >= observed) count += 1;
  }
  return count / 2 ** differences.length;
}

describe("signFlip, sampled", () => {
  it("comes near the exact p, within four Monte-Carlo errors", () => {
    for (const [differences, p] of [
      [minus(sakai.a, sakai.b), 0.065918],
      [minus(sakai.a, sakai.c), 0.144608],
      [minus(sakai.b, sakai.c), 0.623535],
    ] as const) {
      const result = signFlip(differences, { resamples: 99_999, seed: 3, exactLimit: 0 });
      near(result.p, p, 4 * Math.sqrt((p * (1 - p)) / 99_999));
      assert.deepEqual([result.exact, result.assignments], [false, 99_999]);
    }
  });

  it("is taken from 21 non-zero differences on, and never gives 0", () => {
    const many = new Array<number>(21).fill(0.3);
    assert.equal(signFlip(many.slice(1), options).exact, true);
    assert.equal(signFlip([...many.slice(1), 0], options).exact, true);
    assert.deepEqual(signFlip(many, options), { p: 1 / 10_000, exact: false, assignments: 9999 });
  });

  it("is the same for the same seed and another for another", () => {
    const differences = minus(sakai.a, sakai.c);
    assert.deepEqual(signFlip(differences, sampled), signFlip(differences, sampled));
    assert.notEqual(signFlip(differences, sampled).p, signFlip(differences, { ...sampled, seed: 2 }).p);
  });

  it("refuses options out of range", () => {
    assert.throws(() => signFlip([1], { resamples: 0, seed: 1 }), {
      name: "RangeError",
      message: /resamples: 0/,
    });
    assert.throws(() => signFlip([1], { ...options, exactLimit: 25 }), {
      name: "RangeError",
      message: /exactLimit: 25/,
    });
    assert.throws(() => signFlip([Number.NaN], options), {
      name: "RangeError",
      message: /differences: NaN at index 0/,
    });
  });
});

describe("clusterSignFlip", () => {
  const differences = minus(sakai.a, sakai.b);

  it("Sakai's A − B as five pages of four: 12 of 32", () => {
    assert.deepEqual(clusterSignFlip(differences, runs(20, 4), options), {
      p: 0.375,
      exact: true,
      assignments: 32,
    });
  });

  it("is signFlip where every question has its own page", () => {
    assert.deepEqual(clusterSignFlip(differences, runs(20, 1), options), signFlip(differences, options));
  });

  it("is exact while at most twenty pages differ, and rounding makes no page differ", () => {
    const cancelling = [0.1, 0.2, -0.3];
    const scores = [...Array.from({ length: 63 }, (_, i) => cancelling[i % 3] ?? 0), 1, 1];
    const result = clusterSignFlip(scores, runs(65, 3), options);
    assert.deepEqual(result, { p: 1, exact: true, assignments: 2 });
  });

  it("cannot go below 2 / 2^G", () => {
    assert.equal(clusterSignFlip(new Array<number>(18).fill(1), runs(18, 3), options).p, 2 / 64);
  });

  it("refuses clusters that are not parallel", () => {
    assert.throws(() => clusterSignFlip([1, 2], [0], options), {
      name: "RangeError",
      message: /invalid clusters/,
    });
  });
});
