import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { basisText, metricTitle } from "./caption.js";

const row = { n: 80, pages: 12, ci_method: "bca", level: 0.95 };

describe("basisText", () => {
  it("says n, pages, level and method", () => {
    assert.equal(basisText([row, row]), "n = 80 questions on 12 pages; 95 % interval (bca).");
    assert.equal(
      basisText([{ ...row, n: 1, pages: 1, level: 0.999 }]),
      "n = 1 question on 1 page; 99.9 % interval (bca).",
    );
  });

  it("says ranges where rows differ, and every method", () => {
    assert.equal(
      basisText([row, { ...row, n: 2870, ci_method: "wilson" }]),
      "n = 80–2,870 questions on 12 pages; 95 % interval (bca, wilson).",
    );
  });

  it("says so where there is no interval", () => {
    assert.equal(
      basisText([{ ...row, ci_method: "" }]),
      "n = 80 questions on 12 pages; no interval can be estimated.",
    );
  });

  it("names the methods of all rows that are shown", () => {
    assert.match(basisText([row], [row, { ...row, ci_method: "wilson" }]), /\(bca, wilson\)/);
  });
});

describe("metricTitle", () => {
  it("says the unit and which way is better", () => {
    assert.equal(metricTitle("hit@5"), "hit@5 (share of questions; higher is better)");
    assert.equal(metricTitle("split"), "split (share of questions; lower is better)");
    assert.equal(metricTitle("MRR@10"), "MRR@10 (mean over questions; higher is better)");
    assert.equal(metricTitle("chars@5"), "chars@5 (characters per question; lower is better)");
    assert.equal(metricTitle("tokens@5"), "tokens@5 (tokens per question; lower is better)");
  });
});
