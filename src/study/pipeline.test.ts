import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../markdown/index.js";
import { locateTestSet } from "../questions/index.js";
import { resolveArms } from "./arms.js";
import { parseStudyConfig } from "./config.js";
import { Pipeline } from "./pipeline.js";

describe("a pipeline that is cut and searched with BM25 alone", () => {
  it("is stopped between two arms by what happens meanwhile", async () => {
    const config = parseStudyConfig({
      name: "stopped",
      corpus: { folder: "pages" },
      retrievers: ["bm25"],
      metrics: ["hit@1"],
      arms: ["first", "second", "third"].map((name) => ({ name, strategy: "heading" })),
      comparisons: [],
    });
    const pages = [parsePage({ url: "a.md", markdown: "# Rope\n\nIt is tarred twice.\n" })];
    const item = { id: "q", question: "rope", url: "a.md", type: "fact", answer_quote: "tarred twice" };
    const { questions } = locateTestSet([item], pages);
    const inputs = {
      ...{ config, pages, questions, warnings: [], notes: [] },
      arms: await resolveArms(config, "."),
      hashes: { corpus_sha256: "", test_sets: [] },
    };
    const controller = new AbortController();
    const scored: string[] = [];
    const pipeline = new Pipeline(
      inputs,
      (event) => {
        if (event.kind !== "arm") return;
        scored.push(event.arm);
        // As a Ctrl-C does, once the program waits for something.
        setImmediate(() => controller.abort(new Error("stopped")));
      },
      controller.signal,
    );
    await assert.rejects(pipeline.execute(), /stopped/);
    assert.deepEqual(scored, ["first"]);
  });
});
