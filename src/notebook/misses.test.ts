import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Chunk } from "../chunking/index.js";
import { parsePage } from "../markdown/index.js";
import { locateTestSet } from "../questions/index.js";
import type { MissRow } from "../review/index.js";
import type { Arm } from "../study/index.js";
import { missHtml } from "./miss-html.js";
import { missesIn, missesTable } from "./misses.js";
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
const which = { retriever: "dense", arm: "cut" };
const row = (question: string, more: object): MissRow =>
  ({
    retriever: "dense",
    arm: "cut",
    question,
    hit_by: "",
    helped: "",
    suggested: "",
    evidence: "",
    ...more,
  }) as MissRow;
const misses = [
  row("low", { reason: "diluted", rank: 4, holder: "keys.md::3", helped: "paragraph", paragraph: 1 }),
  row("cut", {
    ...{ reason: "cut", rank: null, holder: "", cut_at: 19, cut_through: "paragraph", cut_in: "quote" },
    ...{ suggested: "tiny_section; vague_heading", evidence: "tiny_section: 9 characters" },
  }),
  row("cut", { arm: "other", reason: "retrieval" }),
];
const word = { question: "cut", arm: "", retriever: "", note: "" };
const judgements = [
  { ...word, tag: "vague_heading", verdict: "rejected" },
  { ...word, tag: "doubtful_question", verdict: "added" },
] as const;
const read = (wanted: typeof which) => missesIn(study, files, { misses, judgements }, wanted);

describe("missesIn", () => {
  it("shows what the run found of an arm, with what a person said of its tags", () => {
    const found = read(which);
    assert.deepEqual(
      found.map(({ question, around, tags }) => [question.id, around.length, tags]),
      [
        ["low", 1, []],
        ["cut", 2, ["tiny_section", "doubtful_question"]],
      ],
    );
    const table = missesTable(found, which);
    assert.equal(table.title, "cut, dense: 2 questions missed");
    assert.deepEqual(
      table.rows.map((cells) => cells.slice(3)),
      [
        ["diluted: its chunk is ranked 4; found the paragraph alone (rank 1)", ""],
        ["cut: a passage is cut at character 19, through a paragraph", "tiny section, doubtful question"],
      ],
    );
  });

  it("shows the place of the answer that the reason goes by, where several answer it", () => {
    const also = [{ url: "keys.md", answer_quote: "Nothing else" }];
    const several = locateTestSet([{ ...item("low", "Rotate the <key> every"), also }], pages).questions;
    const [low] = missesIn({ ...study, questions: several }, files, { misses, judgements }, which);
    assert.deepEqual(
      low.quotes.map(({ start }) => start),
      [at("Nothing")],
    );
    assert.deepEqual(
      low.around.map(({ index }) => index),
      [3],
    );
  });

  it("names an arm that the study doesn't have", () => {
    assert.throws(
      () => read({ ...which, arm: "cats" }),
      /no arm "cats" in the last run; the study's arms are cut/,
    );
  });
});

describe("missHtml", () => {
  it("marks the quote in its chunks, gives its place, and escapes all of it", () => {
    const [, cut] = read(which);
    const html = missHtml(study, cut, 1);
    assert.match(html, /keys\.md › Keys, characters 8–30/);
    assert.match(html, /<mark>Rotate the <\/mark>/);
    assert.match(html, /<mark>&lt;key&gt; every<\/mark>/);
    assert.match(html, /keys\.md::2 \(retrieved, rank 1\)/);
    assert.doesNotMatch(html, /<key>/);
  });
});
