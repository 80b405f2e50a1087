import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseStudyConfig } from "../config.js";
import { gridsOf } from "./grid.js";
import { movedShare, neighbourOf } from "./neighbours.js";
import { coarseFirst, levelOf } from "./order.js";
import { costOf, sizeViewOf, sweepMetrics } from "./sweep-metrics.js";

const arms = [
  { name: "semantic", strategy: "semantic", break_pct: 0.2, min_chars: 200, max_chars: 800 },
  { name: "heading + path", strategy: "heading", max_chars: 900, path: "breadcrumb" },
];
const configOf = (sweep: object) => parseStudyConfig({ name: "s", corpus: { folder: "docs" }, arms, sweep });
const grids = (sweep: object) => gridsOf(configOf(sweep), ".");
const names = (grid: { cells: readonly { arm: { name: string } }[] }): string[] =>
  grid.cells.map(({ arm }) => arm.name);

describe("gridsOf", () => {
  it("combines the lists, the first varying fastest, and takes the rest from the study's arm", async () => {
    const { grids: found, leftOut } = await grids({
      strategy: "semantic",
      break_pct: [0.1, 0.2],
      max_chars: [500, 800],
    });
    assert.deepEqual(leftOut, []);
    assert.deepEqual(names(found[0]), [
      "semantic, break_pct 0.1, max_chars 500",
      "semantic, break_pct 0.2, max_chars 500",
      "semantic, break_pct 0.1, max_chars 800",
      "semantic, break_pct 0.2, max_chars 800",
    ]);
    assert.deepEqual(
      found[0].cells.map(({ isDefault }) => isDefault),
      [false, false, false, true],
    );
    assert.deepEqual(found[0].cells[0].arm.parameters, { break_pct: 0.1, min_chars: 200, max_chars: 500 });
    assert.deepEqual(found[0].cells[1].position, [1, 0]);
  });

  it("adds the default where the lists don't hold it", async () => {
    const { grids: found } = await grids({ strategy: "semantic", break_pct: [0.1, 0.3] });
    assert.deepEqual(names(found[0]), [
      "semantic, break_pct 0.1",
      "semantic, break_pct 0.3",
      "semantic, break_pct 0.2",
    ]);
    assert.deepEqual(found[0].cells[2].position, null);
    assert.equal(found[0].cells[2].isDefault, true);
  });

  it("tries depths of the path only where there is a path, and names the default by its own", async () => {
    const { grids: found, leftOut } = await grids({
      strategy: "semantic",
      path: ["none", "breadcrumb"],
      levels: [1, 2],
    });
    assert.deepEqual(names(found[0]), [
      "semantic, path none, levels 1",
      "semantic, path breadcrumb, levels 1",
      "semantic, path breadcrumb, levels 2",
    ]);
    assert.deepEqual(leftOut, [
      { what: "semantic, path none, levels 2", reason: "the same as semantic, path none, levels 1" },
    ]);
    assert.equal(found[0].cells[0].isDefault, true);
    const deeper = await grids({ strategy: "heading", levels: [1, 2] });
    assert.equal(names(deeper.grids[0])[2], "heading, levels 3");
    const pathless = await grids({ strategy: "semantic", break_pct: [0.1, 0.2], levels: [1, 2] });
    assert.deepEqual(pathless.leftOut, [
      { what: "semantic: levels", reason: "it is about the heading path, and none is added" },
    ]);
  });

  it("says why no setting makes sense", async () => {
    await assert.rejects(
      grids({ strategy: "semantic", min_chars: [2000] }),
      /no setting of semantic.*\n.*min_chars: 2000 must not exceed max_chars: 800/s,
    );
  });

  it("varies for each strategy what it takes, and says what it leaves out", async () => {
    const { grids: found, leftOut } = await grids({
      strategy: ["semantic", "heading", "fixed"],
      max_chars: [100, 800],
      size: [400, 800],
      overlap: [0, "10%", 500],
    });
    assert.deepEqual(names(found[0]), ["semantic, max_chars 800"]);
    assert.deepEqual(names(found[1]), [
      "heading, max_chars 100",
      "heading, max_chars 800",
      "heading, max_chars 900",
    ]);
    assert.equal(found[1].cells[0].arm.text.path, "breadcrumb");
    assert.deepEqual(
      found[2].cells.map(({ arm }) => [arm.parameters.size, arm.parameters.overlap]),
      [
        [400, 0],
        [800, 0],
        [400, 40],
        [800, 80],
        [800, 500],
        [800, 100],
      ],
    );
    assert.deepEqual(leftOut, [
      { what: "semantic: size", reason: "semantic doesn't take it" },
      { what: "semantic: overlap", reason: "semantic doesn't take it" },
      { what: "semantic, max_chars 100", reason: "min_chars: 200 must not exceed max_chars: 100" },
      { what: "heading: size", reason: "heading doesn't take it" },
      { what: "heading: overlap", reason: "heading doesn't take it" },
      { what: "fixed: max_chars", reason: "fixed doesn't take it" },
      { what: "fixed, size 400, overlap 500", reason: "overlap: 500 must be smaller than size: 400" },
    ]);
  });

  it("leaves out a combination that is the same as another", async () => {
    const { grids: found, leftOut } = await grids({ strategy: "fixed", size: [400], overlap: [40, "10%"] });
    assert.equal(found[0].cells.length, 2);
    assert.deepEqual(leftOut, [
      { what: "fixed, size 400, overlap 10%", reason: "the same as fixed, size 400, overlap 40" },
    ]);
  });

  it("names what is wrong", async () => {
    const refused: [object, RegExp][] = [
      [
        { strategy: "semantic", brake_pct: [0.1] },
        /unknown parameter "brake_pct"; did you mean "break_pct"\?/,
      ],
      [{ strategy: "semantic", size: [400] }, /size: none of the sweep's strategies takes it/],
      [{ strategy: "semantik", break_pct: [0.1] }, /unknown strategy: "semantik"; did you mean "semantic"\?/],
      [{ strategy: ["semantic", "semantic"] }, /strategy: "semantic" stands twice/],
      [{ strategy: "semantic", break_pct: [0.1, 0.1] }, /break_pct: 0\.1 stands twice/],
      [
        { strategy: "semantic", break_pct: [0.1, 1.5] },
        /sweep: break_pct: 1\.5 must be a number from 0 to 1/,
      ],
      [
        { strategy: "fixed", size: [400], overlap: ["110%"] },
        /sweep: overlap: "110%" must be a whole number.*such as "10%"/,
      ],
      [{ strategy: "semantic", min_chars: [2000] }, /no setting of semantic makes sense/],
    ];
    for (const [sweep, message] of refused) await assert.rejects(grids(sweep), message);
    assert.throws(() => configOf({ strategy: "semantic", folds: 1 }), /sweep\.folds: 1/);
    await assert.rejects(
      gridsOf(parseStudyConfig({ name: "s", corpus: { folder: "docs" } }), "data/s"),
      /data\/s has no "sweep"; add lists/,
    );
  });
});

describe("the order of the cells", () => {
  it("begins with the default and the corners", async () => {
    const { grids: found } = await grids({
      strategy: "semantic",
      break_pct: [0.05, 0.1, 0.2, 0.3, 0.4],
      max_chars: [500, 800, 1200],
    });
    const order = coarseFirst(found).map(({ position }) => position);
    assert.equal(order.length, 15);
    assert.deepEqual(order.slice(0, 5), [
      [2, 1],
      [0, 0],
      [4, 0],
      [0, 2],
      [4, 2],
    ]);
    assert.equal(new Set(order.map(String)).size, 15);
  });

  it("halves what is left", () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((place) => levelOf(place, 5)),
      [0, 2, 1, 2, 0],
    );
    assert.equal(levelOf(0, 1), 0);
  });
});

describe("neighbours", () => {
  it("are one step back on the first axis, or on the next at its start", async () => {
    const { grids: found } = await grids({
      strategy: "semantic",
      break_pct: [0.1, 0.2],
      max_chars: [500, 800],
    });
    const [grid] = found;
    assert.deepEqual(
      grid.cells.map((cell) => neighbourOf(grid, cell)?.position ?? null),
      [null, [0, 0], [0, 0], [0, 1]],
    );
  });

  it("differ in the share of the places where only one begins a chunk", () => {
    const chunk = (page: string, start: number) => ({ page, index: 0, start, end: start + 1 });
    const a = [chunk("x", 0), chunk("x", 10), chunk("y", 0)];
    const b = [chunk("x", 0), chunk("x", 12), chunk("y", 0)];
    assert.equal(movedShare(a, a), 0);
    assert.equal(movedShare(a, b), 2 / 4);
  });
});

describe("the metrics of a sweep", () => {
  it("add the sizes at equal nominal characters, and what each costs", async () => {
    const { grids: found } = await grids({
      strategy: ["fixed", "heading"],
      size: [1600, 400, 800],
      max_chars: [400],
    });
    assert.deepEqual(sizeViewOf(found.map(({ axes }) => axes)), {
      sizes: [400, 800, 1600],
      budget: 1600,
      ks: [4, 2, 1],
    });
    assert.deepEqual(sweepMetrics(["hit@5", "hit@3000c"], found), [
      ...["hit@5", "hit@3000c", "hit@4", "hit@2", "hit@1", "hit@1600c"],
      ...["chars@5", "chars@4", "chars@2", "chars@1"],
    ]);
    assert.equal(costOf("hit@3000c"), "chunks");
    assert.equal(costOf("MRR@10"), "chars@10");
  });
});
