import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { type ChoiceRow, fromCsv, readResultFile, type ScoreRow, type SweepRow } from "../../study/index.js";
import { projectFolder } from "../../testing/shared.js";
import { tuningHtml } from "../html/tuning.js";
import { renderText } from "../render-text.js";
import { cellsOf, ranksOf, slicesOf, twinMetric } from "./cells.js";
import { readSweep, type SweepFolder } from "./read-sweep.js";
import { sweepFigures } from "./sweep-figures.js";
import { choiceTable, sweepTables } from "./sweep-tables.js";
import { sweepWords } from "./sweep-words.js";
import { writeSweep } from "./write-sweep.js";

const quickstart = path.join(projectFolder, "results/quickstart");

async function committed(folder = quickstart): Promise<SweepFolder> {
  const sweep = await readSweep(folder);
  assert.ok(sweep !== null);
  return sweep;
}

describe("the quickstart's sweep", () => {
  it("has every number from its scores", async () => {
    const { rows, choices } = await committed();
    const csv = await readResultFile(quickstart, "sweep_scores.csv");
    const text = new Set(["retriever", "arm", "question", "page", "type", "metric"]);
    const values = new Map<string, number[]>();
    for (const { retriever, arm, metric, value } of fromCsv<ScoreRow>(csv ?? "", text)) {
      const key = `${retriever} ${metric} ${arm}`;
      values.set(key, [...(values.get(key) ?? []), value]);
    }
    const mean = (key: string): number => {
      const all = values.get(key) ?? [];
      return all.reduce((sum, value) => sum + value, 0) / all.length;
    };
    const ofAll = rows.filter(({ type }) => type === "all");
    assert.ok(ofAll.length > 500);
    for (const { retriever, metric, cell, estimate } of ofAll)
      assert.ok(Math.abs(mean(`${retriever} ${metric} ${cell}`) - estimate) < 1e-12, cell);
    for (const { strategy, retriever, metric, apparent, default_score, default: usual } of choices) {
      const all = ofAll.filter(
        (row) => row.strategy === strategy && row.retriever === retriever && row.metric === metric,
      );
      assert.equal(apparent, Math.max(...all.map(({ estimate }) => estimate)));
      assert.equal(default_score, all.find(({ cell }) => cell === usual)?.estimate);
    }
  });

  it("embeds at most 30 % (semantic) and 20 % (hybrid) of what embedding each cell anew would", async () => {
    const { manifest } = await committed();
    const [semantic, hybrid] = manifest.sweep.costs;
    assert.deepEqual([semantic.cells, hybrid.cells], [15, 15]);
    assert.ok(semantic.share <= 0.3 && semantic.share > 0, String(semantic.share));
    assert.ok(hybrid.share <= 0.2 && hybrid.share > 0, String(hybrid.share));
  });

  it("has its tables and figures from its own files, also where only the compressed ones are there", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-sweep-"));
    try {
      const names = ["sweep.csv.gz", "sweep_choices.csv", "sweep_tuned.csv", "sweep_manifest.json"];
      for (const name of names) await cp(path.join(quickstart, name), path.join(folder, name));
      assert.ok((await writeSweep(folder)) !== null);
      for (const name of ["sweep.md", "sweep.tex", "figures/sweep-hybrid-map.vl.json"]) {
        const [before, after] = [quickstart, folder].map((place) => readFile(path.join(place, name), "utf8"));
        assert.equal(await after, await before, name);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("figures and tables", () => {
  it("draw the cost that the metric's choice goes by, not another number of chunks", async () => {
    const sweep = await committed();
    const metric = "MRR@10";
    const cost = sweep.rows.filter((row) => row.metric === "chars@10" && row.type === "all");
    assert.ok(cost.length > 0);
    const manifest = { ...sweep.manifest, primary: { retriever: "dense", metric } };
    const figure = sweepFigures({ ...sweep, manifest }).find(({ name }) => name === "sweep-hybrid-cost");
    const drawn = JSON.stringify(figure?.spec);
    const hybrid = cost.filter(({ strategy, retriever }) => strategy === "hybrid" && retriever === "dense");
    assert.ok(hybrid.length > 1);
    for (const { estimate } of hybrid) assert.ok(drawn.includes(`"cost":${estimate}`), String(estimate));
  });

  it("label cells at the same place once", async () => {
    const sweep = await committed();
    const rows = sweep.rows.map((row): SweepRow => ({ ...row, chunks: 100, estimate: 0.5 }));
    const figure = sweepFigures({ ...sweep, rows }).find(({ name }) => name === "sweep-hybrid-cost");
    assert.match(JSON.stringify(figure?.spec), /"0\.05 \/ 500 \+ 14"/);
  });

  it("have no lines and no map for a strategy without max_chars", async () => {
    const sweep = await committed();
    const rows = sweep.rows.map(({ max_chars: _, ...row }) => row as SweepRow);
    const arms = sweep.manifest.arms.map((arm) => ({ ...arm, setting: "mine" }));
    const figures = sweepFigures({ ...sweep, rows, manifest: { ...sweep.manifest, arms } });
    assert.deepEqual(
      figures.map(({ name }) => name),
      ["sweep-semantic-cost", "sweep-hybrid-cost"],
    );
  });

  it("say which of the other settings they show", async () => {
    const sweep = await committed();
    const axes = {
      hybrid: [...sweep.manifest.sweep.axes.hybrid, { name: "path", values: ["none", "bracket"] }],
    };
    const rows = ["none", "bracket"].flatMap((path) =>
      cellsOf(sweep, "hybrid", sweep.manifest.primary).map((row) => ({ ...row, path }) as SweepRow),
    );
    const manifest = { ...sweep.manifest, sweep: { ...sweep.manifest.sweep, axes } };
    const titles = sweepFigures({ ...sweep, rows, manifest }).map(({ spec }) => JSON.stringify(spec));
    assert.equal(titles.filter((text) => text.includes("hybrid, path none, dense")).length, 2);
    assert.equal(titles.filter((text) => text.includes("hybrid, path bracket, dense")).length, 2);
  });

  it("of an earlier sweep are removed", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-sweep-"));
    try {
      const names = ["sweep.csv.gz", "sweep_choices.csv", "sweep_tuned.csv", "sweep_manifest.json"];
      for (const name of names) await cp(path.join(quickstart, name), path.join(folder, name));
      await mkdir(path.join(folder, "figures"));
      const old = ["table-sweep-fixed.csv", "figures/sweep-fixed-cost.svg", "figures/losses.svg"];
      for (const name of old) await writeFile(path.join(folder, name), "");
      await writeSweep(folder);
      assert.deepEqual(
        old.map((name) => existsSync(path.join(folder, name))),
        [false, false, true],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("say why nothing was chosen", async () => {
    const sweep = { ...(await committed()), choices: [], tuned: [] };
    assert.match(sweepWords(sweep)[0], /^Nothing is chosen by hit@3000c with dense: .*two pages/);
    assert.ok(!sweepTables(sweep).some(({ name }) => name === "choices"));
  });
});

describe("the report's section on tuning", () => {
  it("has the choice first, then words, figures and cells, and names as text", async () => {
    const sweep = await committed();
    const choices = sweep.choices.map((choice) => ({
      ...choice,
      strategy: `<img src=x> ${choice.strategy}`,
    }));
    const html = await tuningHtml({ ...sweep, choices });
    assert.match(html, /^<div class="scroll" tabindex="0"><table><caption>.*tuning on hit@3000c, dense/);
    assert.equal(html.match(/<figure class="drawing"/g)?.length, 6);
    assert.equal(html.match(/<table>/g)?.length, 3);
    assert.ok(html.indexOf('<p class="words">') < html.indexOf("<figure"));
    assert.ok(!html.includes("<img"));
    assert.ok(html.includes("&lt;img src=x&gt; semantic"));
  });
});

describe("a folder without a sweep", () => {
  it("gets nothing", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-sweep-"));
    assert.equal(await writeSweep(folder), null);
    await rm(folder, { recursive: true });
  });
});

describe("what a sweep says", () => {
  const withChoice = async (more: Partial<ChoiceRow>): Promise<SweepFolder> => {
    const sweep = await committed();
    const [first] = sweep.choices.filter(({ is_primary }) => is_primary);
    return { ...sweep, choices: [{ ...first, ...more }], tuned: [] };
  };

  it("is that tuning doesn't pay where a gain that matters is ruled out", async () => {
    const sweep = await withChoice({
      pays: false,
      p_grid: 0.4,
      optimism: -0.01,
      gain_lo: -0.04,
      gain_hi: 0.03,
    });
    const [words] = sweepWords(sweep);
    assert.match(
      words,
      /Tuning doesn't pay here: no cell beats the default beyond chance \(MaxT p = \.400, 95 %\)/,
    );
    assert.match(words, /a gain of \.05 is ruled out\. Keep the default/);
    assert.doesNotMatch(words, /luck/, "a best cell that isn't too good has no luck to speak of");
    assert.match(renderText(choiceTable(sweep)), /recommended +the default: tuning doesn't pay/);
  });

  it("is that it can't be told where one isn't, or nothing could be estimated", async () => {
    for (const gain_hi of [0.3, null]) {
      const sweep = await withChoice({ pays: false, gain_hi });
      assert.match(sweepWords(sweep)[0], /Whether tuning pays can't be told from these questions/);
      assert.match(renderText(choiceTable(sweep)), /recommended +the default: no gain can be told/);
    }
    const less = await withChoice({ pays: false, metric: "split", gain_lo: -0.2, gain_hi: 0.01 });
    assert.match(sweepWords(less)[0], /can't be told/, "where less is better, the gain is below zero");
  });

  it("is what to use where it does", async () => {
    const sweep = await withChoice({
      ...{
        pays: true,
        p_grid: 0.0004,
        optimism: 0.021,
        recommended: "semantic, break_pct 0.3, max_chars 500",
      },
      ...{
        cheapest: "semantic, break_pct 0.3, max_chars 500",
        central: "semantic, break_pct 0.2, max_chars 500",
      },
    });
    const [words] = sweepWords(sweep);
    assert.match(words, /\.02 of the first is luck/);
    assert.match(words, /Tuning pays: the grid beats the default \(MaxT p < \.001\)/);
    assert.match(
      words,
      /the cheapest is break_pct 0\.3, max_chars 500, which is recommended, the most central break_pct 0\.2/,
    );
    assert.match(renderText(choiceTable(sweep)), /recommended +break_pct 0\.3, max_chars 500/);
    const marked = JSON.stringify(sweepFigures(sweep).map(({ spec }) => spec));
    assert.match(marked, /"label":"recommended"/);
  });
});

describe("cells", () => {
  it("share a rank where they score alike, and are ranked by what is better", async () => {
    const sweep = await committed();
    const [first, second, third] = cellsOf(sweep, "semantic", sweep.manifest.primary);
    const of = (values: readonly number[], metric = "hit@5"): number[] =>
      ranksOf([first, second, third].map((row, i) => ({ ...row, metric, estimate: values[i] })));
    assert.deepEqual(of([0.5, 0.7, 0.7]), [3, 1, 1]);
    assert.deepEqual(of([500, 700, 700], "chars@5"), [1, 2, 2]);
  });

  it("are shown beside the metric that counts chunks, or the one at equal context", async () => {
    const { manifest } = await committed();
    const of = (metric: string): string | null =>
      twinMetric({ manifest: { ...manifest, primary: { retriever: "dense", metric } } });
    assert.equal(of("hit@3000c"), "hit@5");
    assert.equal(of("hit@5"), "hit@1500c");
    assert.equal(twinMetric({ manifest: { ...manifest, metrics: ["hit@3000c"] } }), null);
  });

  it("are pictured once for each combination of what else is varied", () => {
    const axis = (name: string, values: readonly (string | number)[]) => ({ name, values });
    assert.deepEqual(slicesOf([axis("break_pct", [0.1]), axis("max_chars", [1])]), [{}]);
    assert.deepEqual(
      slicesOf([axis("path", ["none", "bracket"]), axis("break_pct", [0.1]), axis("min_chars", [50])]),
      [
        { path: "none", min_chars: 50 },
        { path: "bracket", min_chars: 50 },
      ],
    );
  });
});
