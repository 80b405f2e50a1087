import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SummaryRow } from "../study/index.js";
import { costPoints } from "./cost-points.js";

const row = (arm: string, metric: string, estimate: number, retriever = "dense"): SummaryRow => ({
  ...{ retriever, arm, type: "all", metric, n: 50, pages: 20, estimate },
  ...{ lo: null, hi: null, ci_method: "", level: 0.95, flag: "" },
});
const arm = (name: string, score: number, cost: number): SummaryRow[] => [
  row(name, "hit@5", score),
  row(name, "chars@5", cost),
];
const asked = { retriever: "dense", metric: "hit@5", cost: "chars@5" };

describe("costPoints", () => {
  it("has on the front what no other arm beats on both", () => {
    const summary = [
      ...arm("cheap", 0.5, 1000),
      ...arm("good", 0.8, 3000),
      ...arm("worse", 0.7, 3000),
      ...arm("dear", 0.8, 4000),
    ];
    const points = costPoints(summary, asked);
    assert.deepEqual(
      points.map((point) => [point.arm, point.onFront]),
      [
        ["cheap", true],
        ["good", true],
        ["worse", false],
        ["dear", false],
      ],
    );
  });

  it("keeps arms that are alike on both, and leaves out what has no cost or another retriever", () => {
    const summary = [
      ...arm("a", 0.5, 1000),
      ...arm("b", 0.5, 1000),
      row("c", "hit@5", 0.9),
      row("d", "hit@5", 0.9, "bm25"),
    ];
    assert.deepEqual(
      costPoints(summary, asked).map((point) => [point.arm, point.onFront]),
      [
        ["a", true],
        ["b", true],
      ],
    );
  });
});
