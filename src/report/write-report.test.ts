import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { toCsv } from "../study/index.js";
import { smallResults } from "./table-fixture.js";
import { tableFiles, writeReport } from "./write-report.js";

let folder = "";
const text = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
const ranOn = (day: string): Promise<void> =>
  writeFile(path.join(folder, "run.json"), JSON.stringify({ started: `${day}T10:00:00.000Z` }));

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-report-"));
  const { summary, paired, chunk_stats, verdict, manifest } = smallResults;
  const files = {
    "summary.csv": toCsv(summary),
    "paired.csv": toCsv(paired),
    "chunk_stats.csv": toCsv(chunk_stats),
    "verdict.json": JSON.stringify(verdict),
    "manifest.json": JSON.stringify(manifest),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
});
after(() => rm(folder, { recursive: true, force: true }));

test("every file of tables is made from the results' files alone", async () => {
  await ranOn("2026-11-29");
  await writeReport(folder);
  for (const [name, content] of Object.entries(tableFiles(smallResults))) {
    assert.equal(await text(name), content, name);
  }
});

test("the same numbers on another day keep their date, other numbers get theirs", async () => {
  await ranOn("2026-12-24");
  await writeReport(folder);
  assert.match(await text("table.tex"), /2026-11-29/);
  await writeFile(path.join(folder, "verdict.json"), "null");
  await writeReport(folder);
  assert.match(await text("table.md"), /small & 100 %, 2026-12-24: /);
});

test("table.md: the verdict, a set-up line under each table, and no footnote without its text", () => {
  const markdown = tableFiles(smallResults)["table.md"];
  const lines = markdown.split("\n");
  assert.match(lines[2], /^On hit@5 with dense/);
  const tables = lines.filter((line) => line.startsWith("| arm |") || line.startsWith("| comparison |"));
  assert.equal(lines.filter((line) => line.startsWith("small & 100 %, 2026-11-29: ")).length, tables.length);
  const used = new Set([...markdown.matchAll(/\[\^(\d+)\](?!:)/g)].map(([, n]) => n));
  const told = [...markdown.matchAll(/^\[\^(\d+)\]: \S/gm)].map(([, n]) => n);
  assert.deepEqual([...used], told);
});

test("table.html is ASCII, and runs nothing of a name", () => {
  const chunk_stats = smallResults.chunk_stats.map((stats) => ({
    ...stats,
    arm: "<img src=x onerror=alert(1)>†",
  }));
  const html = tableFiles({ ...smallResults, chunk_stats })["table.html"];
  assert.doesNotMatch(html, /[^\n\x20-\x7e]/);
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /&lt;img src=x onerror=alert\(1\)&gt;&#8224;/);
});
