import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { maxT } from "./max-t.js";
import { type Random, seededRandom } from "./random.js";
import { randomisedTukey } from "./randomised-tukey.js";
import { runs } from "./sakai.js";
import { clusterSignFlip, signFlip } from "./sign-flip.js";

const alpha = 0.05;
const studies = 500;

/** A rate of α, plus three standard errors of the simulation. */
const allowed = alpha + 3 * Math.sqrt((alpha * (1 - alpha)) / studies);

/** Share of simulated studies in which some p is at most α. */
function falseAlarms(smallestP: (random: Random, study: number) => number): number {
  const random = seededRandom(20_261_129);
  let alarms = 0;
  for (let study = 0; study < studies; study++) if (smallestP(random, study) <= alpha) alarms += 1;
  return alarms / studies;
}

/**
 * 0/1 scores of systems that are alike: on each page each system has a chance of its own, so the
 * questions of a page agree, but no system is better over pages.
 */
function nullScores(random: Random, clusters: readonly number[], systems: number): number[][] {
  return Array.from({ length: systems }, () => {
    const chances = new Map<number, number>();
    return clusters.map((page) => {
      const chance = chances.get(page) ?? [0.2, 0.6, 0.95][random.below(3)] ?? 0;
      chances.set(page, chance);
      return random.unit() < chance ? 1 : 0;
    });
  });
}

function nullDifferences(random: Random, clusters: readonly number[]): number[] {
  const [first = [], second = []] = nullScores(random, clusters, 2);
  return first.map((score, i) => score - (second[i] ?? 0));
}

describe("false positives under the null, questions of a page alike", () => {
  const manyPages = runs(162, 6);
  const fewPages = runs(72, 6);
  const options = (seed: number) => ({ resamples: 199, seed });

  it("clusterSignFlip keeps α on 27 pages of six (sampled) and on 12 (exact)", () => {
    for (const clusters of [manyPages, fewPages]) {
      const rate = falseAlarms(
        (random, seed) => clusterSignFlip(nullDifferences(random, clusters), clusters, options(seed)).p,
      );
      assert.ok(rate <= allowed, `${rate} > ${allowed}`);
      assert.ok(rate > 0.01, `${rate}: the test never rejects`);
    }
  });

  it("signFlip doesn't, which is why pages are flipped as a whole", () => {
    const rate = falseAlarms((random, seed) => signFlip(nullDifferences(random, manyPages), options(seed)).p);
    assert.ok(rate > 2 * alpha, `${rate}`);
  });

  it("randomisedTukey keeps α over all pairs of five systems, permuted within pages", () => {
    const rate = falseAlarms((random, seed) => {
      const scores = nullScores(random, manyPages, 5);
      return Math.min(...randomisedTukey(scores, { clusters: manyPages, ...options(seed) }).p.flat());
    });
    assert.ok(rate <= allowed, `${rate} > ${allowed}`);
    assert.ok(rate > 0.01, `${rate}: the test never rejects`);
  });

  it("randomisedTukey doesn't when permuted within questions", () => {
    const rate = falseAlarms((random, seed) => {
      const scores = nullScores(random, manyPages, 5);
      return Math.min(...randomisedTukey(scores, options(seed)).p.flat());
    });
    assert.ok(rate > 2 * alpha, `${rate}`);
  });

  it("maxT keeps α over five configurations, flipped within pages", () => {
    const rate = falseAlarms((random, seed) => {
      const [baseline = [], ...others] = nullScores(random, manyPages, 6);
      const differences = others.map((list) => list.map((score, i) => score - (baseline[i] ?? 0)));
      return Math.min(...maxT(differences, { clusters: manyPages, ...options(seed) }).p);
    });
    assert.ok(rate <= allowed, `${rate} > ${allowed}`);
    assert.ok(rate > 0.01, `${rate}: the test never rejects`);
  });
});
