import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Chunk } from "../chunking/index.js";
import { parsePage } from "../markdown/index.js";
import { locateTestSet } from "../questions/index.js";
import type { Arm } from "../study/index.js";
import { missHtml } from "./miss-html.js";
import { missesOf, missesTable } from "./misses.js";
import type { NotebookStudy } from "./open-study.js";
import type { RunFiles } from "./run-files.js";

const markdown = "# Keys\n\nRotate the <key> every ninety days. Then restart. Nothing else is needed.";
const pages = [parsePage({ url: "keys.md", markdown })];
const item = (id: string, quote: string) => ({
  id,
  question: `${id}?`,
  url: "keys.md",
  type: "fact",
  answer_quote: quote,
});
const { questions } = locateTestSet(
  [item("found", "Then restart."), item("low", "Nothing else"), item("cut", "Rotate the <key> every")],
  pages,
);
const study = { pages, questions, arms: [{ name: "cut" } as Arm] } as unknown as NotebookStudy;

const at = (text: string): number => markdown.indexOf(text);
const ends = [0, at("<key>"), at("Then"), at("Nothing"), markdown.length];
const chunks = ends
  .slice(1)
  .map((end, index): Chunk => ({ page: "keys.md", index, start: ends[index], end }));
const files: RunFiles = {
  chunksOf: (arm) => (arm === "cut" ? chunks : []),
  rankingOf: (_, __, question) => (question === "low" ? chunks : [...chunks].slice(2, 3)),
};
const which = { retriever: "dense", arm: "cut", k: 2 };

describe("missesOf", () => {
  it("tells an answer that is cut from one that is ranked too low", () => {
    const misses = missesOf(study, files, which);
    assert.deepEqual(
      misses.map(({ question, reason, rank, around }) => [question.id, reason, rank, around.length]),
      [
        ["low", "ranked", 4, 1],
        ["cut", "split", null, 2],
      ],
    );
    assert.deepEqual(
      missesTable(misses, which, 3).rows.map((row) => row[3]),
      ["ranked 4", "split: the quote is cut into 2 chunks"],
    );
    assert.equal(
      missesTable(misses, which, 3).title,
      "cut, dense: 2 of 3 questions not answered by one of the first 2 chunks",
    );
  });

  it("names an arm that the study doesn't have", () => {
    assert.throws(
      () => missesOf(study, files, { ...which, arm: "cats" }),
      /no arm "cats" in the last run; the study's arms are cut/,
    );
  });
});

describe("missHtml", () => {
  it("marks the quote in its chunks, gives its place, and escapes all of it", () => {
    const [, cut] = missesOf(study, files, which);
    const html = missHtml(study, cut, 1);
    assert.match(html, /keys\.md › Keys, characters 8–30/);
    assert.match(html, /<mark>Rotate the <\/mark>/);
    assert.match(html, /<mark>&lt;key&gt; every<\/mark>/);
    assert.match(html, /keys\.md::2 \(retrieved, rank 1\)/);
    assert.doesNotMatch(html, /<key>/);
  });
});
