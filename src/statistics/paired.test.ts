import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bonettPrice } from "./bonett-price.js";
import { mcnemarExact } from "./mcnemar-exact.js";
import { allNear, near } from "./near.js";
import { newcombe10 } from "./newcombe10.js";
import { pairedT } from "./paired-t.js";
import { maize, minus, sakai, sleep } from "./sakai.js";
import { tango } from "./tango.js";

describe("pairedT", () => {
  it("Sakai's A − B", () => {
    const test = pairedT(minus(sakai.a, sakai.b), 0.95);
    assert.ok(test);
    near(test.mean, 0.075, 1e-12);
    near(test.sd ** 2, 0.0251, 5e-5);
    near(test.effectSize, 0.473, 5e-4);
    near(test.t, 2.116, 5e-4);
    near(test.p, 0.047797, 5e-7);
    allNear(test.interval, [0.0008, 0.1492], 5e-5);
    near((test.interval[1] - test.interval[0]) / 2, 0.0742, 5e-5);
    assert.deepEqual([test.n, test.df], [20, 19]);
  });

  it("Darwin's maize", () => {
    const test = pairedT(maize, 0.95);
    near(test?.t, 2.147987, 5e-7);
    near(test?.p, 0.049703, 5e-7);
  });

  it("Student's sleep", () => {
    const test = pairedT(sleep, 0.95);
    near(test?.t, 4.0621, 5e-5);
    near(test?.p, 0.0028329, 5e-8);
    allNear(test?.interval, [0.70011, 2.45989], 5e-6);
  });

  it("is null for one difference, and for equal ones", () => {
    assert.equal(pairedT([0.3], 0.95), null);
    assert.equal(pairedT([0.1, 0.1, 0.1], 0.95), null);
    assert.equal(pairedT([0.3 - 0.2, 0.4 - 0.3, 0.1], 0.95), null);
  });

  it("refuses what is not finite", () => {
    assert.throws(() => pairedT([0, Number.NaN], 0.95), {
      name: "RangeError",
      message: /differences: NaN at index 1/,
    });
  });
});

describe("tango", () => {
  it("equals the tables of ratesci (Tango; Agresti and Min; Fagerland)", () => {
    allNear(tango(4, 9, 3, 16, 0.95), [-0.027, 0.39], 5e-4);
    allNear(tango(53, 16, 8, 9, 0.95), [-0.02, 0.207], 5e-4);
    allNear(tango(1, 1, 7, 12, 0.95), [-0.517, -0.026], 5e-4);
    allNear(tango(8, 3, 1, 2, 0.95), [-0.167, 0.4327], 5e-5);
    allNear(tango(43, 0, 1, 0, 0.9), [-0.096, 0.037], 5e-4);
  });

  it("solves the score equation: with the likelihood maximised numerically by scipy", () => {
    allNear(tango(4, 9, 3, 16, 0.95), [-0.027090465, 0.389697487], 5e-9);
    allNear(tango(20, 12, 2, 16, 0.95), [0.061112407, 0.344708748], 5e-9);
    allNear(tango(2, 5, 3, 0, 0.95), [-0.3295479, 0.6282415], 5e-7);
  });

  it("has a width without discordant questions, mirrors when the systems change places, is null for none", () => {
    allNear(tango(10, 0, 0, 0, 0.95), [-0.2775328, 0.2775328], 5e-8); // z² / (n + z²), as Wilson at 0
    const [lo, hi] = tango(5, 6, 1, 8, 0.95) ?? [0, 0];
    allNear(tango(5, 1, 6, 8, 0.95), [-hi, -lo], 1e-12);
    assert.equal(tango(0, 10, 0, 0, 0.95)?.[1], 1);
    assert.equal(tango(0, 0, 0, 0, 0.95), null);
  });

  it("refuses what cannot be counted", () => {
    assert.throws(() => tango(1, -1, 0, 0, 0.95), { name: "RangeError", message: /invalid b: -1/ });
  });
});

describe("newcombe10", () => {
  it("equals the tables of ratesci", () => {
    allNear(newcombe10(20, 12, 2, 16, 0.95), [0.0562, 0.3292], 5e-5);
    allNear(newcombe10(1, 1, 7, 12, 0.95), [-0.507, -0.026], 5e-4);
    allNear(newcombe10(8, 3, 1, 2, 0.95), [-0.1574, 0.4136], 5e-5);
  });

  it("mirrors when the systems change places, and is null for no questions", () => {
    const [lo, hi] = newcombe10(5, 6, 1, 8, 0.95) ?? [0, 0];
    allNear(newcombe10(5, 1, 6, 8, 0.95), [-hi, -lo], 1e-12);
    assert.equal(newcombe10(0, 0, 0, 0, 0.95), null);
    assert.throws(() => newcombe10(1, 1, 0.5, 0, 0.95), { name: "RangeError", message: /invalid c: 0\.5/ });
  });
});

describe("bonettPrice", () => {
  it("equals the table of ratesci", () => {
    allNear(bonettPrice(1, 1, 7, 12, 0.95), [-0.508, -0.013], 5e-4);
  });

  it("stays inside −1 and 1, and is null for no questions", () => {
    assert.equal(bonettPrice(0, 3, 0, 0, 0.99)?.[1], 1);
    assert.equal(bonettPrice(0, 0, 0, 0, 0.95), null);
    assert.throws(() => bonettPrice(1, 1, 1, Number.NaN, 0.95), {
      name: "RangeError",
      message: /invalid d: NaN/,
    });
  });
});

describe("mcnemarExact", () => {
  it("equals statsmodels and R", () => {
    near(mcnemarExact(121, 59), 0.000004, 5e-7);
    near(mcnemarExact(70, 59), 0.378688, 5e-7);
    near(mcnemarExact(80, 59), 0.089452, 5e-7);
    near(mcnemarExact(30, 60), 0.00206, 5e-7);
    near(mcnemarExact(10, 30), 0.002221, 5e-7);
    assert.equal(mcnemarExact(10, 10), 1);
  });

  it("equals binomial sums by hand; no discordant question gives 1", () => {
    assert.equal(mcnemarExact(0, 0), 1);
    near(mcnemarExact(5, 0), 0.0625, 1e-12);
    near(mcnemarExact(6, 0), 0.03125, 1e-12);
    near(mcnemarExact(1, 7), 0.0703125, 1e-12);
    near(mcnemarExact(9, 3), 0.14599609375, 1e-12);
  });

  it("refuses what cannot be counted", () => {
    assert.throws(() => mcnemarExact(1.5, 2), { name: "RangeError", message: /invalid b: 1\.5/ });
    assert.throws(() => mcnemarExact(1, -2), { name: "RangeError", message: /invalid c: -2/ });
  });
});
