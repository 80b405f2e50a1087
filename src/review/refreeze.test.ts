import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { freezeStudy, readStudy, StudyError } from "../study/index.js";
import { kilnDocs, kilnQuestions } from "../testing/kiln.js";
import { type Refreeze, refreezeStudy } from "./refreeze.js";
import { acceptRefreeze } from "./refreeze-accept.js";
import { discardNext, readState } from "./refreeze-files.js";
import { lineOverlap } from "./refreeze-pages.js";

let home: string;
const [first, later] = ["2026-01-31", "2026-02-28"];

before(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), "seamlab-refreeze-"));
});

after(async () => {
  await rm(home, { recursive: true, force: true });
});

/** A frozen study on the kiln's pages. */
async function study(name: string, items: readonly object[] = kilnQuestions): Promise<string> {
  const folder = path.join(home, name);
  await writeDocs(folder, kilnDocs);
  const text = JSON.stringify({ name, corpus: { folder: "docs" } });
  await writeFile(path.join(folder, "study.json"), text);
  await writeFile(path.join(folder, "test_set.json"), `${JSON.stringify(items, null, 2)}\n`);
  await freezeStudy(folder, first);
  return folder;
}

async function writeDocs(folder: string, docs: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(docs)) {
    await mkdir(path.dirname(path.join(folder, "docs", file)), { recursive: true });
    await writeFile(path.join(folder, "docs", file), text);
  }
}

async function edit(folder: string, file: string, change: (text: string) => string): Promise<void> {
  const full = path.join(folder, "docs", file);
  const text = await readFile(full, "utf8");
  const changed = change(text);
  assert.notEqual(changed, text, "the change found its place");
  await writeFile(full, changed);
}

const again = (folder: string): Promise<Refreeze> => refreezeStudy(folder, { date: later });
const idsWhere = (found: Refreeze, test: (item: Refreeze["items"][number]) => boolean): string[] =>
  found.items.filter(test).map(({ id }) => id);
const openIds = (found: Refreeze): string[] => idsWhere(found, ({ is_open }) => is_open);
const editedIds = (found: Refreeze): string[] => idsWhere(found, ({ is_edited }) => is_edited);
const nextSet = async (folder: string): Promise<Record<string, unknown>[]> =>
  JSON.parse(await readFile(path.join(folder, "test_set.next.json"), "utf8"));
const bytesOf = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      ["corpus.json", "corpus.lock.json", "study.json", "test_set.json"].map(async (file) => {
        return [file, await readFile(path.join(folder, file), "utf8")] as const;
      }),
    ),
  );

describe("pages that didn't change", () => {
  it("give nothing to take", async () => {
    const folder = await study("same");
    const found = await again(folder);
    assert.deepEqual([found.written, found.update.same.length], [[], 3]);
    assert.equal(await readState(folder), null);
    await assert.rejects(acceptRefreeze(folder, false), /nothing waits to be taken/);
  });
});

describe("a quote", () => {
  it("that was edited is kept as it is, with the closest text, and keeps the files from being taken", async () => {
    const folder = await study("edited");
    await edit(folder, "start.md", (text) => text.replace("takes nine hours", "takes eleven hours"));
    const found = await again(folder);
    assert.deepEqual([openIds(found), editedIds(found)], [["q1"], []]);
    const [{ quotes }] = found.items[0].places;
    assert.deepEqual(quotes, [
      {
        kind: "vanished",
        quote: "A full firing takes nine hours.",
        elsewhere: [],
        closest: {
          url: "start.md",
          text: "A full firing takes eleven hours.",
          // "nine" becomes "eleven" in five edits; the quote has 31 characters.
          similarity: 1 - 5 / 31,
        },
      },
    ]);
    const old = await bytesOf(folder);
    await assert.rejects(acceptRefreeze(folder, false), (error: Error) => {
      assert.ok(error instanceof StudyError);
      assert.match(error.message, /q1: answer_quote: "A full firing takes nine hours\." is not on start\.md/);
      assert.match(error.message, /--drop-vanished/);
      return true;
    });
    assert.deepEqual(await bytesOf(folder), old);
  });

  it("takes what was said of its tags with it, and nothing else of review.csv", async () => {
    const folder = await study("judged");
    const header = "question,arm,retriever,tag,verdict,note";
    const kept = 'q2,,,vague_heading,rejected,"it says, clearly"';
    await writeFile(path.join(folder, "review.csv"), `${header}\nq1,,,giant_section,confirmed,\n${kept}\n`);
    await edit(folder, "start.md", (text) => text.replace("takes nine hours", "takes eleven hours"));
    await again(folder);
    const { dropped } = await acceptRefreeze(folder, true);
    assert.deepEqual(dropped, ["q1"]);
    assert.equal(await readFile(path.join(folder, "review.csv"), "utf8"), `${header}\n${kept}\n`);
  });

  it("is taken when a person has mended it, and their file isn't overwritten before", async () => {
    const folder = await study("mended");
    await edit(folder, "start.md", (text) => text.replace("takes nine hours", "takes eleven hours"));
    await again(folder);
    const file = path.join(folder, "test_set.next.json");
    const mended = (await readFile(file, "utf8")).replace("takes nine hours", "takes eleven hours");
    await writeFile(file, mended);
    await assert.rejects(again(folder), /test_set\.next\.json was edited since it was written/);
    const { dropped } = await acceptRefreeze(folder, true);
    assert.deepEqual(dropped, [], "mended, so not dropped even where that is allowed");
    assert.equal(await readFile(path.join(folder, "test_set.json"), "utf8"), mended);
    const inputs = await readStudy(folder, later);
    assert.equal(inputs.questions.length, 5);
    assert.ok(inputs.pages.some(({ markdown }) => markdown.includes("eleven hours")));
  });

  it("that vanished is left out at a person's word, and the rest of the file stays as it is", async () => {
    const folder = await study("dropped");
    await edit(folder, "glaze.md", (text) => text.replace("| shino | 9 |\n", ""));
    assert.deepEqual(openIds(await again(folder)), ["q3"]);
    const { dropped } = await acceptRefreeze(folder, true);
    assert.deepEqual(dropped, ["q3"]);
    const expected = kilnQuestions.filter(({ id }) => id !== "q3");
    assert.equal(
      await readFile(path.join(folder, "test_set.json"), "utf8"),
      `${JSON.stringify(expected, null, 2)}\n`,
    );
    assert.equal((await readStudy(folder, later)).questions.length, 4);
  });

  it("that is spelt otherwise gets the page's spelling, for review", async () => {
    const folder = await study("respelt");
    await edit(folder, "start.md", (text) =>
      text.replace("A full firing takes nine", "A *full* firing takes `nine`"),
    );
    const found = await again(folder);
    assert.deepEqual([openIds(found), editedIds(found)], [[], ["q1"]]);
    const now = "A *full* firing takes `nine` hours.";
    assert.deepEqual(found.items[0].places[0].quotes, [
      { kind: "respelt", quote: kilnQuestions[0].answer_quote, now },
    ]);
    assert.equal((await nextSet(folder))[0].answer_quote, now);
    await acceptRefreeze(folder, false);
    assert.equal((await readStudy(folder, later)).questions.length, 5);
  });

  it("holds through other line ends and indentation", async () => {
    const folder = await study("crlf");
    for (const file of Object.keys(kilnDocs))
      await edit(folder, file, (text) => text.replaceAll("\n", "\r\n"));
    const found = await again(folder);
    assert.equal(found.update.changed.length, 3);
    assert.deepEqual([openIds(found), editedIds(found)], [[], []]);
    await acceptRefreeze(folder, false);
    assert.equal((await readStudy(folder, later)).questions.length, 5);
  });

  it("that moved to another page goes with it; one that stood there all the time doesn't", async () => {
    const common = "Wear gloves when you touch it.";
    const folder = await study("moved", [
      ...kilnQuestions,
      { id: "q6", question: "hands", url: "start.md", type: "fact", answer_quote: common },
    ]);
    for (const file of ["start.md", "glaze.md"]) await edit(folder, file, (text) => `${text}\n${common}\n`);
    await freezeStudy(folder, first);
    const moved = "Leave a finger of room between two shelves.";
    await edit(folder, "start.md", (text) => text.replace(moved, "").replace(common, ""));
    await edit(folder, "glaze.md", (text) => `${text}\n${moved}\n`);
    const found = await again(folder);
    assert.deepEqual(openIds(found), ["q6"], "the gloves on glaze.md were never meant");
    assert.deepEqual(editedIds(found), ["q2"]);
    const set = await nextSet(folder);
    assert.deepEqual(set[1], { ...kilnQuestions[1], url: "glaze.md" });
    assert.equal(set[5].url, "start.md");
  });

  it("that could be meant on two pages isn't moved to either", async () => {
    const folder = await study("two-places");
    const moved = "Leave a finger of room between two shelves.";
    await edit(folder, "start.md", (text) => text.replace(moved, ""));
    for (const file of ["glaze.md", "faults/cracks.md"])
      await edit(folder, file, (text) => `${text}\n${moved}\n`);
    const found = await again(folder);
    const [fate] = found.items[1].places[0].quotes;
    assert.deepEqual(fate.kind === "vanished" && fate.elsewhere, ["faults/cracks.md", "glaze.md"]);
    assert.deepEqual([openIds(found), editedIds(found)], [["q2"], []]);
  });

  it("of another place is looked after like the main one, and only that place is left out", async () => {
    const also = [{ url: "glaze.md", answer_quote: "A glaze that runs has too much flux in it." }];
    const folder = await study("also", [
      { ...kilnQuestions[0], also },
      { ...kilnQuestions[4], also },
    ]);
    await edit(folder, "glaze.md", (text) => text.replace("too much flux", "too little clay"));
    await edit(folder, "faults/cracks.md", (text) => text.replace("from drying too fast", "with haste"));
    assert.deepEqual(openIds(await again(folder)), ["q1", "q5"]);
    const { dropped, shortened } = await acceptRefreeze(folder, true);
    assert.deepEqual([dropped, shortened], [["q5"], ["q1"]]);
    assert.deepEqual(JSON.parse(await readFile(path.join(folder, "test_set.json"), "utf8")), [
      kilnQuestions[0],
    ]);
  });
});

describe("a page", () => {
  const renamePage = async (folder: string, from: string, to: string): Promise<void> => {
    const target = path.join(folder, "docs", to);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(path.join(folder, "docs", from), target);
  };

  it("that was renamed takes its questions and expected pages along, edited a little or not", async () => {
    const pages = { id: "q6", question: "all of it", type: "fact", pages: ["start.md", "glaze.md"] };
    const folder = await study("renamed", [...kilnQuestions, pages]);
    await renamePage(folder, "start.md", "guide/begin.md");
    await renamePage(folder, "glaze.md", "glazes.md");
    await edit(folder, "glazes.md", (text) => `${text}\nOne more line.\n`);
    const found = await again(folder);
    // Of glaze.md's ten lines that aren't blank all are on glazes.md, which has eleven.
    assert.deepEqual(found.update.renamed, [
      { from: "glaze.md", to: "glazes.md", overlap: 20 / 21 },
      { from: "start.md", to: "guide/begin.md", overlap: 1 },
    ]);
    assert.deepEqual(openIds(found), []);
    assert.deepEqual(
      (await nextSet(folder)).map(({ url, pages: expected }) => url ?? expected),
      [
        ...["guide/begin.md", "guide/begin.md", "glazes.md", "glazes.md", "faults/cracks.md"],
        ["guide/begin.md", "glazes.md"],
      ],
    );
    await acceptRefreeze(folder, false);
    assert.equal((await readStudy(folder, later)).questions.length, 6);
  });

  it("that is gone leaves its questions to a person", async () => {
    const pages = { id: "q6", question: "all of it", type: "fact", pages: ["start.md", "glaze.md"] };
    const folder = await study("gone", [...kilnQuestions, pages]);
    await rm(path.join(folder, "docs/glaze.md"));
    const found = await again(folder);
    assert.deepEqual(found.update.gone, ["glaze.md"]);
    assert.deepEqual(openIds(found), ["q3", "q4", "q6"]);
    assert.equal(found.items[2].places[0].page, "gone");
    const { dropped } = await acceptRefreeze(folder, true);
    assert.deepEqual(dropped, ["q3", "q4", "q6"]);
    assert.equal((await readStudy(folder, later)).questions.length, 3);
  });

  it("that is new is listed, and nothing else happens", async () => {
    const folder = await study("added");
    await writeDocs(folder, { "new.md": "# New\n\nNothing of before.\n" });
    const found = await again(folder);
    assert.deepEqual([found.update.added, found.update.renamed, openIds(found)], [["new.md"], [], []]);
  });

  it("whose frozen text is no longer there is known by its hash", async () => {
    const folder = await study("hash-only");
    await rm(path.join(folder, "corpus.json"));
    await renamePage(folder, "start.md", "begin.md");
    await edit(folder, "glaze.md", (text) => text.replace("| shino | 9 |", "| shino | 10 |"));
    const found = await again(folder);
    assert.match(found.notes.join(), /only their hashes/);
    assert.deepEqual(found.update.renamed, [{ from: "start.md", to: "begin.md", overlap: 1 }]);
    assert.deepEqual([found.update.changed, openIds(found)], [["glaze.md"], ["q3"]]);
  });

  it("whose frozen text is no longer there may have had a quote all along", async () => {
    const quote = "Cracks in the foot come from drying too fast.";
    const folder = await study("had-it-perhaps");
    await rm(path.join(folder, "corpus.json"));
    await edit(folder, "faults/cracks.md", (text) => text.replace(quote, ""));
    await edit(folder, "start.md", (text) => `${text}\n${quote}\n`);
    const found = await again(folder);
    assert.deepEqual(openIds(found), ["q5"]);
    const [fate] = found.items[4].places[0].quotes;
    assert.deepEqual(fate.kind === "vanished" && fate.elsewhere, ["start.md"]);
    await discardNext(folder);
    // A new page can't have had it.
    await edit(folder, "start.md", (text) => text.replace(quote, ""));
    await writeDocs(folder, { "drying.md": `# Drying\n\n${quote}\n` });
    assert.deepEqual(openIds(await again(folder)), []);
  });
});

describe("taking the new files", () => {
  const loaded = async (name: string): Promise<string> => {
    const folder = await study(name);
    await edit(folder, "start.md", (text) => `${text}\nOne more line.\n`);
    await again(folder);
    return folder;
  };

  it("touches nothing old before, and leaves nothing new behind", async () => {
    const folder = await study("round-trip");
    const old = await bytesOf(folder);
    await edit(folder, "start.md", (text) => `${text}\nOne more line.\n`);
    const { written } = await again(folder);
    assert.deepEqual(written, ["corpus.json", "test_set.json", "corpus.lock.json"]);
    assert.deepEqual(await bytesOf(folder), old);
    await acceptRefreeze(folder, false);
    const files = await readdir(folder);
    assert.deepEqual(files.sort(), [
      "corpus.json",
      "corpus.lock.json",
      "docs",
      "study.json",
      "test_set.json",
    ]);
    assert.match((await bytesOf(folder))["corpus.json"], /One more line/);
    assert.equal((await again(folder)).written.length, 0);
  });

  it("is refused where an old file changed meanwhile, or a new one isn't what was fetched", async () => {
    const folder = await loaded("meanwhile");
    const set = path.join(folder, "test_set.json");
    const text = await readFile(set, "utf8");
    await writeFile(set, text.replace("gap between", "room between"));
    await assert.rejects(acceptRefreeze(folder, false), /test_set\.json changed since/);
    await writeFile(set, text);
    const settings = path.join(folder, "study.json");
    const said = await readFile(settings, "utf8");
    await writeFile(settings, said.replace('"docs"', '"manual"'));
    await assert.rejects(acceptRefreeze(folder, false), /names another corpus or test set/);
    await writeFile(settings, said);
    const next = path.join(folder, "corpus.next.json");
    await writeFile(next, (await readFile(next, "utf8")).replace("One more line", "One less line"));
    await assert.rejects(acceptRefreeze(folder, false), /corpus\.next\.json isn't what was fetched/);
    await rm(next);
    await assert.rejects(acceptRefreeze(folder, false), /corpus\.next\.json isn't there any more/);
  });

  it("goes on where it was stopped between two files", async () => {
    const folder = await loaded("halfway");
    const state = path.join(folder, "refreeze.json");
    await writeFile(
      state,
      (await readFile(state, "utf8")).replace('"accepting": false', '"accepting": true'),
    );
    await rename(path.join(folder, "corpus.next.json"), path.join(folder, "corpus.json"));
    await assert.rejects(again(folder), /were being put in place when it was stopped; finish it/);
    await assert.rejects(discardNext(folder), /finish it/);
    await acceptRefreeze(folder, false);
    assert.equal((await readStudy(folder, later)).pages.length, 3);
    assert.equal(existsSync(state), false);
  });

  it("takes nothing half-written, and writes over it", async () => {
    const folder = await loaded("half-written");
    await rm(path.join(folder, "refreeze.json"));
    await writeFile(path.join(folder, "corpus.next.json"), "[{");
    await assert.rejects(acceptRefreeze(folder, false), /nothing waits to be taken/);
    await again(folder);
    await acceptRefreeze(folder, false);
    assert.equal((await readStudy(folder, later)).pages.length, 3);
  });

  it("can be thought better of", async () => {
    const folder = await loaded("discarded");
    await discardNext(folder);
    assert.deepEqual(
      (await readdir(folder)).filter((file) => file.includes("next") || file.startsWith("refreeze")),
      [],
    );
  });
});

describe("a study without frozen pages", () => {
  it("is told to freeze them, and stays without", async () => {
    const folder = path.join(home, "unfrozen");
    await writeDocs(folder, kilnDocs);
    await writeFile(
      path.join(folder, "study.json"),
      JSON.stringify({ name: "u", corpus: { folder: "docs" } }),
    );
    await assert.rejects(again(folder), /has no frozen pages yet; npx seamlab freeze/);
    assert.equal(existsSync(path.join(folder, "corpus.lock.json")), false);
  });
});

describe("lineOverlap", () => {
  it("is the share of lines that both texts have", () => {
    assert.equal(lineOverlap("a\n\nb\n", " a\nb"), 1);
    assert.equal(lineOverlap("a\na\nb", "a\nc\nd"), 1 / 3);
    assert.equal(lineOverlap("", ""), 0);
  });
});
