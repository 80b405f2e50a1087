import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { projectFolder } from "../testing/shared.js";
import { CorpusError, census, freezeCorpus, openCorpus, type Page } from "./index.js";

let folder: string;
const date = "2026-01-31";

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-corpus-"));
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function study(name: string, files: Record<string, string | Uint8Array>) {
  const studyFolder = path.join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(studyFolder, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, text);
  }
  return { studyFolder, cacheFolder: path.join(folder, "cache") };
}

const docs = { folder: "docs", include: "**/*.{md,mdx}" };

describe("a corpus from a folder", () => {
  it("is frozen in code-point order with its texts unchanged, and opened from the frozen copy", async () => {
    const place = await study("order", {
      "docs/b.md": "B\r\n",
      "docs/a/z.md": "\ufeff# Z\n",
      "docs/Z.md": "",
      "docs/skip.txt": "no",
    });
    const { pages, notes } = await openCorpus(docs, place, date);
    assert.deepEqual(
      pages.map(({ url, markdown }) => [url, markdown]),
      [
        ["Z.md", ""],
        ["a/z.md", "\ufeff# Z\n"],
        ["b.md", "B\r\n"],
      ],
    );
    assert.match(notes.join(), /froze 3 pages/);
    await rm(path.join(place.studyFolder, "docs"), { recursive: true });
    assert.deepEqual((await openCorpus(docs, place, date)).pages, pages);
  });

  it("tells of pages that changed since, and goes on with the frozen ones", async () => {
    const place = await study("moved-on", { "docs/a.md": "one", "docs/b.md": "two" });
    await openCorpus(docs, place, date);
    await writeFile(path.join(place.studyFolder, "docs/a.md"), "changed");
    const { pages, notes } = await openCorpus(docs, place, date);
    assert.equal(pages[0].markdown, "one");
    assert.match(notes.join(), /1 pages of docs changed since 2026-01-31/);
  });

  it("follows links to other folders, and none that leads back to where it lies", async (t) => {
    const place = await study("links", { "docs/a/p.md": "p", "docs/q.md": "q", "elsewhere/r.md": "r" });
    const links = [
      ["docs/self", "."],
      ["docs/a/up", ".."],
      ["docs/more", "../elsewhere"],
    ];
    try {
      for (const [at, to] of links) await symlink(to, path.join(place.studyFolder, at), "dir");
    } catch (error) {
      t.skip(`no links can be made here: ${error instanceof Error ? error.message : error}`);
      return;
    }
    const { pages } = await openCorpus(docs, place, date);
    assert.deepEqual(
      pages.map(({ url }) => url),
      ["a/p.md", "more/r.md", "q.md"],
    );
  });

  it("names every file that is not UTF-8", async () => {
    const place = await study("latin", {
      "docs/ok.md": "ok",
      "docs/caf.md": Uint8Array.from([0x63, 0xe9]),
      "docs/w.md": Uint8Array.from([0xff, 0xfe, 0x41, 0]),
    });
    await assert.rejects(openCorpus(docs, place, date), (error: Error) => {
      assert.ok(error instanceof CorpusError);
      assert.match(error.message, /not UTF-8: caf\.md, w\.md/);
      assert.match(error.message, /exclude/);
      return true;
    });
  });

  it("says so when nothing matches", async () => {
    const place = await study("none", { "docs/a.txt": "" });
    await assert.rejects(openCorpus(docs, place, date), /no file of .*docs matches \*\*\/\*\.\{md,mdx\}/);
  });
});

describe("a lock", () => {
  it("refuses pages that differ, and names them", async () => {
    const place = await study("tampered", { "docs/a.md": "one", "docs/b.md": "two", "docs/c.md": "three" });
    const { pages } = await openCorpus(docs, place, date);
    const file = path.join(place.studyFolder, "corpus.json");
    const changed: Page[] = [{ ...pages[0], markdown: "onE" }, pages[1], { ...pages[2], url: "d.md" }];
    await writeFile(file, JSON.stringify(changed));
    await assert.rejects(openCorpus(docs, place, date), (error: Error) => {
      assert.match(error.message, /3 pages differ/);
      for (const part of [/a\.md changed \(3 → 3 characters\)/, /d\.md is new/, /c\.md is gone/])
        assert.match(error.message, part);
      return true;
    });
    await freezeCorpus(docs, place, date);
    assert.equal((await openCorpus(docs, place, date)).pages.length, 3);
  });

  it("makes a missing copy again, and refuses one that comes out otherwise", async () => {
    const place = await study("again", { "docs/a.md": "one" });
    await openCorpus(docs, place, date);
    await rm(path.join(place.studyFolder, "corpus.json"));
    await openCorpus(docs, place, date);
    assert.ok(existsSync(path.join(place.studyFolder, "corpus.json")));
    await rm(path.join(place.studyFolder, "corpus.json"));
    await writeFile(path.join(place.studyFolder, "docs/a.md"), "two");
    await assert.rejects(
      openCorpus(docs, place, date),
      /a page differs from corpus.lock.json, in the source/,
    );
  });

  it("fixes the order, and says so where it can't be read itself", async () => {
    const place = await study("order-matters", { "docs/a.md": "one", "docs/b.md": "two" });
    const { pages } = await openCorpus(docs, place, date);
    const lockFile = path.join(place.studyFolder, "corpus.lock.json");
    await writeFile(path.join(place.studyFolder, "corpus.json"), JSON.stringify([...pages].reverse()));
    await assert.rejects(openCorpus(docs, place, date), /b\.md stands in another place of the order/);
    await writeFile(lockFile, "<<<<<<< ours");
    await assert.rejects(openCorpus(docs, place, date), /corpus\.lock\.json can't be read/);
  });

  it("belongs to one source", async () => {
    const place = await study("other-source", { "docs/a.md": "one", "more/a.md": "one" });
    await openCorpus(docs, place, date);
    await assert.rejects(
      openCorpus({ ...docs, folder: "more" }, place, date),
      /no longer the one that was frozen/,
    );
  });
});

describe("a corpus from a file", () => {
  it("takes the pages as they are, and refuses a repeated url or another shape", async () => {
    const page = { url: "/a", retrieved_at: "2020-01-01", markdown: "# A" };
    const place = await study("file", {
      "corpus.json": JSON.stringify([page]),
      "twice.json": JSON.stringify([page, page]),
      "shape.json": JSON.stringify([{ url: "/a" }]),
      "broken.json": "[",
    });
    assert.equal((await openCorpus({ file: "corpus.json" }, place, date)).pages[0].markdown, "# A");
    await assert.rejects(freezeCorpus({ file: "twice.json" }, place, date), /url "\/a" stands twice/);
    await assert.rejects(freezeCorpus({ file: "shape.json" }, place, date), /shape\.json: 0\.markdown/);
    await assert.rejects(freezeCorpus({ file: "broken.json" }, place, date), /broken\.json: .*JSON/);
  });
});

describe("a corpus from a file elsewhere", () => {
  it("is read where it is, and never copied", async () => {
    const elsewhere = path.join(folder, "elsewhere.json");
    await writeFile(elsewhere, JSON.stringify([{ url: "/a", retrieved_at: "", markdown: "one" }]));
    const place = await study("file-elsewhere", {});
    await mkdir(place.studyFolder, { recursive: true });
    for (let run = 0; run < 2; run++)
      assert.equal((await openCorpus({ file: elsewhere }, place, date)).pages.length, 1);
    await writeFile(elsewhere, JSON.stringify([{ url: "/a", retrieved_at: "", markdown: "two" }]));
    await assert.rejects(openCorpus({ file: elsewhere }, place, date), /\/a changed/);
  });
});

describe("a corpus from npm packages", () => {
  it("comes out as data/quickstart's committed lock says", async () => {
    const studyFolder = path.join(folder, "quickstart");
    await mkdir(studyFolder);
    await cp(
      path.join(projectFolder, "data/quickstart/corpus.lock.json"),
      path.join(studyFolder, "corpus.lock.json"),
    );
    const { corpus } = JSON.parse(
      await readFile(path.join(projectFolder, "data/quickstart/study.json"), "utf8"),
    );
    const place = {
      studyFolder,
      cacheFolder: process.env.SEAMLAB_CACHE ?? path.join(projectFolder, ".cache"),
    };
    const { pages } = await openCorpus(corpus, place, date);
    assert.equal(pages.length, 56);
    assert.ok(pages.every(({ url }) => url.startsWith("pino/docs/") || url.startsWith("undici/docs/docs/")));
  });

  it("must name exact versions, and says so when there is no such package", async () => {
    const place = await study("npm", {});
    await assert.rejects(
      freezeCorpus({ npm: { "pino@^10": "**" } }, place, date),
      /"pino@\^10" must name an exact version/,
    );
    await assert.rejects(
      freezeCorpus({ npm: { "pino@0.0.0": "**" } }, place, date),
      /could not fetch pino@0\.0\.0/,
    );
  });
});

describe("census", () => {
  it("counts what was handled", () => {
    const pages = ["", "\ufeffa", "a\r\nb", "\ud83d", "plain"].map((markdown, i) => ({
      url: `${i}`,
      retrieved_at: date,
      markdown,
    }));
    assert.deepEqual(census(pages), {
      pages: 5,
      characters: 12,
      empty: ["0"],
      byte_order_mark: ["1"],
      crlf: ["2"],
      lone_surrogate: ["3"],
    });
  });
});
