import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { examples } from "./examples.js";
import { renderSvg } from "./render.js";
import { saveFigure } from "./save.js";
import type { FigureSpec } from "./spec.js";

const line: FigureSpec = {
  description: 'a < b & "c"',
  data: { values: [{ x: 1, y: 2 }] },
  mark: { type: "line", clip: true },
  encoding: { x: { field: "x", type: "quantitative" }, y: { field: "y", type: "quantitative" } },
};

describe("renderSvg", () => {
  it("gives the same bytes alone, again, and among others", async () => {
    const names = ["difference-dots", "sweep-heat", "questions-by-type"];
    const alone = await renderSvg(examples[names[0]]());
    const together = await Promise.all(
      [...names.reverse(), names[0]].map((name) => renderSvg(examples[name]())),
    );
    assert.equal(together[2], alone);
    assert.equal(together[3], together[0]);
  });

  it("numbers what it defines from the start in every drawing", async () => {
    const [first, second] = await Promise.all([renderSvg(line), renderSvg(line)]);
    assert.match(first, /id="clip1"/);
    assert.equal(second, first);
  });

  it("needs no canvas to measure text", async () => {
    const vega: object = await import("vega");
    await renderSvg(line);
    const { textMetrics } = vega as {
      textMetrics: { width(item: object, text: string): number; canvas(use: boolean): void };
    };
    assert.equal(textMetrics.width({ fontSize: 10 }, "mm"), 20);
    assert.equal(textMetrics.width({ fontSize: 10, limit: 5 }, "mm"), 5);
    assert.ok(textMetrics.width({ fontSize: 10, fontWeight: "bold" }, "mm") > 20);
  });

  it("is one image with a description", async () => {
    assert.match(await renderSvg(line), /^<svg role="img" aria-label="a &#60; b &#38; &#34;c&#34;" /);
    const svg = await renderSvg(examples["questions-by-type"]());
    assert.equal(svg.match(/ (?:role|aria-[a-z]+)="/g)?.length, 2, "its parts have neither roles nor labels");
  });

  it("throws where Vega would only warn", async () => {
    const faulty = {
      ...line,
      encoding: { x: { field: "x", type: "quantitative", size: 3 }, blur: { field: "y" } },
    };
    await assert.rejects(renderSvg(faulty as FigureSpec), /figure: .*blur/);
    assert.match(await renderSvg(line), /^<svg /, "the next figure is drawn all the same");
  });

  it("no module of the figures imports Vega before it draws", () => {
    const folder = fileURLToPath(new URL(".", import.meta.url));
    const modules = readdirSync(folder).filter((file) => file.endsWith(".js") && !file.includes(".test."));
    assert.ok(modules.includes("render.js"));
    for (const file of modules) {
      const text = readFileSync(path.join(folder, file), "utf8");
      assert.doesNotMatch(text, /^\s*(?:import|export)\b[^(]*["']vega/m, file);
      assert.doesNotMatch(text, /^(?:\S.*)?\bawait\b/m, `${file}: await outside of a function`);
    }
  });
});

describe("saveFigure", () => {
  it("writes the drawing and, beside it, the specification that makes it again", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "seamlab-figures-"));
    try {
      const spec = examples["questions-by-type"]();
      const svg = await saveFigure(path.join(folder, "figures"), "questions", spec);
      assert.deepEqual(readdirSync(path.join(folder, "figures")).sort(), [
        "questions.svg",
        "questions.vl.json",
      ]);
      assert.equal(readFileSync(path.join(folder, "figures", "questions.svg"), "utf8"), svg);
      const saved = readFileSync(path.join(folder, "figures", "questions.vl.json"), "utf8");
      assert.equal(await renderSvg(JSON.parse(saved) as FigureSpec), svg);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
