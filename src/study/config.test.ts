import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { projectFolder } from "../testing/shared.js";
import { comparisonsOf, resolveArms } from "./arms.js";
import { parseStudyConfig, readStudyConfig } from "./config.js";
import { StudyError } from "./study-error.js";

const minimal = { name: "mine", corpus: { folder: "docs" } };

function fault(json: unknown): string {
  try {
    parseStudyConfig(json);
  } catch (error) {
    assert.ok(error instanceof StudyError);
    return error.message;
  }
  return assert.fail("accepted");
}

describe("study.json", () => {
  it("needs a name and a corpus, and has defaults for the rest", () => {
    const study = parseStudyConfig(minimal);
    assert.equal(study.arms.length, 8);
    assert.deepEqual(study.primary, { retriever: "dense", metric: "hit@3000c" });
    assert.equal(study.embedder.max_tokens, 512);
    assert.match(fault({ name: "mine" }), /corpus: missing/);
    assert.match(fault([]), /the whole: \[\]/);
  });

  it("sets how BM25 reads and weighs texts", () => {
    assert.deepEqual(parseStudyConfig(minimal).bm25, { k1: 1.5, b: 0.75, tokens: "unicode" });
    const { bm25 } = parseStudyConfig({ ...minimal, bm25: { b: 0, tokens: "ascii" } });
    assert.deepEqual(bm25, { k1: 1.5, b: 0, tokens: "ascii" });
    assert.match(
      fault({ ...minimal, bm25: { token: "ascii" } }),
      /unknown key "token" in bm25; did you mean "tokens"\?/,
    );
    assert.match(fault({ ...minimal, bm25: { b: 2 } }), /bm25\.b: 2/);
  });

  it("answers a misspelt key with the nearest right one, wherever it stands", () => {
    assert.match(fault({ ...minimal, metrix: [] }), /unknown key "metrix"; did you mean "metrics"\?/);
    assert.match(
      fault({ ...minimal, statistics: { resample: 9 } }),
      /unknown key "resample" in statistics; did you mean "resamples"\?/,
    );
    assert.match(
      fault({ name: "x", corpus: { folder: "docs", includes: "*" } }),
      /unknown key "includes" in corpus; did you mean "include"\?/,
    );
    assert.match(fault({ ...minimal, zzzzzzzz: 1 }), /unknown key "zzzzzzzz"; known are name, corpus/);
  });

  it("names field and value of what is ill-typed", () => {
    assert.match(fault({ ...minimal, retrievers: ["bm52"] }), /retrievers\.0: "bm52"/);
    assert.match(fault({ ...minimal, metrics: ["hits@5"] }), /metrics: unknown metric: "hits@5"/);
    assert.match(fault({ ...minimal, statistics: { level: 95 } }), /statistics\.level: 95/);
    assert.match(fault({ ...minimal, embedder: { dtype: "int3" } }), /embedder\.dtype: "int3"/);
  });

  it("refuses names that don't agree", () => {
    const arms = [
      { name: "a", strategy: "fixed" },
      { name: "b", strategy: "heading" },
    ];
    assert.match(fault({ ...minimal, arms, baseline: "c" }), /baseline: "c" is not an arm of the study/);
    assert.match(fault({ ...minimal, arms: [arms[0], arms[0]] }), /arms: two are named "a"/);
    assert.match(
      fault({ ...minimal, comparisons: [{ arm: "heading", against: "hading" }] }),
      /comparisons\.0\.against: "hading" .* did you mean "heading"\?/,
    );
    assert.match(
      fault({ ...minimal, metrics: ["hit@1"], primary: { metric: "hit@3000c" } }),
      /primary\.metric: "hit@3000c" is not among/,
    );
    assert.match(
      fault({ ...minimal, retrievers: ["bm25"], primary: { retriever: "dense" } }),
      /primary\.retriever: "dense" is not among/,
    );
  });

  it("takes the first retriever and metric for primary where dense and hit@3000c are missing", () => {
    const { primary } = parseStudyConfig({ ...minimal, retrievers: ["bm25"], metrics: ["hit@5", "MRR@10"] });
    assert.deepEqual(primary, { retriever: "bm25", metric: "hit@5" });
    assert.match(
      fault({ ...minimal, primary: { metric: "split" } }),
      /primary\.metric: "split" is about chunks alone/,
    );
  });

  it("refuses claims that are made twice, or about nothing", () => {
    const arms = ["a", "b"].map((name) => ({ name, strategy: "fixed" }));
    const compared = (...comparisons: [string, string][]) =>
      fault({ ...minimal, arms, comparisons: comparisons.map(([arm, against]) => ({ arm, against })) });
    assert.match(compared(["a", "a"]), /comparisons: "a" is compared with itself/);
    assert.match(compared(["a", "b"], ["b", "a"]), /comparisons: a against b stands twice/);
    assert.match(
      fault({ ...minimal, metrics: ["hit@3000c", "hit@3000c"] }),
      /metrics: hit@3000c stands twice/,
    );
  });

  it("matches the length of an arm that has one of its own, with fixed windows", () => {
    const heading = { name: "h", strategy: "heading" };
    const matched = (more: object) =>
      fault({ ...minimal, arms: [heading, { name: "m", strategy: "fixed", match: "h" }, more] });
    assert.match(
      matched({ name: "x", strategy: "fixed", match: "m" }),
      /arms: x: match: "m" has a match itself/,
    );
    assert.match(
      matched({ name: "x", strategy: "fixed", match: "x" }),
      /arms: x: match: "x" has a match itself/,
    );
    assert.match(matched({ name: "x", strategy: "recursive", match: "h" }), /only a fixed arm can match/);
  });

  it("of every study that comes with the project is right", async () => {
    for (const name of ["quickstart", "node-docs"])
      await resolveArms(await readStudyConfig(path.join(projectFolder, "data", name)), "");
  });
});

describe("resolveArms", () => {
  const arms = (...given: Record<string, unknown>[]) =>
    resolveArms(parseStudyConfig({ ...minimal, arms: given }), path.join(projectFolder, "src/testing"));

  it("checks parameters, and names arm, parameter and value", async () => {
    await assert.rejects(
      arms({ name: "a", strategy: "headng" }),
      /arm "a": unknown strategy: "headng"; did you mean "heading"\?/,
    );
    await assert.rejects(
      arms({ name: "a", strategy: "heading", max_char: 5 }),
      /arm "a": max_char: 5 is not a parameter of heading, which takes levels, max_chars/,
    );
    await assert.rejects(
      arms({ name: "a", strategy: "semantic", break_pct: 20 }),
      /arm "a": break_pct: 20 must be a number from 0 to 1/,
    );
    await assert.rejects(
      arms({ name: "a", strategy: "fixed", size: 100, overlap: 100 }),
      /overlap: 100 must be smaller than size: 100/,
    );
  });

  it("loads a strategy of the user's, and says what is wrong with one", async () => {
    await assert.rejects(
      arms({ name: "a", strategy: "./missing.js" }),
      /arm "a": strategy: .*missing\.js can't be loaded/,
    );
    const [own] = await arms({ name: "own", strategy: "../../dist/testing/halves.js", path: "breadcrumb" });
    assert.equal(own.strategy.name, "halves");
    assert.deepEqual(own.text, { path: "breadcrumb", path_title: "keep", levels: 3, table_header: true });
  });
});

describe("comparisonsOf", () => {
  it("compares cutters at the same path, paths of the same cutter, and every arm with the baseline", () => {
    const study = parseStudyConfig({ ...minimal, baseline: "fixed 800/100" });
    const pairs = comparisonsOf(study).map(({ arm, against }) => `${arm} − ${against}`);
    assert.deepEqual(pairs, [
      "semantic − heading",
      "hybrid − heading",
      "hybrid − semantic",
      "semantic + path − heading + path",
      "hybrid + path − heading + path",
      "hybrid + path − semantic + path",
      "heading + path − heading",
      "semantic + path − semantic",
      "hybrid + path − hybrid",
      "recursive 800/0 − fixed 800/100",
      "heading − fixed 800/100",
      "heading + path − fixed 800/100",
      "semantic − fixed 800/100",
      "semantic + path − fixed 800/100",
      "hybrid − fixed 800/100",
      "hybrid + path − fixed 800/100",
    ]);
  });
});
