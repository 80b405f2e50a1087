import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { toCsv } from "../study/index.js";
import { readRunFiles } from "./run-files.js";

describe("readRunFiles", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-run-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("gives an arm's chunks and a question's ranking, names that begin with a sign included", async () => {
    const chunk = (arm: string, id: string, start: number) => ({
      arm,
      chunk: id,
      start,
      end: start + 9,
      embedded_text: 'a,"b"\n',
    });
    const chunks = [
      chunk("+ path", "a::b.md::0", 0),
      chunk("+ path", "a::b.md::1", 9),
      chunk("other", "a::b.md::0", 4),
    ];
    const ranked = (question: string, rank: number, id: string) => {
      return { retriever: "dense", arm: "+ path", question, rank, chunk: id, score: 1 / rank };
    };
    await writeFile(path.join(folder, "chunks.csv"), toCsv(chunks));
    await writeFile(
      path.join(folder, "rankings.csv"),
      toCsv([ranked("q", 1, "a::b.md::1"), ranked("q", 2, "a::b.md::0")]),
    );

    const files = await readRunFiles(folder);

    assert.deepEqual(files.chunksOf("+ path")[1], { page: "a::b.md", index: 1, start: 9, end: 18 });
    assert.deepEqual(files.chunksOf("none"), []);
    assert.deepEqual(
      files.rankingOf("dense", "+ path", "q").map(({ index }) => index),
      [1, 0],
    );
    assert.deepEqual(files.rankingOf("bm25", "+ path", "q"), []);
  });

  it("says what to do where no run has been", async () => {
    await assert.rejects(
      readRunFiles(path.join(folder, "nothing")),
      /chunks\.csv isn't there: score the study first/,
    );
  });
});
