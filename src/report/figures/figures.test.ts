import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  basis,
  exampleBudgets,
  exampleChunks,
  exampleCosts,
  exampleLosses,
  exampleSweep,
  examples,
  exampleUnits,
  sweepOptions,
} from "./examples.js";
import { eightArms, pairedOf, summaryOf, twelveArms } from "./fixtures.js";
import {
  breakHeadingCurve,
  chunkLengths,
  corpusShape,
  costScore,
  differenceDots,
  equalContext,
  type FigureSpec,
  lossBars,
  questionsByType,
  renderSvg,
  scoreDots,
  scoreDotsByType,
  similarityCurve,
  sweepHeat,
  sweepLines,
} from "./index.js";

const dense = { retriever: "dense", metric: "hit@3000c" } as const;

/** Every object in a specification that has all the keys. */
function rowsWith(spec: unknown, ...keys: readonly string[]): Record<string, unknown>[] {
  if (typeof spec !== "object" || spec === null) return [];
  const own = keys.every((key) => key in spec) ? [spec as Record<string, unknown>] : [];
  return [...own, ...Object.values(spec).flatMap((value) => rowsWith(value, ...keys))];
}

const intervals = (rows: readonly object[], ...keys: readonly string[]): unknown[] =>
  rows.map((row) => keys.map((key) => (row as Record<string, unknown>)[key]));

/** Title and caption. */
const words = ({ description }: FigureSpec): string => description ?? "";

describe("lossBars", () => {
  it("draws each arm's parts one after the other, up to what it missed", () => {
    const parts = rowsWith(lossBars(exampleLosses, { retriever: "dense" }), "arm", "start", "end");
    for (const { arm, missed } of exampleLosses) {
      const own = parts.filter((part) => part.arm === arm);
      own.forEach(({ start }, i) => {
        assert.equal(start, i === 0 ? 0 : own[i - 1].end);
      });
      assert.equal(own.at(-1)?.end, missed);
    }
    assert.equal(parts.length, 5 * exampleLosses.length);
    assert.throws(() => lossBars(exampleLosses, { retriever: "bm25" }), /no losses with bm25/);
  });
});

describe("intervals come from the rows, unchanged", () => {
  const keys = ["arm", "type", "estimate", "lo", "hi"] as const;
  const summary = summaryOf(eightArms);
  const firsts = summary.filter((_, i) => i % 2 === 0);

  it("scoreDots: the first row of each arm, all questions", () => {
    const expected = firsts.filter(({ type }) => type === "all");
    assert.deepEqual(
      intervals(rowsWith(scoreDots(summary, dense), ...keys), ...keys),
      intervals(expected, ...keys),
    );
  });

  it("scoreDotsByType: the first row of each arm and type", () => {
    assert.deepEqual(
      intervals(rowsWith(scoreDotsByType(summary, dense), ...keys), ...keys),
      intervals(firsts, ...keys),
    );
  });

  it("differenceDots: the first row of each comparison, in the order given", () => {
    const of = ["arm", "against", "difference", "lo", "hi"] as const;
    const paired = pairedOf("1")
      .reverse()
      .sort((a, b) => Number(b.family) - Number(a.family));
    const expected = paired.slice(0, paired.length / 2);
    const spec = differenceDots(paired, { ...dense, level: 0.95 });
    assert.deepEqual(intervals(rowsWith(spec, ...of), ...of), intervals(expected, ...of));
  });

  it("sweepLines and sweepHeat", () => {
    const of = ["break_pct", "max_chars", "estimate", "lo", "hi"] as const;
    const points = exampleSweep();
    for (const spec of [sweepLines(points, sweepOptions), sweepHeat(points, sweepOptions)])
      assert.deepEqual(intervals(rowsWith(spec, ...of), ...of), intervals(points, ...of));
  });

  it("costScore and equalContext", () => {
    const cost = ["arm", "cost", "estimate", "lo", "hi"] as const;
    const costs = exampleCosts();
    const spec = costScore(costs, { ...basis, metric: "hit@3000c", cost: "chars@5" });
    assert.deepEqual(intervals(rowsWith(spec, ...cost), ...cost), intervals(costs, ...cost));
    const budget = ["arm", "budget", "estimate", "lo", "hi"] as const;
    const budgets = exampleBudgets();
    assert.deepEqual(
      intervals(rowsWith(equalContext(budgets, basis), ...budget), ...budget),
      intervals(budgets, ...budget),
    );
  });

  it("nothing is left for Vega to aggregate", () => {
    for (const [name, make] of Object.entries(examples))
      assert.doesNotMatch(
        JSON.stringify(make()),
        /"(?:aggregate|errorbar|errorband|extent|stderr|ci)"/,
        name,
      );
  });
});

describe("captions", () => {
  it("say n, pages, method and level wherever there is an interval", () => {
    const names = [
      ...["score-dots", "score-dots-by-type", "difference-dots", "sweep-lines", "sweep-heat"],
      ...["cost-score", "equal-context"],
    ];
    for (const name of names) {
      assert.match(
        words(examples[name]()),
        /n = 106 questions on 44 pages; 95 % interval \([a-z ,-]+\)/,
        name,
      );
      assert.match(words(examples[name]()), /dense retrieval/, name);
    }
  });

  it("say n where things are counted", () => {
    assert.match(words(examples["break-heading-curve"]()), /n = 812 headings on 44 pages/);
    assert.match(words(examples["corpus-shape"]()), /n = 44 pages, 301 sections, 419,000 characters/);
    assert.match(words(examples["questions-by-type"]()), /n = 106 questions on 44 pages/);
  });

  it("say a range of n where rows differ", () => {
    const rows = summaryOf(eightArms).map((row) => (row.arm === "heading" ? { ...row, n: 99 } : row));
    assert.match(words(scoreDots(rows, dense)), /n = 99–106 questions on 44 pages/);
  });

  it("name the correction and the size of its family, whatever part is shown", () => {
    const all = [...pairedOf("1"), ...pairedOf("2", "table"), ...pairedOf("2", "code")];
    assert.match(
      words(differenceDots(all, { ...dense, level: 0.95 })),
      /Holm over the 10 comparisons of family 1/,
    );
    assert.match(
      words(differenceDots(all, { ...dense, level: 0.95, type: "code" })),
      /Holm over the 20 comparisons of family 2/,
    );
    assert.match(words(examples["difference-dots-exploratory"]()), /Exploratory: no correction/);
  });

  it("explain marks, and only those that are there", () => {
    assert.match(words(examples["score-dots"]()), /n\.e\..*hollow.*†/);
    assert.doesNotMatch(words(scoreDots(summaryOf(eightArms.slice(0, 3)), dense)), /n\.e\.|hollow|†/);
    assert.match(words(examples["sweep-heat"]()), /Outlined: \d+ of 15 cells.*†/);
    const uncut = exampleSweep().map((point) => ({ ...point, cut: false }));
    assert.doesNotMatch(words(sweepHeat(uncut, sweepOptions)), /†/);
  });

  it("give the nominal and the realised share of breaks", () => {
    assert.match(
      words(examples["similarity-curve"]()),
      /Nominal share of breaks \.20, realised \.08: 3 breaks by topic at 39 boundaries, and 2 by size/,
    );
  });
});

describe("scoreDots", () => {
  it("writes n.e. and a count where there is no interval", () => {
    const [row] = rowsWith(examples["score-dots"](), "text").filter(({ arm }) => arm === "hybrid");
    assert.match(String(row.text), /^\.\d\d \(\d+\/106\) n\.e\.$/);
  });

  it("takes the rows without retriever for a metric of chunks alone", () => {
    const rows = summaryOf(eightArms, "split", "none");
    assert.match(
      words(scoreDots(rows, { retriever: "dense", metric: "split" })),
      /^split by arm: chunks alone/,
    );
  });
});

describe("scoreDotsByType", () => {
  it("has a panel for each type, then their mean, then all, each with its n", async () => {
    const svg = await renderSvg(examples["score-dots-by-type"]());
    const headers = [...svg.matchAll(/>(n = \d+)</g)].map(([, n]) => n);
    assert.deepEqual(headers, [
      "n = 31",
      "n = 14",
      "n = 9",
      "n = 18",
      "n = 12",
      "n = 22",
      "n = 106",
      "n = 106",
    ]);
  });
});

describe("differenceDots", () => {
  it("tells what is significant after correction from what isn't, at the level's threshold", () => {
    const verdicts = (level: number): unknown[] =>
      rowsWith(differenceDots(pairedOf("1"), { ...dense, level }), "verdict", "p_adjusted").map(
        ({ verdict, p_adjusted }) => [verdict, p_adjusted],
      );
    for (const [verdict, p] of verdicts(0.95) as [string, number][])
      assert.equal(verdict, p < 0.05 ? "yes" : "no");
    assert.ok((verdicts(0.99) as [string, number][]).every(([verdict]) => verdict === "no"));
    assert.ok((verdicts(0.95) as [string, number][]).some(([verdict]) => verdict === "yes"));
  });

  it("does not count p exactly at the threshold", () => {
    const rows = pairedOf("1").map((row) => ({ ...row, p_adjusted: 0.05 }));
    const spec = differenceDots(rows, { ...dense, level: 0.95 });
    assert.ok(rowsWith(spec, "verdict", "p_adjusted").every(({ verdict }) => verdict === "no"));
  });
});

describe("chunkLengths", () => {
  it("counts every chunk once", () => {
    const chunks = exampleChunks();
    const bins = rowsWith(chunkLengths(chunks), "from", "count");
    for (const { arm } of eightArms) {
      const counted = bins
        .filter((bin) => bin.arm === arm)
        .reduce((sum, { count }) => sum + Number(count), 0);
      assert.equal(counted, chunks.filter((chunk) => chunk.arm === arm).length, arm);
    }
  });
});

describe("similarityCurve", () => {
  it("refuses units of several pages, or of several limits", () => {
    const units = exampleUnits();
    const options = { headings: [], breaks: [], cutoff: null, break_pct: 0, max_chars: 1200 };
    assert.throws(
      () => similarityCurve([...units, { ...units[0], page: "other.md" }], options),
      /found other\.md, unit 0/,
    );
    assert.throws(() => similarityCurve([...units, ...units], options), /found pino\/docs\/api\.md, unit 0/);
  });

  it("puts a heading between the units that it stands between", () => {
    const spec = similarityCurve(exampleUnits(), {
      headings: [
        { start: 0, title: "First" },
        { start: 1150, title: "Between" },
        { start: 1200, title: "Second" },
      ],
      ...{ breaks: [], cutoff: null, break_pct: 0, max_chars: 1200 },
    });
    assert.deepEqual(
      rowsWith(spec, "after", "title").map(({ after, title }) => [after, title]),
      [
        [-0.5, "First"],
        [11, "Between"],
        [11, ""],
      ],
    );
  });
});

describe("few data", () => {
  it("one arm, one point, one unit are drawn", async () => {
    const [point] = exampleSweep();
    const [budget] = exampleBudgets();
    const curve = { headings: [], breaks: [], cutoff: null, break_pct: 0.2, max_chars: 1200 };
    const specs = [
      scoreDots(summaryOf(eightArms.slice(0, 1)), dense),
      scoreDotsByType(summaryOf(eightArms.slice(0, 1)), dense),
      differenceDots(pairedOf("1").slice(0, 1), { ...dense, level: 0.95 }),
      chunkLengths([{ arm: "heading", chars: 1 }]),
      similarityCurve([{ page: "a.md", unit: 0, start: 0, similarity_to_next: null }], curve),
      breakHeadingCurve([{ break_pct: 0, breaks_on_heading_share: null, headings_found_share: 0 }], {
        pages: 1,
        headings: 1,
      }),
      sweepLines([{ ...point, lo: null, hi: null }], sweepOptions),
      sweepHeat([point], sweepOptions),
      costScore(exampleCosts().slice(0, 1), { ...basis, metric: "hit@5", cost: "seconds" }),
      equalContext([budget], basis),
      corpusShape({
        headings_per_page: [0],
        section_chars: [],
        characters: { prose: 0, list: 0, code: 0, table: 0 },
      }),
      questionsByType([{ type: "table", questions: 0 }]),
    ];
    for (const spec of specs) {
      const svg = await renderSvg(spec);
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/, words(spec));
    }
  });

  it("none is an error that says what is missing", () => {
    const rows = summaryOf(twelveArms);
    assert.throws(
      () => scoreDots(rows, { retriever: "rrf", metric: "hit@3000c" }),
      /nothing to draw: no hit@3000c of rrf over all questions/,
    );
    assert.throws(() => scoreDotsByType([], dense), /no hit@3000c of dense/);
    assert.throws(() => differenceDots([], { ...dense, level: 0.95 }), /no comparison on hit@3000c of dense/);
    assert.throws(() => chunkLengths([]), /no chunks/);
    assert.throws(() => sweepLines([], sweepOptions), /no cells of the sweep/);
    assert.throws(() => questionsByType([]), /no types of question/);
  });
});
