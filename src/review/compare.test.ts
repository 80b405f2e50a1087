import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { comparePair, type PageRow, Policy, type QuestionRow, type ScoreRow } from "../study/index.js";
import { compareRuns } from "./compare.js";
import { pairedTable } from "./compare-pairs.js";
import type { RunManifest, ScoredRun } from "./compare-read.js";

const statistics = { seed: 7, resamples: 999, level: 0.95, smallest_difference: 0.05 };
const manifest: RunManifest = {
  study: "kiln",
  arms: [{ name: "a", setting: "heading, max_chars 1200" }],
  primary: { retriever: "dense", metric: "hit@5" },
  statistics,
};

interface Planted {
  /** Whether a question is found, by arm and number. */
  readonly found: Readonly<Record<string, (i: number) => boolean>>;
  readonly n?: number;
  readonly pageOf?: (i: number) => string;
  readonly metric?: string;
  readonly pages?: readonly PageRow[] | null;
  readonly questions?: readonly QuestionRow[] | null;
}

/** A run of n questions, two types in turn, each on a page of its own unless told otherwise. */
function run({
  found,
  n = 40,
  pageOf = (i) => `p${i}.md`,
  metric = "hit@5",
  pages,
  questions,
}: Planted): ScoredRun {
  const scores = Object.entries(found).flatMap(([arm, isFound]) =>
    Array.from({ length: n }, (_, i): ScoreRow => {
      const type = i % 2 === 0 ? "fact" : "code";
      const value = isFound(i) ? 1 : 0;
      return { retriever: "dense", arm, question: `q${i}`, page: pageOf(i), type, metric, value };
    }),
  );
  return { folder: "somewhere", scores, manifest, pages: pages ?? null, questions: questions ?? null };
}

const always = (): boolean => true;
const allBut =
  (lost: number, from = 0) =>
  (i: number): boolean =>
    i < from || i >= from + lost;
const compare = (before: ScoredRun, after: ScoredRun, tolerance = 0.02) =>
  compareRuns(before, after, { tolerance });

describe("compareRuns", () => {
  it("finds nothing between equal runs", async () => {
    const one = run({ found: { a: allBut(9), b: always } });
    const { arms, lost, found, rows } = await compare(one, one);
    assert.deepEqual(
      arms.map(({ verdict }) => verdict),
      ["no loss", "no loss"],
    );
    assert.deepEqual([lost, found], [[], []]);
    assert.ok(rows.length > 0 && rows.every(({ difference, losses }) => difference === 0 && losses === 0));
  });

  it("tolerates a loss within the tolerance, whether it is noise or not", async () => {
    const { arms } = await compare(run({ found: { a: always } }), run({ found: { a: allBut(8) } }), 0.2);
    assert.equal(arms[0].verdict, "tolerated");
    assert.equal(arms[0].loss, 8 / 40);
    assert.equal(arms[0].may_be_larger, true, "the interval reaches beyond a fifth");
  });

  it("doesn't call a larger loss one when it may be noise", async () => {
    // Three lost of forty: McNemar's exact p is .25.
    const { arms } = await compare(run({ found: { a: always } }), run({ found: { a: allBut(3) } }));
    assert.equal(arms[0].verdict, "can't tell");
    assert.ok(Math.abs((arms[0].row.p ?? 1) - 0.25) < 1e-12);
  });

  it("calls a loss that is neither tolerated nor noise", async () => {
    const { arms, lost, found } = await compare(
      run({ found: { a: allBut(1, 39) } }),
      run({ found: { a: allBut(8) } }),
    );
    // Eight lost, one found: McNemar's exact p is 2 (1 + 9) / 2^9.
    assert.ok(Math.abs((arms[0].row.p ?? 1) - 20 / 512) < 1e-12);
    assert.equal(arms[0].verdict, "loss");
    assert.ok(Math.abs(arms[0].loss - 7 / 40) < 1e-12);
    assert.deepEqual(lost.map(({ id }) => id).sort(), ["q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7"]);
    assert.deepEqual(
      found.map(({ id }) => id),
      ["q39"],
    );
  });

  it("corrects over the arms: what is a loss alone isn't one among five", async () => {
    const others = Object.fromEntries(["b", "c", "d", "e"].map((arm) => [arm, always]));
    const before = run({ found: { a: allBut(1, 39), ...others } });
    const after = run({ found: { a: allBut(8), ...others } });
    const { arms } = await compare(before, after);
    assert.equal(arms[0].verdict, "can't tell");
    assert.ok(Math.abs((arms[0].row.p_adjusted ?? 1) - 5 * (20 / 512)) < 1e-12);
    const [alone] = (await compareRuns(before, after, { tolerance: 0.02, arms: ["a"] })).arms;
    assert.equal(alone.verdict, "loss");
  });

  it("takes the questions of a page together: eight lost on one page may be noise", async () => {
    const pageOf = (i: number): string => `p${Math.floor(i / 8)}.md`;
    const { arms } = await compare(
      run({ found: { a: always }, pageOf }),
      run({ found: { a: allBut(8) }, pageOf }),
    );
    assert.equal(arms[0].row.pages, 5);
    assert.equal(arms[0].row.lo, null, "no interval from five pages");
    assert.equal(arms[0].verdict, "can't tell");
  });

  it("takes a higher score for a loss where lower is better", async () => {
    const none = (): boolean => false;
    const asSplit = (planted: Planted): ScoredRun => {
      const { scores, ...rest } = run({ ...planted, metric: "split" });
      return { ...rest, scores: scores.map((row) => ({ ...row, retriever: "none" })) };
    };
    const before = asSplit({ found: { a: none } });
    const after = asSplit({ found: { a: (i) => i < 9 } });
    const wanted = { tolerance: 0.02, metric: "split" };
    const worse = await compareRuns(before, after, wanted);
    assert.deepEqual(
      [worse.endpoint.retriever, worse.arms[0].verdict, worse.lost.length],
      ["none", "loss", 9],
    );
    const better = await compareRuns(after, before, wanted);
    assert.deepEqual([better.arms[0].verdict, better.found.length], ["no loss", 9]);
  });

  it("pairs by id, and names questions and arms that only one run has", async () => {
    const before = run({ found: { a: always, old: always }, n: 12 });
    const shifted = run({ found: { a: always, young: always }, n: 14 });
    const after = { ...shifted, scores: shifted.scores.filter(({ question }) => question !== "q3") };
    const { questions, only_before, only_after, arms } = await compare(before, after);
    assert.deepEqual(questions.only_before, ["q3"]);
    assert.deepEqual(questions.only_after, ["q12", "q13"]);
    assert.deepEqual([only_before, only_after], [["old"], ["young"]]);
    assert.equal(arms.length, 1);
    assert.equal(arms[0].row.n, 11);
    await assert.rejects(
      compare(before, run({ found: { other: always } })),
      /no arm in common: a, old before, other/,
    );
    const strangers = {
      ...after,
      scores: after.scores.map((row) => ({ ...row, question: `z${row.question}` })),
    };
    await assert.rejects(compare(before, strangers), /no question in common/);
  });

  it("says what became of the lost question's page", async () => {
    const page = (name: string, sha256: string): PageRow => ({ page: name, sha256, characters: 1 });
    const names = Array.from({ length: 40 }, (_, i) => `p${i}.md`);
    const pages = names.map((name) => page(name, "1"));
    const before = run({ found: { a: always }, pages: [...pages, page("gone.md", "1")] });
    const after = run({
      found: { a: allBut(2) },
      pages: [page("p0.md", "2"), ...pages.slice(1), page("young.md", "1")],
    });
    const { lost, pages: changes } = await compare(before, after);
    assert.deepEqual(
      lost.map(({ id, page_fate }) => [id, page_fate]),
      [
        ["q0", "changed"],
        ["q1", "same"],
      ],
    );
    assert.deepEqual(
      [changes?.changed, changes?.added, changes?.gone, changes?.same.length],
      [["p0.md"], ["young.md"], ["gone.md"], 39],
    );
    const unknown = await compare({ ...before, pages: null }, after);
    assert.equal(unknown.pages, null);
    assert.equal(unknown.lost[0].page_fate, "unknown");
  });

  it("names questions and settings that aren't what they were", async () => {
    const question = (id: string, asked: string, answered: string, type = "fact"): QuestionRow => {
      return { question: id, page: "p", type, question_sha256: asked, answer_sha256: answered };
    };
    const before = run({
      found: { a: always },
      questions: [question("q0", "1", "1"), question("q1", "1", "1")],
    });
    const after = {
      ...run({
        found: { a: always },
        questions: [question("q0", "2", "1"), question("q1", "1", "2", "code")],
      }),
      manifest: {
        ...manifest,
        arms: [{ name: "a", setting: "heading, max_chars 800" }],
        embedder: { model: "m" },
      },
    };
    const { edited, settings } = await compare(before, after);
    assert.deepEqual(edited, { asked_otherwise: ["q0"], answered_otherwise: ["q1"], other_type: ["q1"] });
    assert.deepEqual(settings, [
      'embedder.model: null before, "m" after',
      "arm a: heading, max_chars 1200 before, heading, max_chars 800 after",
    ]);
  });

  it("gives the differences that the study's own comparisons would give", async () => {
    const before = run({ found: { a: allBut(5) } });
    const after = run({ found: { a: allBut(9, 3) } });
    const { rows } = await compare(before, after);
    const both = { arm: "after: a", against: "before: a" };
    const expected = comparePair(
      pairedTable(before.scores, after.scores),
      both,
      manifest.primary,
      new Policy(statistics),
      new Map(),
    );
    assert.deepEqual(
      rows.map(({ type, difference, lo, hi, p }) => [type, difference, lo, hi, p]),
      expected.map(({ type, difference, lo, hi, p }) => [type, difference, lo, hi, p]),
    );
    for (const { after: now, before: old, difference } of rows)
      assert.ok(Math.abs(now - old - difference) < 1e-12);
    const all = rows.find(({ type }) => type === "all");
    assert.deepEqual([all?.before, all?.after], [35 / 40, 31 / 40]);
  });

  it("refuses an endpoint that a run didn't score, and names the nearest", async () => {
    const one = run({ found: { a: always } });
    await assert.rejects(
      compareRuns(one, one, { tolerance: 0, metric: "hit@50" }),
      /--metric: "hit@50" is not in the scores of somewhere; did you mean "hit@5"/,
    );
    await assert.rejects(compareRuns(one, one, { tolerance: 0, arms: ["z"] }), /--arm: "z"/);
  });

  it("stops when told to", async () => {
    const one = run({ found: { a: always } });
    const signal = AbortSignal.abort(new Error("enough"));
    await assert.rejects(compareRuns(one, one, { tolerance: 0, signal }), /enough/);
  });
});
