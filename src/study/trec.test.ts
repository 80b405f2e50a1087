import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../markdown/index.js";
import { locateTestSet } from "../questions/index.js";
import { type TrecChunk, type TrecRanked, trecFiles } from "./trec.js";
import { slugs } from "./trec-names.js";

const page = parsePage({
  url: "my page.md",
  markdown: "Open the lower valve. Wait for steam. Stand back.\n",
});
const items = [
  ["q1", "Wait for steam."],
  ["q 2", "valve. Wait"],
  ["q3", "Stand back."],
].map(([id, answer_quote]) => ({ id, question: id, url: page.url, type: "t", answer_quote }));
const pages = { id: "p", question: "which page?", type: "t", pages: [page.url] };
const { questions } = locateTestSet([...items, pages], [page]);

/** Two arms: one of sentences, one of overlapping windows. */
const chunks: TrecChunk[] = [
  { arm: "heading + path", chunk: "my page.md::0", start: 0, end: 21 },
  { arm: "heading + path", chunk: "my page.md::1", start: 22, end: 37 },
  { arm: "heading + path", chunk: "my page.md::2", start: 38, end: 49 },
  { arm: "fixed 40/20", chunk: "my page.md::0", start: 0, end: 40 },
  { arm: "fixed 40/20", chunk: "my page.md::1", start: 20, end: 49 },
];
const ranked = (arm: string, question: string, ...ids: number[]): TrecRanked[] =>
  ids.map((id, i) => {
    return { retriever: "bm25", arm, question, rank: i + 1, chunk: `my page.md::${id}` };
  });
const rankings = [
  ...ranked("heading + path", "q1", 2, 0, 1),
  ...ranked("heading + path", "q 2", 1),
  ...ranked("fixed 40/20", "q1", 1, 0),
  ...ranked("fixed 40/20", "q3", 0, 1),
];

describe("trecFiles", () => {
  const files = trecFiles(questions, chunks, rankings);

  it("writes an arm's holders, and a document that nothing retrieves for a question without any", () => {
    assert.equal(
      files.get("qrels.heading-path.txt"),
      "q1 0 my%20page.md::1 1\nq%202 0 no-holder 1\nq3 0 my%20page.md::2 1\n",
    );
    assert.equal(
      files.get("qrels.fixed-40-20.txt"),
      "q1 0 my%20page.md::0 1\nq1 0 my%20page.md::1 1\nq%202 0 my%20page.md::0 1\nq3 0 my%20page.md::1 1\n",
    );
  });

  it("writes rankings with scores that fall with every rank, and a line where nothing was found", () => {
    assert.equal(
      files.get("run.bm25.heading-path.txt"),
      [
        "q1 Q0 my%20page.md::2 1 999 bm25.heading-path",
        "q1 Q0 my%20page.md::0 2 998 bm25.heading-path",
        "q1 Q0 my%20page.md::1 3 997 bm25.heading-path",
        "q%202 Q0 my%20page.md::1 1 999 bm25.heading-path",
        "q3 Q0 nothing-found 1 999 bm25.heading-path",
        "",
      ].join("\n"),
    );
  });

  it("sorts by rank, whatever the order of the rows", () => {
    const shuffled = trecFiles(questions, chunks, [...rankings].reverse());
    assert.equal(shuffled.get("run.bm25.fixed-40-20.txt"), files.get("run.bm25.fixed-40-20.txt"));
  });

  it("scores as the project does when read as the formats say", () => {
    const reciprocalRanks = (arm: string): Map<string, number> => {
      const relevant = new Set(
        files
          .get(`qrels.${arm}.txt`)
          ?.split("\n")
          .map((line) => line.split(" "))
          .map(([question, , document]) => `${question} ${document}`),
      );
      const found = new Map<string, number>();
      for (const line of files.get(`run.bm25.${arm}.txt`)?.trim().split("\n") ?? []) {
        const [question, , document, , score] = line.split(" ");
        const before = found.get(question) ?? 0;
        found.set(
          question,
          before > 0 || !relevant.has(`${question} ${document}`) ? before : 1 / (1000 - Number(score)),
        );
      }
      return found;
    };
    assert.deepEqual(
      [...reciprocalRanks("heading-path")],
      [
        ["q1", 1 / 3],
        ["q%202", 0],
        ["q3", 0],
      ],
    );
    assert.deepEqual(
      [...reciprocalRanks("fixed-40-20")],
      [
        ["q1", 1],
        ["q%202", 0],
        ["q3", 1 / 2],
      ],
    );
  });

  it("says which arm a file is about, and leaves out questions about pages", () => {
    assert.match(files.get("README.md") ?? "", /\| `heading-path` \| heading \+ path \|/);
    assert.match(files.get("README.md") ?? "", /3 questions are in every file/);
    assert.deepEqual([...files.keys()].sort(), [
      "README.md",
      "qrels.fixed-40-20.txt",
      "qrels.heading-path.txt",
      "run.bm25.fixed-40-20.txt",
      "run.bm25.heading-path.txt",
    ]);
  });

  it("refuses rankings about other questions or chunks, naming them", () => {
    assert.throws(
      () => trecFiles(questions, chunks, ranked("fixed 40/20", "q9", 0)),
      /question "q9".*no such question in the test set; run the study again/,
    );
    assert.throws(() => trecFiles(questions, chunks, ranked("fixed 40/20", "q1", 7)), /no such chunk/);
    assert.throws(() => trecFiles(questions, [{ ...chunks[0], chunk: "x" }], []), /"x" is not a chunk's id/);
  });
});

describe("slugs", () => {
  it("are distinct, whatever the arms are called", () => {
    assert.deepEqual(
      [...slugs(["fixed 800/100", "Fixed-800-100", "++", "größe 5.5"]).values()],
      ["fixed-800-100", "fixed-800-100-2", "arm", "größe-5-5"],
    );
  });
});
