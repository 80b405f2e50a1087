import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { clopperPearson } from "./clopper-pearson.js";
import { allNear, near } from "./near.js";
import { wilson } from "./wilson.js";

describe("wilson", () => {
  it("equals R's prop.test without continuity correction, at .95 and .99", () => {
    allNear(wilson(3, 10, 0.95), [0.1077913, 0.6032219], 5e-8);
    allNear(wilson(0, 10, 0.95), [0, 0.2775328], 5e-8);
    allNear(wilson(10, 10, 0.95), [0.7224672, 1], 5e-8);
    allNear(wilson(3, 10, 0.99), [0.07956632, 0.6799753], 5e-8);
  });

  it("equals R's binom", () => {
    allNear(wilson(18, 20, 0.95), [0.6989664, 0.9721335], 5e-8);
    allNear(wilson(4, 20, 0.95), [0.0806577, 0.4160174], 5e-8);
    allNear(wilson(29, 30, 0.95), [0.8332961, 0.9940914], 5e-8);
    allNear(wilson(19, 38, 0.95), [0.348499283643951, 0.651500716356049], 1e-12);
  });

  it("has a width at 0 and at n hits, stays inside 0 and 1, and is null for no questions", () => {
    allNear(wilson(0, 8, 0.95), [0, 0.324407565], 1e-9);
    allNear(wilson(8, 8, 0.95), [0.675592435, 1], 1e-9);
    allNear(wilson(3, 10, 0.95), [0.107791267, 0.603221853], 1e-9);
    allNear(wilson(46, 50, 0.95), [0.811617531, 0.968450486], 1e-9);
    allNear(wilson(1, 1, 0.95), [0.206549314, 1], 1e-9);
    assert.equal(wilson(0, 0, 0.95), null);
    assert.equal(wilson(0, 8, 0.95)?.[0], 0);
    assert.equal(wilson(8, 8, 0.95)?.[1], 1);
  });

  it("takes an effective sample that is no whole number, between its neighbours", () => {
    const [lo, hi] = wilson(4.5, 7.5, 0.95) ?? [];
    near(lo, 0.2790097, 5e-8); // (p + z²/2n ∓ z√(p(1−p)/n + z²/4n²)) / (1 + z²/n) at p = .6, n = 7.5
    near(hi, 0.8532484, 5e-8);
  });

  it("refuses arguments out of range, quoting them", () => {
    assert.throws(() => wilson(11, 10, 0.95), { name: "RangeError", message: /invalid hits: 11/ });
    assert.throws(() => wilson(-1, 10, 0.95), { name: "RangeError", message: /invalid hits: -1/ });
    assert.throws(() => wilson(0, -1, 0.95), { name: "RangeError", message: /invalid n: -1/ });
    assert.throws(() => wilson(1, 2, 95), { name: "RangeError", message: /invalid level: 95/ });
    assert.throws(() => wilson(Number.NaN, 2, 0.95), { name: "RangeError", message: /invalid hits: NaN/ });
  });
});

describe("clopperPearson", () => {
  it("equals R's binom.test", () => {
    allNear(clopperPearson(20, 100, 0.95), [0.12665555, 0.29184269], 5e-9);
    allNear(clopperPearson(0, 10, 0.95), [0, 0.3084971], 5e-8);
    allNear(clopperPearson(10, 10, 0.95), [0.6915029, 1], 5e-8);
    allNear(clopperPearson(3, 50, 0.99), [0.006872485, 0.202706269], 1e-9);
    allNear(clopperPearson(18, 20, 0.95), [0.6830173, 0.9876515], 5e-8);
  });

  it("is null for no questions and refuses what cannot be counted", () => {
    assert.equal(clopperPearson(0, 0, 0.95), null);
    assert.throws(() => clopperPearson(2.5, 10, 0.95), { name: "RangeError", message: /invalid hits: 2\.5/ });
    assert.throws(() => clopperPearson(11, 10, 0.95), { name: "RangeError", message: /invalid hits: 11/ });
  });
});
