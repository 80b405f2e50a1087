import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { lockPage } from "../corpus/page.js";
import { bringPages, corpusFolder } from "./corpora.js";
import type { PublicSource } from "./experiment.js";

const source: PublicSource = {
  repository: "someone/docs",
  commit: "0123abc",
  folder: "docs",
  places: ["docs-clone/docs", "docs"],
  fetch: ["git clone https://github.com/someone/docs $CORPORA/docs-clone"],
  lock: "corpus.lock.json",
};
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-corpora-"));
  await mkdir(path.join(folder, "corpora/docs"), { recursive: true });
  for (const name of ["a.md", "b.md", "extra.md"])
    await writeFile(path.join(folder, "corpora/docs", name), `# ${name}\n`);
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function study(name: string, urls: readonly string[]): Promise<string> {
  const home = path.join(folder, name);
  await mkdir(home);
  const pages = urls.map((url) => lockPage({ url, markdown: `# ${url}\n` }));
  await writeFile(path.join(home, "corpus.lock.json"), JSON.stringify({ pages }));
  return home;
}

describe("the corpora", () => {
  it("that are missing are said to be, with the commands that get them", () => {
    const nowhere = path.join(folder, "nowhere");
    assert.throws(() => corpusFolder(source, nowhere), {
      name: "StudyError",
      message: new RegExp(
        `someone/docs at 0123abc aren't in ${nowhere}.*docs-clone/docs, docs[^]*git clone https://github.com/someone/docs ${nowhere}/docs-clone[^]*--corpora`,
      ),
    });
  });

  it("give a study the pages of its lock, and no others", async () => {
    const home = await study("right", ["a.md", "b.md"]);
    await bringPages(home, source, path.join(folder, "corpora"));
    const pages = JSON.parse(await readFile(path.join(home, "corpus.json"), "utf8")) as { url: string }[];
    assert.deepEqual(
      pages.map(({ url }) => url),
      ["a.md", "b.md"],
    );
    // A study that has its pages needs the corpora no longer.
    await bringPages(home, source, path.join(folder, "nowhere"));
  });

  it("that differ from the lock are named, and don't stay in the way of the right ones", async () => {
    const home = await study("other", ["a.md", "b.md"]);
    const corpora = path.join(folder, "corpora");
    const page = path.join(corpora, "docs/b.md");
    await writeFile(page, "# b.md\n\nand more\n");
    await assert.rejects(bringPages(home, source, corpora), {
      name: "CorpusError",
      message:
        /1 page in .*docs not as in corpus\.lock\.json, such as: b\.md changed \(7 → 17 characters\); is it github\.com/,
    });
    await writeFile(page, "# b.md\n");
    const frozen = path.join(home, "corpus.json");
    await writeFile(frozen, JSON.stringify([{ url: "a.md", retrieved_at: "", markdown: "# other\n" }]));
    await bringPages(home, source, corpora);
    assert.match(await readFile(frozen, "utf8"), /"# b\.md\\n"/);
  });

  it("of another commit are told by the pages that aren't there", async () => {
    const home = await study("wrong", ["a.md", "z.md"]);
    await assert.rejects(bringPages(home, source, path.join(folder, "corpora")), {
      name: "CorpusError",
      message:
        /1 page of the lock not found in .*docs, such as z\.md; is it github\.com\/someone\/docs at 0123abc\?/,
    });
  });
});
