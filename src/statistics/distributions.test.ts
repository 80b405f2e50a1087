import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { betaQuantile, incompleteBeta } from "./incomplete-beta.js";
import { near } from "./near.js";
import { normalCdf, normalQuantile, twoSidedZ } from "./normal.js";
import { studentCdf, studentTwoSided, twoSidedT } from "./student-t.js";

// all expected values from scipy 1.17
describe("normal distribution", () => {
  it("has scipy's cumulative probabilities, also where its two formulas meet and far out", () => {
    const values: [number, number][] = [
      [-3, 0.0013498980316300933],
      [-1.96, 0.024997895148220435],
      [0, 0.5],
      [0.5, 0.6914624612740131],
      [2.9999, 0.998649658717045],
      [3.0001, 0.9986505450867392],
      [6, 0.9999999990134123],
    ];
    for (const [x, p] of values) near(normalCdf(x), p, 1e-14, `Φ(${x})`);
    near(normalCdf(-8) / 6.22096057427174e-16, 1, 1e-12, "Φ(-8), relative");
  });

  it("has scipy's quantiles", () => {
    const values: [number, number][] = [
      [1e-12, -7.034483825301131],
      [0.001, -3.090232306167813],
      [0.025, -1.9599639845400545],
      [0.4, -0.2533471031357997],
      [0.5, 0],
      [0.975, 1.959963984540054],
      [0.9999, 3.719016485455709],
    ];
    for (const [p, x] of values) near(normalQuantile(p), x, 1e-11, `Φ⁻¹(${p})`);
    near(twoSidedZ(0.95), 1.959963984540054, 1e-12);
  });

  it("has infinite quantiles at 0 and 1, and refuses what is no probability", () => {
    assert.equal(normalQuantile(0), Number.NEGATIVE_INFINITY);
    assert.equal(normalQuantile(1), Number.POSITIVE_INFINITY);
    assert.throws(() => normalQuantile(1.5), { name: "RangeError", message: /invalid p: 1\.5/ });
    assert.throws(() => normalQuantile(Number.NaN), { name: "RangeError", message: /invalid p: NaN/ });
  });
});

describe("beta distribution", () => {
  it("has scipy's cumulative probabilities", () => {
    const values: [number, number, number, number][] = [
      [0.3, 0.5, 0.5, 0.36901011956554536],
      [0.4, 2, 3, 0.5248],
      [0.2, 20, 81, 0.5398386299354245],
      [0.99, 200, 3, 0.6712381710383889],
      [0.38, 1500, 2500, 0.7436813588817096],
    ];
    for (const [x, a, b, p] of values) near(incompleteBeta(x, a, b), p, 1e-11, `I_${x}(${a}, ${b})`);
  });

  it("is 0 and 1 at the ends", () => {
    assert.equal(incompleteBeta(0, 2, 3), 0);
    assert.equal(incompleteBeta(1, 2, 3), 1);
    assert.equal(betaQuantile(0, 2, 3), 0);
    assert.equal(betaQuantile(1, 2, 3), 1);
  });

  it("has scipy's quantiles", () => {
    near(betaQuantile(0.025, 20, 81), 0.12665555210195584, 1e-12);
    near(betaQuantile(0.975, 19, 2), 0.9876514728297052, 1e-12);
    near(betaQuantile(0.2, 0.5, 0.5), 0.09549150281252627, 1e-12);
  });
});

describe("Student's t distribution", () => {
  it("has scipy's tails", () => {
    const values: [number, number, number][] = [
      [2.116, 19, 0.047773968390624415],
      [-2.116, 19, 0.047773968390624415],
      [0.3, 1, 0.8144528418445154],
      [12, 4, 0.000276428548502973],
      [1.96, 500, 0.05055078981976597],
    ];
    for (const [t, df, p] of values) near(studentTwoSided(t, df), p, 1e-11, `t = ${t}, df = ${df}`);
    assert.equal(studentTwoSided(Number.POSITIVE_INFINITY, 5), 0);
  });

  it("has scipy's cumulative probabilities", () => {
    near(studentCdf(-2, 5), 0.050969739414929174, 1e-12);
    near(studentCdf(2, 5), 0.9490302605850708, 1e-12);
    near(studentCdf(0, 5), 0.5, 1e-12);
  });

  it("has scipy's quantiles", () => {
    const values: [number, number][] = [
      [1, 12.706204736174694],
      [2, 4.302652729749462],
      [9, 2.262157162798205],
      [19, 2.0930240544083087],
      [159, 1.9749962127674756],
      [1000, 1.9623390808264083],
    ];
    for (const [df, t] of values) near(twoSidedT(0.95, df), t, 1e-10, `df = ${df}`);
  });
});
