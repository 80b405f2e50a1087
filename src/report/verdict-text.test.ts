import assert from "node:assert/strict";
import { test } from "node:test";
import type { InteractionRow } from "../study/index.js";
import { verdict } from "./table-fixture.js";
import { verdictText } from "./verdict-text.js";

const order = ["heading", "semantic"].map((arm, i) => ({ arm, score: 1 - i / 10 }));
const orders = ["hit@5", "covered@5", "recall@3000c"].map((rule) => ({ rule, order }));

const interaction = (lo: number | null, hi: number | null): InteractionRow => ({
  retriever: "dense",
  metric: "hit@5",
  arm: "heading",
  against: "fixed",
  type: "code",
  n: 13,
  n_others: 27,
  difference: -0.1,
  difference_others: 0.1,
  interaction: -0.2,
  lo,
  hi,
  ci_method: "expanded-percentile-cluster",
});

test("what is ruled out, what the planned comparisons say, and what it would take", () => {
  assert.equal(
    verdictText(verdict),
    "On hit@5 with dense (40 questions, 20 pages): ruled out is fixed #1 (worse than heading, p = .002); " +
      "still in play are heading and semantic, of which semantic costs least (chars@5). " +
      "None of the 2 planned comparisons can be told from noise (Holm). " +
      "15 of 40 questions are found by every arm and 4 by none; " +
      "to detect a difference of .05 takes about 340 questions.",
  );
});

test("pairs that change places are named once, with the rules under which they do", () => {
  const flips = ["covered@5", "recall@3000c"].map((rule) => ({
    first: "heading",
    second: "semantic",
    rules: ["hit@5", rule] as [string, string],
  }));
  assert.match(
    verdictText({ ...verdict, orders, flips }),
    /against hit@5, 1 pair of arms changes places under covered@5 and recall@3000c \(heading is behind semantic under covered@5 and recall@3000c\)\./,
  );
  assert.match(
    verdictText({ ...verdict, orders, flips: [] }),
    /No pair of arms changes places under covered@5 and recall@3000c\./,
  );
  assert.doesNotMatch(verdictText({ ...verdict, orders: orders.slice(0, 1) }), /places/);
});

test("interactions are explored, not claimed", () => {
  const none = Array.from({ length: 20 }, () => interaction(-0.4, 0.1));
  const text = verdictText(verdict, [...none, interaction(-0.4, -0.01), interaction(null, null)]);
  assert.match(
    text,
    /of 21 such differences 1 has an interval without zero, no more than the 1 or so that chance/,
  );
  assert.match(
    verdictText(verdict, [interaction(-0.4, -0.01)]),
    /chance alone would give about 0; the largest: heading − fixed on code, −\.20 \[−\.40, −\.01\]\./,
  );
  assert.doesNotMatch(verdictText(verdict, [interaction(null, null)]), /type of question/);
});

test("arms whose texts are cut are named", () => {
  assert.match(
    verdictText({ ...verdict, cut_arms: ["heading"] }),
    /†: the embedder reads less than the texts of heading,/,
  );
});
