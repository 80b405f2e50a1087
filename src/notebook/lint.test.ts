import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { projectFolder } from "../testing/shared.js";
import { kernelspec } from "./environment.js";
import { notebookFaults } from "./lint.js";
import { codeCell, notebook } from "./notebook-fixture.js";

const picture = codeCell('import { showFigure } from "../dist/notebook/index.js";', ["svg"]);
const faultsOf = (...sources: string[]): string[] =>
  notebookFaults(notebook([...sources.map((source) => codeCell(source, [])), picture]));

describe("notebookFaults", () => {
  it("finds nothing wrong with the project's notebooks", () => {
    const folder = path.join(projectFolder, "notebooks");
    const names = readdirSync(folder).filter((name) => name.endsWith(".ipynb"));
    assert.deepEqual(
      names.map((name) => name.slice(0, 3)),
      ["01_", "02_", "03_", "04_", "05_", "06_"],
    );
    for (const name of names)
      assert.deepEqual(notebookFaults(readFileSync(path.join(folder, name), "utf8")), [], name);
  });

  it("refuses outputs and execution counts", () => {
    const output = { output_type: "stream", name: "stdout", text: "1\n" };
    const faults = notebookFaults(
      notebook([{ ...codeCell("1", ["text"]), outputs: [output], execution_count: 3 }, picture]),
    );
    assert.equal(faults.length, 2);
    assert.match(faults[0], /code cell 1: it has outputs \(1\)/);
    assert.match(faults[1], /code cell 1: it has an execution count/);
  });

  it("refuses imports other than ../dist/, however they are written", () => {
    const refused = [
      'import { parsePage } from "../src/markdown/index.js";',
      'import * as vega from "vega";',
      'import { display } from "tslab";',
      'import "../dist/../src/index.js";',
      'const vega = await import("vega");',
      'const fs = require("node:fs");',
      "const any = await import(name);",
    ];
    for (const source of refused)
      assert.match(faultsOf(source).join("\n"), /^code cell 1: import of /, source);
    assert.deepEqual(faultsOf('import { parsePage } from "../dist/markdown/index.js";'), []);
  });

  it("refuses shorthand properties with names of earlier cells, declared or imported, and no others", () => {
    const first = [
      "const arms = [1];",
      "const { a, b: [c] } = x;",
      'import { d, e as f } from "../dist/index.js";',
    ].join("\n");
    const namesIn = (source: string): string[] =>
      faultsOf(first, source).map((fault) => /^code cell 2: \{ (\w+) \} throws/.exec(fault)?.[1] ?? fault);
    assert.deepEqual(namesIn("const all = { arms, a, b, c, d, e, f, g };"), ["arms", "a", "c", "d", "f"]);
    assert.deepEqual(namesIn("const own = 1;\nuse({ own, arms: arms, ...a });"), []);
    assert.deepEqual(namesIn("function show({ arms }) { return arms; }"), []);
  });

  it("refuses long cells, export and for await", () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, i) => `f(${i});`).join("\n");
    assert.deepEqual(faultsOf(lines(15)), []);
    assert.deepEqual(faultsOf(lines(16)), ["code cell 1: it has 16 lines; at most 15"]);
    assert.match(
      faultsOf(`f("${"x".repeat(110)}");`)[0],
      /^code cell 1: a line has 116 characters; at most 110/,
    );
    assert.match(faultsOf("export const a = 1;")[0], /code cell 1: export/);
    assert.match(faultsOf("export { a };")[0], /code cell 1: export/);
    assert.match(faultsOf("for await (const a of b) f(a);")[0], /code cell 1: for await/);
  });

  it("wants the kernel, a beginning in words, what each cell produces, and a picture at the end", () => {
    const python = { ...kernelspec, name: "python3" };
    assert.match(notebookFaults(notebook([picture], python))[0], /kernelspec: .*python3/);
    assert.match(
      notebookFaults(notebook([{ ...picture, metadata: {} }]))[0],
      /its metadata should say what it produces/,
    );
    assert.match(notebookFaults(notebook([codeCell("1", ["text"])]))[0], /end in a picture/);
    const withoutWords = JSON.stringify({ ...JSON.parse(notebook([picture])), cells: [picture] });
    assert.match(notebookFaults(withoutWords)[0], /begin with what it is about/);
  });

  it("says where a file isn't a notebook", () => {
    assert.match(notebookFaults("{")[0], /^the notebook: /);
    assert.match(notebookFaults('{"cells": [], "metadata": {}}')[0], /^cells: /);
    const unknown = notebook([codeCell("1", ["sound" as "svg"])]);
    assert.match(notebookFaults(unknown)[0], /^cells.1.metadata.seamlab.produces.0: /);
  });
});
