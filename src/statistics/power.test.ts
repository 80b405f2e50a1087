import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { near } from "./near.js";
import { minimumDetectableEffect, pairedTPower, sampleSizePairedT } from "./paired-t-power.js";
import { minimumDetectableDifferenceMcNemar, sampleSizeMcNemar } from "./power-mcnemar.js";
import { minimumDetectableDifference, sampleSizePaired } from "./power-paired.js";

describe("sampleSizePaired and minimumDetectableDifference", () => {
  it("Miller's example: 968.997, so 969 questions", () => {
    near(sampleSizePaired(1 / 3, 0.03, 0.95, 0.8), 968.997, 0.001);
    near(sampleSizePaired(1, 1, 0.95, 0.8), 7.849, 5e-4);
  });

  it("what 10, 50, 100 and 200 questions detect at σ = .3", () => {
    const detected = [10, 50, 100, 200].map((n) => minimumDetectableDifference(0.3, n, 0.95, 0.8));
    assert.deepEqual(
      detected.map((delta) => delta.toFixed(2)),
      ["0.27", "0.12", "0.08", "0.06"],
    );
    near(minimumDetectableDifference(1, 1, 0.95, 0.8), 2.8016, 5e-5);
  });

  it("undo each other", () => {
    near(sampleSizePaired(0.4, minimumDetectableDifference(0.4, 73, 0.9, 0.85), 0.9, 0.85), 73, 1e-9);
  });

  it("refuse arguments out of range", () => {
    assert.throws(() => sampleSizePaired(0, 0.1, 0.95, 0.8), {
      name: "RangeError",
      message: /invalid sd: 0/,
    });
    assert.throws(() => sampleSizePaired(1, -0.1, 0.95, 0.8), {
      name: "RangeError",
      message: /invalid delta: -0\.1/,
    });
    assert.throws(() => sampleSizePaired(1, 0.1, 0.95, 1), {
      name: "RangeError",
      message: /invalid power: 1 /,
    });
    assert.throws(() => minimumDetectableDifference(1, 0, 0.95, 0.8), {
      name: "RangeError",
      message: /invalid n: 0/,
    });
    assert.throws(() => minimumDetectableDifference(1, 9, 0, 0.8), {
      name: "RangeError",
      message: /invalid level: 0/,
    });
  });
});

describe("sampleSizeMcNemar and minimumDetectableDifferenceMcNemar", () => {
  it("solve n δ² = (z_α √ψ + z_β √(ψ − δ²))², as scipy does numerically", () => {
    near(sampleSizeMcNemar(0.2, 0.05, 0.95, 0.8), 625.5473178337215, 1e-8);
    near(sampleSizeMcNemar(0.1, 0.1, 0.95, 0.8), 76.08748449318014, 1e-9);
    near(sampleSizeMcNemar(0.3, 0.15, 0.95, 0.8), 102.26170994182536, 1e-9);
    near(minimumDetectableDifferenceMcNemar(0.2, 160, 0.95, 0.8), 0.09832293514258353, 1e-12);
    near(minimumDetectableDifferenceMcNemar(0.3, 50, 0.95, 0.8), 0.21193193483660952, 1e-12);
  });

  it("undo each other", () => {
    const delta = minimumDetectableDifferenceMcNemar(0.25, 90, 0.9, 0.7);
    near(sampleSizeMcNemar(0.25, delta ?? 0, 0.9, 0.7), 90, 1e-9);
  });

  it("are null where there is no solution", () => {
    assert.equal(sampleSizeMcNemar(0.04, 0.05, 0.95, 0.8), null);
    assert.equal(minimumDetectableDifferenceMcNemar(0.02, 50, 0.95, 0.8), null);
    assert.equal(minimumDetectableDifferenceMcNemar(0.5, 2, 0.95, 0.8), null);
  });

  it("refuse arguments out of range", () => {
    assert.throws(() => sampleSizeMcNemar(0, 0.1, 0.95, 0.8), {
      name: "RangeError",
      message: /discordance: 0/,
    });
    assert.throws(() => sampleSizeMcNemar(0.2, 0, 0.95, 0.8), {
      name: "RangeError",
      message: /invalid delta: 0/,
    });
    assert.throws(() => minimumDetectableDifferenceMcNemar(1.2, 9, 0.95, 0.8), {
      name: "RangeError",
      message: /discordance: 1\.2/,
    });
  });
});

describe("pairedTPower", () => {
  it("equals R's pwr and scipy's non-central t", () => {
    near(pairedTPower(0.2, 20, 0.95), 0.1359562887679666, 1e-11);
    near(pairedTPower(1, 10, 0.95), 0.8030968566327218, 1e-10);
    near(pairedTPower(-1, 10, 0.95), 0.8030968566327218, 1e-10);
    near(pairedTPower(0.6, 40, 0.99), 0.8544827865848809, 1e-10);
    near(pairedTPower(3, 5, 0.95), 0.9976795774377042, 1e-10);
  });

  it("is the false-positive rate without an effect, and 1 for a huge one", () => {
    near(pairedTPower(0, 8, 0.95), 0.05, 1e-12);
    near(pairedTPower(5, 60, 0.95), 1, 1e-12); // scipy gives NaN here
  });

  it("is solved for n and for the effect, as R's pwr", () => {
    near(sampleSizePairedT(0.5, 0.95, 0.8), 33.367, 5e-4);
    near(sampleSizePairedT(0.3, 0.95, 0.8), 89.149, 5e-4);
    near(minimumDetectableEffect(10, 0.95, 0.8), 0.996, 5e-5);
    near(minimumDetectableEffect(50, 0.95, 0.8), 0.4042, 5e-5);
  });

  it("refuses arguments out of range", () => {
    assert.throws(() => pairedTPower(0.5, 1, 0.95), { name: "RangeError", message: /invalid n: 1 / });
    assert.throws(() => pairedTPower(Number.NaN, 5, 0.95), {
      name: "RangeError",
      message: /effectSize: NaN/,
    });
    assert.throws(() => sampleSizePairedT(0, 0.95, 0.8), { name: "RangeError", message: /effectSize: 0/ });
    assert.throws(() => minimumDetectableEffect(9, 0.95, 0.01), {
      name: "RangeError",
      message: /power: 0\.01/,
    });
  });
});
