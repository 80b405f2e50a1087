import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { examineStudy, problemText } from "./inputs.js";

/** A study of one page with its questions in the files named; what is wrong with them, as it is told. */
async function problemsOf(
  t: TestContext,
  sets: Readonly<Record<string, readonly object[]>>,
): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-inputs-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const pages = [{ url: "a.md", markdown: "# A\n\nThe lid stays shut until noon.\n" }];
  const settings = { name: "s", corpus: { file: "pages.json" }, test_set: Object.keys(sets) };
  for (const [file, json] of Object.entries({ "study.json": settings, "pages.json": pages, ...sets }))
    await writeFile(path.join(folder, file), JSON.stringify(json));
  const { problems } = await examineStudy(folder, "2026-01-31");
  return problems.filter(({ severity }) => severity === "error").map(problemText);
}

const item = { id: "q", question: "how long", url: "a.md", type: "fact", answer_quote: "shut until noon" };

describe("problems of a test set", () => {
  it("name the file where there are several, and both where an id is in two", async (t) => {
    const told = await problemsOf(t, {
      "one.json": [item, { ...item, id: "r", answer_quote: "shut until nine" }],
      "two.json": [item, { id: "s" }],
    });
    assert.equal(told.length, 4);
    const [s, r, q] = [
      /^ {2}two\.json: s: /,
      /^ {2}one\.json: r: answer_quote/,
      /^ {2}one\.json and two\.json: q: id/,
    ];
    assert.ok(
      told.slice(0, 2).every((line) => s.test(line)),
      told.join("\n"),
    );
    assert.match(told[2], r);
    assert.match(told[3], q);
  });

  it("don't where there is one", async (t) => {
    const [told] = await problemsOf(t, { "one.json": [{ ...item, answer_quote: "shut until nine" }] });
    assert.match(told, /^ {2}q: answer_quote/);
  });
});
