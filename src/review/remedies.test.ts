import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Arm } from "../study/index.js";
import { type PlantedItem, plantedRun } from "./planted.js";
import { commonRemedies, measureRemedies } from "./remedies.js";
import { remedyArm } from "./remedy-arms.js";
import { reviewRun } from "./review-study.js";
import type { TaggedMiss } from "./tag.js";

/** Pages on whose second chunk the answer stands, below a heading that has the word that is asked for. */
const ships = ["barge", "cutter", "dinghy", "ketch", "sloop", "yawl"];
const pages = Object.fromEntries(
  ships.flatMap((ship) => [
    [
      `${ship}.md`,
      `# The ${ship}\n\nIt is a vessel like any other that floats.\n\nPaint the hull every spring, in fair weather.\n`,
    ],
    [`${ship}-sold.md`, `A ${ship} was sold.\n`],
  ]),
);
const items: PlantedItem[] = ships.map((ship) => ({
  id: ship,
  question: `hull of the ${ship}`,
  url: `${ship}.md`,
  answer_quote: "Paint the hull every spring",
}));

async function reviewed(arms: readonly object[]) {
  const run = await plantedRun(pages, items, arms);
  return { ...(await reviewRun(run)), inputs: run.inputs, incomplete: null };
}

const armsOf = async (...arms: object[]): Promise<readonly Arm[]> =>
  (await plantedRun(pages, items, arms)).inputs.arms;

describe("the remedy of a tag", () => {
  it("is the arm with one thing changed", async () => {
    const [fixed, heading, pathed, small] = await armsOf(
      { name: "f", strategy: "fixed", size: 101, overlap: 80 },
      { name: "h", strategy: "heading", max_chars: 800 },
      { name: "p", strategy: "paragraph", max_chars: 800, path: "breadcrumb" },
      { name: "one", strategy: "heading", max_chars: 1 },
    );
    const changed = (tag: Parameters<typeof remedyArm>[0], arm: Arm): unknown => {
      const remedy = remedyArm(tag, arm);
      return remedy === null
        ? null
        : [remedy.name, remedy.strategy.name, remedy.parameters, remedy.text.path];
    };
    assert.deepEqual(changed("giant_section", fixed), [
      "f, size 50",
      "fixed",
      { size: 50, overlap: 25 },
      "none",
    ]);
    assert.deepEqual(changed("lost_context", heading), [
      "h, with path",
      "heading",
      { levels: 3, max_chars: 800 },
      "breadcrumb",
    ]);
    assert.deepEqual(changed("fake_heading", heading), [
      "h, bold_headings",
      "heading",
      { levels: 3, max_chars: 800, bold_headings: true },
      "none",
    ]);
    assert.deepEqual(changed("merged_sections", pathed), [
      "p, hybrid",
      "hybrid",
      { levels: 3, break_pct: 0.2, min_chars: 200, max_chars: 800, merge_small: false },
      "breadcrumb",
    ]);
    assert.equal(changed("lost_context", pathed), null, "it has the path");
    assert.equal(changed("merged_sections", heading), null, "it merges none");
    assert.equal(changed("broken_procedure", heading), null, "it never cuts a list that fits");
    assert.equal(changed("giant_section", small), null);
    assert.equal(changed("doubtful_question", heading), null);
  });
});

describe("the remedies that are measured", () => {
  const bare = { name: "bare", strategy: "paragraph", max_chars: 60 };

  it("are those of tags that are common, against the arm as it is", async () => {
    const review = await reviewed([bare]);
    assert.equal(review.misses.length, ships.length);
    const rows = await measureRemedies(review);
    const path = rows.find(({ tag }) => tag === "lost_context");
    assert.ok(path !== undefined);
    const { arm, against, missed, tagged, tagged_found, wins, ties, losses, difference, n } = path;
    assert.deepEqual(
      { arm, against, missed, tagged, tagged_found, wins, ties, losses, difference, n },
      {
        ...{ arm: "bare, with path", against: "bare", missed: 6, tagged: 6, tagged_found: 6 },
        ...{ wins: 6, ties: 0, losses: 0, difference: 1, n: 6 },
      },
    );
    assert.equal(path.lo, null, "no interval from six questions");
  });

  it("are none where a tag is rare, or nothing is missed", async () => {
    const review = await reviewed([bare]);
    const only = (count: number, of: number): TaggedMiss[] =>
      Array.from({ length: of }, (_, i) => ({
        ...review.misses[0],
        tags: i < count ? (["lost_context"] as const) : [],
      }));
    assert.equal(commonRemedies(only(1, 6), "bm25").length, 0, "one question is no reason");
    assert.equal(commonRemedies(only(2, 41), "bm25").length, 0, "2 of 41 are less than 5 %");
    assert.equal(commonRemedies(only(2, 40), "bm25").length, 1);
    assert.equal(commonRemedies(only(2, 40), "dense").length, 0);
    const found = await reviewed([{ ...bare, path: "breadcrumb" }]);
    assert.deepEqual([found.misses.length, await measureRemedies(found)], [0, []]);
  });
});
