import assert from "node:assert/strict";
import { test } from "node:test";
import { differenceTable, differenceTypeTable } from "./difference-tables.js";
import { taggedRows, tagTable } from "./loss-table.js";
import { renderText } from "./render-text.js";
import { mainTables } from "./report-tables.js";
import { armTable, typeTable } from "./result-tables.js";
import { setUpLine, setUpParagraph } from "./set-up.js";
import { smallResults } from "./table-fixture.js";

const { manifest, date, ...results } = smallResults;
const input = { ...results, primaryMetric: "hit@5" };
const endpoint = { retriever: "dense", metric: "hit@5", level: 0.95 };

test("the main table, by arm", () => {
  assert.equal(
    renderText(armTable(input, "dense")),
    [
      "dense: all questions",
      "",
      "arm         chunks  chars            hit@5  chars@5",
      "──────────  ──────  ─────  ───────────────  ───────",
      "heading        600    500  .80* [.65, .95]   2,930",
      "semantic †     601    500  .75≈ [.60, .90]   2,920*",
      "fixed #1       602    500  .50  [.35, .65]   2,920*",
      "",
      "n = 40 questions on 20 pages. [ ]: 95 % interval (wilson-cluster).",
      "†: more than 1 % of the arm's texts are longer than the embedder reads; its scores suffer for that.",
      "*: best of the column, with all ties at the printed precision.",
      "≈: told from the best neither by a planned comparison (Holm) nor, over all questions, by the test of all pairs (randomised Tukey); that doesn't make them alike. Without a mark: worse, or not tested against it.",
    ].join("\n"),
  );
});

test("n is that of the scores, where characters are counted for more questions", () => {
  const summary = results.summary.map((row) =>
    row.metric === "chars@5" ? { ...row, n: 46, pages: 24 } : row,
  );
  assert.match(armTable({ ...input, summary }, "dense").notes[0], /^n = 40 questions on 20 pages\./);
});

test("by type: k/n where a type has few questions, shares for the types' mean", () => {
  const table = typeTable(input, "dense");
  assert.deepEqual(renderText(table).split("\n").slice(2, 7), [
    "arm                 code (13)  =HYPERLINK(1) (27)            macro         all (40)",
    "──────────  ─────────────────  ──────────────────  ───────────────  ───────────────",
    "heading     10/13* [.62, .92]     .81* [.67, .96]  .80* [.65, .95]  .80* [.65, .95]",
    "semantic †  10/13* [.62, .92]     .74≈ [.59, .89]  .75  [.60, .90]  .75≈ [.60, .90]",
    "fixed #1     6/13  [.31, .61]     .52  [.37, .67]  .50  [.35, .65]  .50  [.35, .65]",
  ]);
  assert.match(
    table.notes[0],
    /\(code and =HYPERLINK\(1\): wilson; macro: expanded-percentile-cluster; all: wilson-cluster\)/,
  );
});

test("tags: how many of an arm's misses have each, those that none has left out", () => {
  const of = (arm: string, tags: string, retriever = "dense") => ({ retriever, arm, tags });
  const misses = [
    of("a", "giant_section; fake_heading"),
    of("a", ""),
    of("b", "giant_section"),
    of("b", "", "bm25"),
  ];
  const table = tagTable(taggedRows(misses), "dense");
  assert.ok(table !== null);
  assert.deepEqual(renderText(table).split("\n").slice(2, 6), [
    "arm  missed  giant section  fake heading",
    "───  ──────  ─────────────  ────────────",
    "a         2              1             1",
    "b         1              1             –",
  ]);
  assert.equal(tagTable([], "dense"), null);
});

test("differences: family, corrected p, the significant one marked, the second interval left out", () => {
  const table = differenceTable(results.paired, endpoint);
  assert.ok(table !== null);
  assert.deepEqual(renderText(table).split("\n").slice(2, 6), [
    "comparison                  difference  better  equal  worse  affected     p  p (Holm)  family",
    "───────────────────  ─────────────────  ──────  ─────  ─────  ────────  ────  ────────  ──────",
    "semantic − heading   −.05  [−.13, .04]       3     32      5        12  .359     1.000       1",
    "semantic − fixed #1    .25* [.10, .40]       3     32      5        12  .004      .008       1",
  ]);
  assert.match(
    table.notes[0],
    /p: two-sided sign flips of whole pages; family 1, 2 comparisons, corrected by Holm\./,
  );
  assert.deepEqual(table.marks, [
    { mark: "significant", meaning: "told from noise, corrected p below .05." },
  ]);
});

test("differences by type: n.e. explained, no p for macro", () => {
  const table = differenceTypeTable(results.paired, endpoint);
  assert.ok(table !== null);
  assert.match(
    table.notes[0],
    /family 2, 2 comparisons by type, corrected by Holm; the least corrected p is 1\.000\./,
  );
  assert.match(table.notes.join("\n"), /n\.e\.: no interval can be estimated/);
  assert.deepEqual(table.marks, []);
});

test("without planned comparisons there is no table of differences", () => {
  assert.equal(differenceTable([], endpoint), null);
  const names = mainTables({ ...smallResults, paired: [] }).map(({ name }) => name);
  assert.deepEqual(names, ["main", "by-type", "chunks"]);
});

test("the set-up: what it takes to get the same numbers", () => {
  assert.equal(
    setUpParagraph({ ...manifest, date }),
    "Set-up: study small & 100 %, 2026-11-29. " +
      "20 pages of 41,378 characters (pkg_a@1.0.0; SHA-256 436bf708b1bd); 40 questions (SHA-256 065f0be6e9be). " +
      "Model all-MiniLM-L6-v2 (fp32, at most 512 tokens). Retrieval: dense (exact). " +
      "k = 5; equal context of 3000 characters. " +
      "Arms: strategies heading, semantic and fixed; max_chars 1200 and 1500; break_pct 0.2; size 800; overlap 100. " +
      "9,999 resamples, seed 7. seamlab 0.1.0.",
  );
  assert.match(setUpParagraph({ ...manifest, date: null }), /^Set-up: study small & 100 %\. 20 pages/);
  assert.equal(
    setUpLine({ ...manifest, date }),
    "small & 100 %, 2026-11-29: 20 pages, 40 questions, all-MiniLM-L6-v2, seamlab 0.1.0.",
  );
});
