import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "node:test";
import { markdownGrid } from "../report/index.js";
import { absent, projectFolder } from "../testing/shared.js";
import { disagreements } from "./comparison.js";
import { experiments } from "./experiments.js";
import { agreementText, reportMarkdown } from "./report.js";
import { changedRows, chosenExperiments, readComparison, reproductionResults } from "./reproduce.js";

const corpora = path.resolve(projectFolder, "../shared/corpora");
const missing = absent("corpora", "fastapi-docs");

describe("what needs no embedding, computed anew", { skip: missing }, () => {
  for (const id of ["bm25-headings", "heading-or-semantic", "three-chunkers", "heading-prefix"]) {
    it(`agrees with the expected values and the committed rows of ${id}`, async () => {
      const [experiment] = chosenExperiments([id]);
      const rows = await experiment.run({
        corpora,
        resultsFolder: reproductionResults,
        skipEmbedding: true,
        onEvent: () => {},
      });
      assert.ok(rows.some(({ agrees }) => agrees === "yes"));
      assert.deepEqual(disagreements(rows), []);
      const committed = await readComparison(id);
      assert.notEqual(committed, null);
      assert.deepEqual(changedRows(rows, committed ?? []), []);
    });
  }
});

describe("the committed comparisons", () => {
  it("agree wherever they have to, embedded parts included", async () => {
    for (const { id } of experiments) {
      const rows = await readComparison(id);
      assert.ok(rows !== null && rows.length > 0, `${id}.csv isn't there`);
      assert.deepEqual(disagreements(rows), []);
      for (const { ours, expected, difference, tolerance, agrees } of rows) {
        if (agrees !== "yes" || typeof ours !== "number") continue;
        assert.equal(difference, ours - Number(expected));
        assert.ok(Math.abs(ours - Number(expected)) <= Number(tolerance) + 1e-12);
      }
    }
  });

  it("are shown in the project's README by their first tables", async () => {
    const readme = await readFile(path.join(projectFolder, "README.md"), "utf8");
    for (const experiment of experiments) {
      const [first] = experiment.tables((await readComparison(experiment.id)) ?? []);
      assert.ok(readme.includes(markdownGrid(first)), `README.md: not the first table of ${experiment.id}`);
    }
  });

  it("are what results/reproductions/README.md says", async () => {
    const done = [];
    for (const experiment of experiments) {
      const rows = await readComparison(experiment.id);
      if (rows !== null) done.push({ experiment, rows });
    }
    const text = await readFile(path.join(reproductionResults, "README.md"), "utf8");
    assert.equal(text, reportMarkdown(done));
    for (const { rows } of done) assert.ok(text.includes(agreementText(rows)));
  });
});
