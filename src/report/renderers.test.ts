import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { renderCsv } from "./render-csv.js";
import { renderHtml } from "./render-html.js";
import { renderLatex } from "./render-latex.js";
import { markdownText, renderMarkdown } from "./render-markdown.js";
import { renderText } from "./render-text.js";
import { smallTable } from "./table-fixture.js";

test("text: aligned, marked, k/n where few questions stand behind a share", () => {
  assert.equal(
    renderText(smallTable),
    [
      "dense: all | questions",
      "",
      "arm               chunks        code_1 (13)              hit@5       p",
      "────────────────  ──────  ─────────────────  ─────────────────  ──────",
      "heading + path     1,204  10/13≈ [.50, .92]    .81* [.71, .88]  < .001",
      "<b>=semantic_& †      97        13/13* n.e.  −.05  [−.13, .04]    .034",
      "",
      "n = 78 questions.",
      "100 % of it.",
      "*: best of the column.",
      "≈: can't be told from it.",
    ].join("\n"),
  );
});

test("Markdown: bold and ≈, and nothing of a name taken for markup", () => {
  assert.equal(
    renderMarkdown(smallTable),
    [
      "### dense: all \\| questions",
      "",
      "| arm | chunks | code_1 (13) | hit@5 | p |",
      "|:---|---:|---:|---:|---:|",
      "| heading + path | 1,204 | 10/13 .77 ≈ [.50, .92] | **.81** [.71, .88] | \\< .001 |",
      "| \\<b>=semantic\\_& † | 97 | 13/13 **1.00** n.e. | −.05 [−.13, .04] | .034 |",
      "",
      "n = 78 questions.  ",
      "100 % of it.  ",
      "Bold: best of the column.  ",
      "≈: can't be told from it.  ",
      "",
    ].join("\n"),
  );
});

test("Markdown: links, emphasis and code are shown as they are written", () => {
  assert.equal(
    markdownText("[a](b) *c* `d` _e_ f_g ![h](i)"),
    "\\[a](b) \\*c\\* \\`d\\` \\_e\\_ f_g \\!\\[h](i)",
  );
});

test("LaTeX: S columns, bold and underlined numbers, intervals below, names escaped", () => {
  const latex = renderLatex(smallTable, { label: "tab:x", setUp: "56 pages & more." });
  const tabular = latex.slice(latex.indexOf("\\begin{tabular}"), latex.indexOf("\\end{tabular}"));
  assert.deepEqual(tabular.split("\n"), [
    "\\begin{tabular}{@{}l" +
      "S[table-format=4.0,group-separator={,},group-minimum-digits=4,detect-weight]" +
      "S[table-format=1.2,print-zero-integer=false,detect-weight]" +
      "S[table-format=-1.2,print-zero-integer=false,detect-weight]" +
      "S[table-format=1.3,print-zero-integer=false,detect-weight]@{}}",
    "\\toprule",
    "{arm} & {chunks} & {code\\_1} & {hit@5} & {p} \\\\",
    "{} & {} & {\\scriptsize n = 13} & {} & {} \\\\",
    "\\midrule",
    "heading + path & 1204 & {\\hphantom{0}\\underline{.77}} & \\bfseries .81 & {\\textless{} .001} \\\\",
    " &  & {\\scriptsize 10/13} &  &  \\\\",
    " &  & {\\scriptsize [.50, .92]} & {\\scriptsize [.71, .88]} &  \\\\",
    "\\addlinespace[2pt]",
    "\\textless{}b\\textgreater{}=semantic\\_\\& \\textdagger{} & 97 & \\bfseries 1.00 & -.05 & .034 \\\\",
    " &  & {\\scriptsize 13/13} &  &  \\\\",
    " &  & {\\scriptsize n.e.} & {\\scriptsize [$-$.13, .04]} &  \\\\",
    "\\bottomrule",
    "",
  ]);
  assert.match(
    latex,
    /\\caption\[\{dense: all \\textbar\{\} questions\}\]\{dense: all \\textbar\{\} questions\. n = 78 questions\. Bold: best of the column\. Underlined: can't be told from it\.\}/,
  );
  assert.match(latex, /\\footnotesize 100 \\% of it\. 56 pages \\& more\.\\end\{minipage\}/);
  assert.match(latex, /\\label\{tab:x\}/);
});

test("LaTeX: where one column has intervals they stand beside it, in one line", () => {
  const one = {
    ...smallTable,
    header: ["arm", "hit@5"],
    rows: smallTable.rows.map((row) => [row[0], row[3]]),
  };
  const latex = renderLatex(one, { label: "tab:x", setUp: "" });
  assert.match(latex, /\{@\{\}lS\[[^\]]*\]l@\{\}\}/);
  assert.match(latex, /\{arm\} & \{hit@5\} & \\\\/);
  assert.match(latex, /heading \+ path & \\bfseries \.81 & \[\.71, \.88\] \\\\/);
  assert.doesNotMatch(latex, /addlinespace/);
});

test("LaTeX: a long name goes on beside its intervals", () => {
  const [first] = smallTable.rows;
  const name = { kind: "arm" as const, name: "paragraph packing up to 800 characters", isCut: false };
  const latex = renderLatex(
    { ...smallTable, rows: [[name, ...first.slice(1)]] },
    { label: "tab:x", setUp: "" },
  );
  assert.match(latex, /\nparagraph packing up & 1204/);
  assert.match(latex, /\n\\quad to 800 characters & {2}& \{\\scriptsize 10\/13\}/);
});

test("HTML: escaped, aligned to the right, its basis on hovering", () => {
  const html = renderHtml(smallTable);
  assert.match(html, /<th scope="row"[^>]*>&lt;b&gt;=semantic_&amp; †<\/th>/);
  assert.match(html, /<td style="text-align: right[^"]*" title="n = 13; wilson">/);
  assert.match(html, /<span style="text-decoration: underline">\.77<\/span><br>/);
  assert.match(html, /10\/13<br>\[\.50, \.92\]/);
  assert.match(html, /<b>\.81<\/b>/);
  assert.match(html, /font-variant-numeric: tabular-nums/);
  assert.match(html, /code_1<br><span[^>]*>n = 13/);
  assert.doesNotMatch(html, /<b>=/);
});

test("CSV: numbers stay numbers, a negative difference included, and no text runs as a formula", () => {
  const head = { label: "=cmd()", n: 13 };
  const header = ["arm", "chunks", head, "hit@5", "p"];
  const rows = [
    ...smallTable.rows,
    [{ kind: "arm" as const, name: "-1+1", isCut: false }, "@x", "–", "\tq", "+1"],
  ];
  const csv = renderCsv({ ...smallTable, header, rows });
  const read = parse(csv, { columns: true }) as Record<string, string>[];
  assert.equal(read[1]["hit@5"], "-0.051");
  assert.equal(read[1]["hit@5 lo"], "-0.132");
  assert.equal(read[0]["hit@5 mark"], "best");
  assert.equal(read[0]["'=cmd()"], String(10 / 13));
  assert.equal(read[0].p, "0.0004");
  assert.equal(read[1]["arm cut"], "true");
  assert.deepEqual(
    [read[2].arm, read[2].chunks, read[2]["hit@5"], read[2].p],
    ["'-1+1", "'@x", "'\tq", "'+1"],
  );
  for (const cell of Object.keys(read[0])) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
});

test("a table of plain text is a table too", () => {
  const plain = { title: "t", header: ["a", ""], rows: [["x", "1"]], notes: [] };
  assert.equal(renderText(plain), "t\n\na\n─  ─\nx  1");
  assert.match(renderHtml(plain), /text-align: right[^>]*>1</);
  assert.equal(renderCsv(plain), "a,column 2\nx,1\n");
  assert.match(renderLatex(plain, { label: "tab:t", setUp: "" }), /\{@\{\}lc@/);
});
