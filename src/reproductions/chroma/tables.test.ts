import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { markdownGrid } from "../../report/index.js";
import { absent } from "../../testing/shared.js";
import { disagreements } from "../comparison.js";
import { readComparison } from "../reproduce.js";
import { ExpectedValues } from "./expected.js";
import { finding } from "./finding.js";
import type { Moments } from "./moments.js";
import { tables } from "./tables.js";
import { evaluationArms, referenceResults } from "./testing.js";

interface Reference {
  readonly chunks: { readonly all: number };
  readonly span_sha256: string;
  readonly limit_256: { readonly find: Readonly<Record<string, { readonly recall: Moments }>> };
  readonly precision_omega: { readonly find_touching: Moments; readonly published_percent: Moments };
}

const skip = absent("reference", "chroma-minilm.json");

describe("committed rows of the evaluation", async () => {
  const rows = (await readComparison("chroma-evaluation")) ?? [];

  it("have every arm's precision Ω beside the article's, and all that has to agree does", async () => {
    const published = rows.filter(
      ({ quantity, basis }) => quantity === "precision Ω, %" && basis === "published",
    );
    assert.deepEqual(
      published.map(({ arm }) => arm),
      (await evaluationArms()).map(({ name }) => name),
    );
    for (const { ours, expected } of published)
      assert.equal(Number(ours).toFixed(1), Number(expected).toFixed(1));
    assert.deepEqual(disagreements(rows), []);
  });

  it("have the article's recall within the range of approximate search", () => {
    const recalls = rows.filter(({ quantity, basis }) => quantity === "recall@5, %" && basis === "published");
    assert.equal(recalls.length, 6);
    for (const { arm, expected } of recalls) {
      const bound = (which: string): number => {
        const row = rows.find((each) => each.arm === arm && each.quantity.endsWith(`search, ${which}, %`));
        return Number(Number(row?.ours).toFixed(1));
      };
      assert.ok(bound("lowest") <= Number(expected) && Number(expected) <= bound("highest"), arm);
    }
  });

  it("give an interval with every mean over questions", () => {
    const means = rows.filter(({ n }) => n !== null);
    assert.ok(means.length > 0);
    for (const { arm, quantity, ours, lo, hi } of means) {
      // All questions of one corpus have recall 1 with some arms: no interval can be estimated.
      if (lo === null || hi === null) assert.equal(ours, 100, `${quantity} of ${arm}`);
      else assert.ok(lo < Number(ours) && Number(ours) < hi, `${quantity} of ${arm}`);
    }
  });

  it("make tables and a finding, with and without what needs a model", () => {
    assert.equal(tables(rows).length, 5);
    for (const table of tables(rows)) assert.doesNotMatch(markdownGrid(table), /NaN|undefined|\| – \|/);
    assert.match(finding(rows), /^14 of 14 values of precision Ω/);
    const chunksAlone = rows.filter(({ embedded }) => embedded === "no");
    assert.equal(tables(chunksAlone).length, 1);
    assert.match(finding(chunksAlone), /^14 of 14 values of precision Ω are the article's to its decimal\.$/);
  });
});

describe("expected values", { skip }, async () => {
  const expected = await ExpectedValues.read();
  const references = skip ? {} : referenceResults<Reference>("chroma-minilm.json");
  const independent = (arm: string, quantity: string): number | string | undefined =>
    expected.of(arm, quantity).find(({ basis }) => basis === "independent run")?.value;

  for (const [arm, reference] of Object.entries(references)) {
    it(`are the independent run's and the article's: ${arm}`, () => {
      assert.equal(independent(arm, "chunks"), reference.chunks.all);
      assert.equal(independent(arm, "SHA-256 of the chunks' places"), reference.span_sha256);
      const percents: [string, number][] = [
        ["precision Ω, %", reference.precision_omega.find_touching.mean],
        ...[1, 5, 10, "min"].map((cutoff): [string, number] => [
          `recall@${cutoff}, %`,
          reference.limit_256.find[`n=${cutoff}`].recall.mean,
        ]),
      ];
      for (const [quantity, share] of percents) {
        assert.ok(Math.abs(Number(independent(arm, quantity)) - 100 * share) < 1e-9, quantity);
      }
      const [published] = expected.of(arm, "precision Ω, %").filter(({ basis }) => basis === "published");
      assert.equal(published.value, reference.precision_omega.published_percent.mean);
    });
  }
});
