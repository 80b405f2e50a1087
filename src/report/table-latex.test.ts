import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { latexText } from "./latex-text.js";
import { standaloneLatex } from "./render-latex.js";
import { readResults } from "./result-folder.js";
import { smallResults } from "./table-fixture.js";
import { tableLatex } from "./table-latex.js";

test("what LaTeX takes for something else is escaped", () => {
  assert.equal(
    latexText("a_b & 5 % #1 $x {y} ~^"),
    "a\\_b \\& 5 \\% \\#1 \\$x \\{y\\} \\textasciitilde{}\\textasciicircum{}",
  );
  assert.equal(latexText("\\input{x}"), "\\textbackslash{}input\\{x\\}");
  assert.equal(latexText("[.50, −.13] †"), "[.50, $-$.13] \\textdagger{}");
  assert.equal(latexText("Größe, žluťoučký"), "Größe, žluťoučký");
  assert.equal(latexText("中"), "\\texttt{U+4E2D}");
  assert.equal(latexText("a--b"), "a-{}-b");
});

test("each float has its label, its caption and the set-up under it", () => {
  const latex = tableLatex(smallResults);
  const labels = [...latex.matchAll(/\\label\{([^}]*)\}/g)].map(([, label]) => label);
  assert.deepEqual(
    labels,
    ["main", "by-type", "differences", "differences-by-type", "chunks"].map(
      (name) => `tab:small-100-${name}`,
    ),
  );
  assert.equal(latex.match(/Set-up: study small \\& 100 \\%, 2026/g)?.length, labels.length);
});

const probe = spawnSync("kpsewhich", ["siunitx.sty", "booktabs.sty"], { encoding: "utf8" });
const noTex =
  spawnSync("pdflatex", ["--version"]).status === 0 && probe.stdout?.trim().split("\n").length === 2
    ? false
    : "needs pdflatex with booktabs and siunitx (Debian: texlive-latex-recommended, texlive-science)";

/** Compile in a folder of its own; the log tells everything. */
async function logOf(tables: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-tex-"));
  try {
    await writeFile(path.join(folder, "doc.tex"), standaloneLatex(tables));
    const args = ["-interaction=nonstopmode", "-no-shell-escape", "doc.tex"];
    // pdfLaTeX ends with 1 on an error; the log names it.
    await promisify(execFile)("pdflatex", args, { cwd: folder }).catch(() => null);
    return await readFile(path.join(folder, "doc.log"), "latin1");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function assertClean(log: string): void {
  const faults = log
    .split("\n")
    .filter((line) => /^!|Overfull|Missing character|^Package .* Error/.test(line));
  assert.deepEqual(faults, []);
  assert.match(log, /Output written on doc\.pdf/);
}

test("the tables compile: no error, nothing too wide", { skip: noTex }, async () => {
  assertClean(await logOf(tableLatex(smallResults)));
});

test("hostile names and every letter that passes compile", { skip: noTex }, async () => {
  const letters = Array.from({ length: 0x17e - 0xc0 + 1 }, (_, i) => String.fromCodePoint(0xc0 + i)).join(
    " ",
  );
  const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, i) => String.fromCodePoint(0x20 + i)).join("");
  const names = [
    "[x]",
    "*",
    "中文 🙂",
    ascii,
    "a name that is far too long for one line of any table, by some way",
  ];
  const chunk_stats = names.map((arm) => ({ ...smallResults.chunk_stats[0], arm }));
  const summary = names.flatMap((arm) =>
    smallResults.summary.filter((row) => row.arm === "heading").map((row) => ({ ...row, arm })),
  );
  const manifest = { ...smallResults.manifest, study: letters };
  assertClean(await logOf(tableLatex({ ...smallResults, summary, chunk_stats, manifest })));
});

const quickstart = fileURLToPath(new URL("../../results/quickstart", import.meta.url));
const noResults = existsSync(path.join(quickstart, "summary.csv")) ? false : "needs results/quickstart";

test("the quickstart's tables compile", { skip: noTex || noResults }, async () => {
  assertClean(await logOf(tableLatex(await readResults(quickstart))));
});

test("the quickstart's sweep compiles", { skip: noTex || noResults }, async () => {
  assertClean(await logOf(await readFile(path.join(quickstart, "sweep.tex"), "utf8")));
});
