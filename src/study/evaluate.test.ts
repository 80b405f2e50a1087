import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seededRandom } from "../statistics/index.js";
import { interactionsOf } from "./interactions.js";
import { comparePairs } from "./paired.js";
import { Policy } from "./policy.js";
import { ScoreTable } from "./score-table.js";
import type { ScoreRow } from "./scores.js";
import { sensitivityOf } from "./sensitivity.js";
import { summarize } from "./summary.js";
import { verdictOf } from "./verdict.js";

const settings = { seed: 7, resamples: 999, level: 0.95, smallest_difference: 0.05 };
const policy = new Policy(settings);
const primary = { retriever: "dense", metric: "hit@5" } as const;

interface Planted {
  /** Scores of each question by arm. */
  readonly arms: Readonly<Record<string, readonly number[]>>;
  readonly pageOf?: (question: number) => number;
  readonly typeOf?: (question: number) => string;
  readonly metric?: string;
}

function tableOf({ arms, pageOf = (i) => i, typeOf = () => "fact", metric = "hit@5" }: Planted): ScoreTable {
  const rows = Object.entries(arms).flatMap(([arm, values]) =>
    values.map(
      (value, i): ScoreRow => ({
        retriever: "dense",
        arm,
        question: `q${i}`,
        page: `p${pageOf(i)}`,
        type: typeOf(i),
        metric,
        value,
      }),
    ),
  );
  return new ScoreTable(rows);
}

const first = (table: ScoreTable, type: string) => summarize(table, policy).find((row) => row.type === type);
const zerosAndOnes = (ones: number, n: number): number[] =>
  Array.from({ length: n }, (_, i) => (i < ones ? 1 : 0));
const pair = [{ arm: "a", against: "b" }];
const noHolders = new Map<string, Map<string, string>>();

describe("summarize", () => {
  it("gives 0/1 scores Wilson's interval first, and the bootstrap's after it", () => {
    const rows = summarize(tableOf({ arms: { a: zerosAndOnes(18, 20) } }), policy).filter(
      ({ type }) => type === "all",
    );
    assert.deepEqual(
      rows.map(({ ci_method }) => ci_method),
      ["wilson", "bca"],
    );
    // Reference value for 18 of 20 (R's binom package).
    assert.ok(
      Math.abs(Number(rows[0].lo) - 0.6989664) < 1e-6 && Math.abs(Number(rows[0].hi) - 0.9721335) < 1e-6,
    );
    assert.equal(rows[0].flag, "non-one<10");
  });

  it("takes the pages as clusters where one has several questions, and gives the plain interval as well", () => {
    const values = [...zerosAndOnes(20, 20), ...zerosAndOnes(0, 20)];
    const rows = summarize(tableOf({ arms: { a: values }, pageOf: (i) => i >> 1 }), policy).filter(
      ({ type }) => type === "all",
    );
    assert.deepEqual(
      rows.map(({ ci_method }) => ci_method),
      ["wilson-cluster", "expanded-percentile-cluster", "wilson"],
    );
    assert.deepEqual([rows[0].n, rows[0].pages], [40, 20]);
    const width = (row: (typeof rows)[number]): number => Number(row.hi) - Number(row.lo);
    assert.ok(width(rows[0]) > width(rows[2]) * 1.3, "questions of a page that agree count for less");
  });

  it("gives no interval below ten questions or ten pages, and never one of zero width", () => {
    assert.deepEqual(
      [first(tableOf({ arms: { a: zerosAndOnes(5, 9) } }), "all")].map((row) => [row?.lo, row?.flag]),
      [[null, "n<10 non-zero<10 non-one<10 n.e."]],
    );
    const fewPages = first(tableOf({ arms: { a: zerosAndOnes(15, 30) }, pageOf: (i) => i % 9 }), "all");
    assert.deepEqual([fewPages?.lo, fewPages?.flag], [null, "pages<10 n.e."]);
    const constant = summarize(tableOf({ arms: { a: Array(30).fill(0.5) }, metric: "MRR@10" }), policy);
    assert.ok(constant.every(({ lo, hi, flag }) => lo === null && hi === null && flag.includes("n.e.")));
  });

  it("lets types weigh equally in macro, whatever their numbers", () => {
    const table = tableOf({
      arms: { a: [...zerosAndOnes(30, 30), ...zerosAndOnes(0, 10)] },
      typeOf: (i) => (i < 30 ? "x" : "y"),
    });
    assert.equal(first(table, "all")?.estimate, 0.75);
    assert.equal(first(table, "macro")?.estimate, 0.5);
  });
});

describe("comparePairs", () => {
  it("has p = 1, no interval and no winner for arms that are alike", () => {
    const same = zerosAndOnes(20, 40);
    const table = tableOf({ arms: { a: same, b: same }, pageOf: (i) => i >> 1 });
    const rows = comparePairs(table, pair, primary, policy, noHolders);
    assert.ok(
      rows.every(
        ({ difference, p, wins, losses }) =>
          difference === 0 && (p === null || p === 1) && wins + losses === 0,
      ),
    );
    const verdict = verdictOf(table, rows, primary, settings);
    assert.deepEqual([verdict?.ruled_out, verdict?.separable, verdict?.in_play], [[], [], ["a", "b"]]);
  });

  it("counts wins by what is better: more hits, fewer split answers", () => {
    const arms = { a: zerosAndOnes(12, 20), b: zerosAndOnes(9, 20) };
    const hits = comparePairs(tableOf({ arms }), pair, primary, policy, noHolders)[0];
    const splits = comparePairs(tableOf({ arms, metric: "split" }), pair, primary, policy, noHolders)[0];
    assert.deepEqual([hits.wins, hits.ties, hits.losses], [3, 17, 0]);
    assert.deepEqual([splits.wins, splits.ties, splits.losses], [0, 17, 3]);
    // Exact McNemar of 3 against 0.
    assert.ok(Math.abs(Number(hits.p) - 0.25) < 1e-12);
    assert.equal(hits.ci_method, "tango");
  });

  it("corrects each family for its own number of claims, and nothing else", () => {
    const arms = { a: zerosAndOnes(30, 40), b: zerosAndOnes(20, 40), c: zerosAndOnes(19, 40) };
    const comparisons = [...pair, { arm: "a", against: "c" }, { arm: "b", against: "c" }];
    const table = tableOf({ arms, typeOf: (i) => (i % 2 ? "x" : "y") });
    const rows = comparePairs(table, comparisons, primary, policy, noHolders);
    const family = (name: string) => rows.filter((row) => row.family === name);
    assert.deepEqual([family("1").length, family("2").length], [3, 6]);
    const smallest = [...family("1")].sort((a, b) => Number(a.p) - Number(b.p))[0];
    assert.ok(Math.abs(Number(smallest.p_adjusted) - 3 * Number(smallest.p)) < 1e-12);
    assert.ok(family("").every(({ p_adjusted }) => p_adjusted === null));
    const elsewhere = comparePairs(
      table,
      comparisons,
      { retriever: "bm25", metric: "hit@5" },
      policy,
      noHolders,
    );
    assert.ok(elsewhere.every(({ family, p_adjusted }) => family === "" && p_adjusted === null));
  });

  it("counts the questions whose holders differ", () => {
    const holders = new Map([
      [
        "a",
        new Map([
          ["q0", "p 0 9"],
          ["q1", "p 0 9"],
        ]),
      ],
      [
        "b",
        new Map([
          ["q0", "p 0 9"],
          ["q1", "p 3 9"],
        ]),
      ],
    ]);
    const [row] = comparePairs(tableOf({ arms: { a: [1, 1], b: [1, 0] } }), pair, primary, policy, holders);
    assert.equal(row.affected, 1);
  });
});

describe("interactionsOf", () => {
  it("gives the difference of differences with its interval, and none for few questions", () => {
    // On type x a finds 20 more of 30 than b, on type y none; type z has too few questions.
    const typeOf = (i: number): string => (i < 30 ? "x" : i < 60 ? "y" : "z");
    const arms = {
      a: [...zerosAndOnes(25, 30), ...zerosAndOnes(15, 30), ...zerosAndOnes(2, 5)],
      b: [...zerosAndOnes(5, 30), ...zerosAndOnes(15, 30), ...zerosAndOnes(2, 5)],
    };
    const rows = interactionsOf(tableOf({ arms, typeOf }), pair, primary, policy);
    const [x, y, z] = rows;
    assert.deepEqual(
      rows.map(({ type }) => type),
      ["x", "y", "z"],
    );
    assert.ok(Math.abs(x.interaction - 20 / 30) < 1e-12 && Number(x.lo) > 0.3);
    assert.ok(Number(y.hi) < 0);
    assert.deepEqual([z.lo, z.hi, z.n, z.n_others], [null, null, 5, 60]);
  });

  it("has nothing to say where there is one type", () => {
    assert.deepEqual(interactionsOf(tableOf({ arms: { a: [1], b: [0] } }), pair, primary, policy), []);
  });
});

describe("sensitivityOf", () => {
  it("names the pairs that change places under another rule, and no ties", () => {
    const scored = (metric: string, means: Record<string, number>): ScoreRow[] =>
      Object.entries(means).flatMap(([arm, hits]) =>
        zerosAndOnes(hits, 10).map((value, i) => ({
          retriever: "dense" as const,
          arm,
          question: `q${i}`,
          page: `p${i}`,
          type: "t",
          metric,
          value,
        })),
      );
    const table = new ScoreTable([
      ...scored("hit@1", { a: 1, b: 9, c: 5 }),
      ...scored("hit@5", { a: 8, b: 6, c: 6 }),
      ...scored("covered@5", { a: 7, b: 9, c: 7 }),
    ]);
    const { orders, flips } = sensitivityOf(table, primary);
    assert.deepEqual(
      orders.map(({ rule, order }) => [rule, order.map(({ arm }) => arm)]),
      [
        ["hit@5", ["a", "b", "c"]],
        ["covered@5", ["b", "a", "c"]],
      ],
    );
    assert.deepEqual(flips, [{ first: "a", second: "b", rules: ["hit@5", "covered@5"] }]);
  });
});

describe("verdictOf", () => {
  it("rules out an arm that is plainly worse, and names the cheapest of the others", () => {
    const scored = (arm: string, values: readonly number[], metric: string): ScoreRow[] =>
      values.map((value, i) => ({
        retriever: "dense",
        arm,
        question: `q${i}`,
        page: `p${i}`,
        type: "t",
        metric,
        value,
      }));
    const arms: [string, number, number][] = [
      ["good", 45, 3000],
      ["cheap", 44, 900],
      ["bad", 10, 500],
    ];
    const rows = arms.flatMap(([arm, hits, cost]) => [
      ...scored(arm, zerosAndOnes(hits, 50), "hit@5"),
      ...scored(arm, Array(50).fill(cost), "chars@5"),
    ]);
    const table = new ScoreTable(rows);
    const paired = comparePairs(table, [{ arm: "good", against: "bad" }], primary, policy, noHolders);
    const verdict = verdictOf(table, paired, primary, settings);
    assert.deepEqual(
      verdict?.ruled_out.map(({ arm }) => arm),
      ["bad"],
    );
    assert.deepEqual([verdict?.in_play, verdict?.cheapest], [["good", "cheap"], "cheap"]);
    assert.deepEqual([verdict?.found_by_all, verdict?.found_by_none], [10, 5]);
    assert.deepEqual(
      verdict?.separable.map(({ arm }) => arm),
      ["good"],
    );
  });

  it("is null where the primary endpoint was not scored", () => {
    assert.equal(
      verdictOf(tableOf({ arms: { a: [1], b: [0] }, metric: "hit@1" }), [], primary, settings),
      null,
    );
  });

  it("declares a difference between arms that do not differ at most as often as its level says", () => {
    const runs = 300;
    const random = seededRandom(11);
    const cheap = { ...settings, resamples: 199 };
    const declared = { planned: 0, byType: 0, ruledOut: 0 };
    for (let run = 0; run < runs; run++) {
      // Twenty pages of three questions; a page's questions share half of their luck, and the arms have none of their own.
      const luck = Array.from({ length: 20 }, () => random.unit());
      const drawn = (): number[] =>
        Array.from({ length: 60 }, (_, i) => ((luck[i % 20] + random.unit()) / 2 < 0.5 ? 1 : 0));
      const arms = { a: drawn(), b: drawn(), c: drawn(), d: drawn() };
      const table = tableOf({ arms, pageOf: (i) => i % 20, typeOf: (i) => (i % 2 ? "x" : "y") });
      const comparisons = ["b", "c", "d"].map((arm) => ({ arm, against: "a" }));
      const paired = comparePairs(table, comparisons, primary, new Policy(cheap), noHolders);
      const isDeclared = (family: string): boolean =>
        paired.some((row) => row.family === family && Number(row.p_adjusted) < 0.05);
      const verdict = verdictOf(table, paired, primary, cheap);
      if (isDeclared("1")) declared.planned++;
      if (isDeclared("2")) declared.byType++;
      if ((verdict?.ruled_out.length ?? 0) > 0) declared.ruledOut++;
      assert.equal(verdict?.separable.length === 0, !isDeclared("1"));
    }
    // Each family keeps its own level, up to three Monte-Carlo errors.
    const most = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs);
    for (const [family, count] of Object.entries(declared)) {
      assert.ok(count / runs < most, `${family}: ${count} of ${runs}`);
    }
  });
});
