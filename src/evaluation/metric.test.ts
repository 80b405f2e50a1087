import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Chunk } from "../chunking/index.js";
import type { Span } from "../markdown/index.js";
import type { Question } from "../questions/index.js";
import { absent, shared } from "../testing/shared.js";
import { firstHolderRank, parseMetric, type Retrieved, withinBudget } from "./index.js";

function chunk(page: string, start: number, end: number, index = 0): Chunk {
  return { page, index, start, end };
}

function question(quotes: readonly (readonly Span[])[], url = "a", more: Partial<Question> = {}): Question {
  return { id: "q", question: "?", type: "t", url, answers: [{ url, quotes }], pages: [url], ...more };
}

function score(name: string, asked: Question, ranking: readonly Chunk[], chunks = ranking): number | null {
  return parseMetric(name).score({ question: asked, ranking, chunks });
}

const span = (start: number, end: number): Span => ({ start, end });

describe("cases/scoring.json", { skip: absent("cases", "scoring.json") }, () => {
  if (absent("cases", "scoring.json")) return;
  interface Scoring {
    readonly id: string;
    readonly input: {
      chunks: { url: string; span: [number, number] }[];
      items: { id: string; type: string; url: string; quote_spans: [number, number][] }[];
      rankings: Record<string, number[]>;
    };
    readonly settings: { k: number };
    readonly expect: {
      per_item: { id: string; outcome: string; rank: number | null }[];
      hit_at_1: number;
      hit_at_k: number;
      mrr: number;
      split_rate: number;
    };
  }
  const cases = (JSON.parse(shared("cases", "scoring.json")) as Scoring[]).filter(
    ({ input }) => input.rankings && input.items,
  );
  for (const { id, input, settings, expect } of cases) {
    it(id, () => {
      const chunks = input.chunks.map(({ url, span: [start, end] }, i) => chunk(url, start, end, i));
      const retrieved = input.items.map(({ quote_spans, url, ...item }): Retrieved => {
        const asked = question([quote_spans.map(([start, end]) => span(start, end))], url, item);
        return { question: asked, chunks, ranking: input.rankings[item.id].map((i) => chunks[i]) };
      });
      const mean = (name: string): number => {
        const { score } = parseMetric(name);
        return retrieved.reduce((sum, each) => sum + Number(score(each)), 0) / retrieved.length;
      };
      const k = settings.k;
      for (const [i, { rank, outcome }] of expect.per_item.entries()) {
        const found = firstHolderRank(retrieved[i]);
        const isSplit = parseMetric("split").score(retrieved[i]) === 1;
        assert.equal(found !== null && found <= k ? found : null, rank);
        assert.equal(isSplit ? "answer split" : rank === null ? "not retrieved" : "hit", outcome);
      }
      assert.ok(Math.abs(mean("hit@1") - expect.hit_at_1) < 1e-6);
      assert.ok(Math.abs(mean(`hit@${k}`) - expect.hit_at_k) < 1e-6);
      assert.ok(Math.abs(mean(`MRR@${k}`) - expect.mrr) < 1e-6);
      assert.ok(Math.abs(mean("split") - expect.split_rate) < 1e-6);
    });
  }
});

describe("hit@k", () => {
  it("wants every quote of an answer in one chunk, and takes any answer", () => {
    const procedure = question([[span(0, 10)], [span(90, 100)]]);
    assert.equal(score("hit@2", procedure, [chunk("a", 0, 50), chunk("a", 50, 100, 1)]), 0);
    assert.equal(score("hit@2", procedure, [chunk("a", 0, 100)]), 1);
    const twoPlaces = question([[span(0, 10)]], "a", {
      answers: [
        { url: "a", quotes: [[span(0, 10)]] },
        { url: "b", quotes: [[span(5, 9)]] },
      ],
    });
    assert.equal(score("hit@1", twoPlaces, [chunk("b", 0, 20)]), 1);
    assert.equal(score("hit@1", twoPlaces, [chunk("c", 0, 20)]), 0);
  });

  it("has no meaning for a question about whole pages", () => {
    const pages = question([], "a", { answers: [], pages: ["a", "b"] });
    assert.equal(score("hit@1", pages, [chunk("a", 0, 5)]), null);
    assert.equal(score("pages_part@1", pages, [chunk("a", 0, 5)]), 1);
    assert.equal(score("pages_full@1", pages, [chunk("a", 0, 5), chunk("b", 0, 5)]), 0);
    assert.equal(score("pages_full@2", pages, [chunk("a", 0, 5), chunk("b", 0, 5)]), 1);
  });
});

describe("covered@k", () => {
  it("counts what several chunks hold together, white space between neighbours included", () => {
    const procedure = question([[span(0, 10)], [span(90, 100)]]);
    assert.equal(score("covered@2", procedure, [chunk("a", 50, 100, 1), chunk("a", 0, 50)]), 1);
    assert.equal(score("covered@1", procedure, [chunk("a", 50, 100, 1), chunk("a", 0, 50)]), 0);
    const acrossCut = question([[span(40, 60)]]);
    assert.equal(score("covered@2", acrossCut, [chunk("a", 51, 100, 1), chunk("a", 0, 50, 0)]), 1);
    assert.equal(score("covered@2", acrossCut, [chunk("a", 51, 100, 2), chunk("a", 0, 50, 0)]), 0);
  });
});

describe("hit@Bc", () => {
  it("cuts the last chunk at exactly B characters", () => {
    const asked = question([[span(20, 30)]]);
    assert.equal(score("hit@29c", asked, [chunk("a", 0, 100)]), 0);
    assert.equal(score("hit@30c", asked, [chunk("a", 0, 100)]), 1);
    assert.equal(score("hit@39c", asked, [chunk("b", 0, 10), chunk("a", 0, 100)]), 0);
    assert.equal(score("hit@40c", asked, [chunk("b", 0, 10), chunk("a", 0, 100)]), 1);
  });

  it("counts text that two chunks share once", () => {
    const parts = withinBudget([chunk("a", 0, 50), chunk("a", 30, 80, 1), chunk("a", 20, 100, 2)], 90);
    assert.deepEqual(
      parts.map(({ start, end }) => [start, end]),
      [
        [0, 50],
        [30, 80],
        [20, 90],
      ],
    );
  });

  const spans = fc
    .array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 12 })
    .map((pairs) => pairs.map(([start, length], index) => chunk("a", start, start + length, index)));

  it("never falls as B grows, and takes exactly B characters where there are as many", () => {
    fc.assert(
      fc.property(
        spans,
        fc.nat(220),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 300 }),
        (chunks, at, length, budget) => {
          const asked = question([[span(at, at + length)]]);
          assert.ok(
            Number(score(`hit@${budget}c`, asked, chunks)) <=
              Number(score(`hit@${budget + 1}c`, asked, chunks)),
          );
          const taken = new Set<number>();
          for (const { start, end } of withinBudget(chunks, budget))
            for (let i = start; i < end; i++) taken.add(i);
          const all = new Set<number>();
          for (const { start, end } of chunks) for (let i = start; i < end; i++) all.add(i);
          assert.equal(taken.size, Math.min(budget, all.size));
        },
      ),
    );
  });
});

describe("measures of sections", () => {
  const asked = question([], "a", { answers: [], sections: [{ url: "a", ...span(100, 200) }] });
  const [outside, half, inside] = [chunk("a", 0, 60), chunk("a", 60, 140, 1), chunk("a", 140, 200, 2)];

  it("half_in_section_MRR@k is 1 / rank of the first chunk that lies half in the section, 0 beyond k", () => {
    assert.equal(score("half_in_section_MRR@5", asked, [outside, half, inside]), 1 / 2);
    assert.equal(score("half_in_section_MRR@1", asked, [outside, half, inside]), 0);
    assert.equal(score("half_in_section_MRR@5", asked, [chunk("b", 100, 200), outside, inside]), 1 / 3);
    assert.equal(score("half_in_section_MRR@5", question([[span(0, 5)]]), [inside]), null);
  });

  it("section_recall@Bc is the section's share among the first B characters", () => {
    assert.equal(score("section_recall@80c", asked, [half, inside]), 0.4);
    assert.equal(score("section_recall@110c", asked, [half, inside]), 0.7);
    assert.equal(score("section_recall@999c", asked, [half, inside, outside]), 1);
    assert.equal(score("section_recall@999c", asked, [chunk("b", 100, 200)]), 0);
    assert.equal(score("section_recall@999c", question([[span(0, 5)]]), [inside]), null);
  });
});

describe("recall, precision and iou", () => {
  it("measure characters, the best occurrence of a quote counting", () => {
    const asked = question([[span(0, 10), span(100, 110)]]);
    const ranking = [chunk("a", 105, 125), chunk("b", 0, 20)];
    assert.equal(score("recall@1", asked, ranking), 0.5);
    assert.equal(score("precision@1", asked, ranking), 5 / 20);
    assert.equal(score("precision@2", asked, ranking), 5 / 40);
    assert.equal(score("iou@1", asked, ranking), 5 / (10 + 20 - 5));
    assert.equal(score("recall@2c", asked, ranking), 0.2);
  });
});

describe("costs", () => {
  it("count characters as they are sent, and word pieces where they are known", () => {
    const ranking = [chunk("a", 0, 50), chunk("a", 30, 80, 1)];
    assert.equal(score("chars@2", question([[span(0, 1)]]), ranking), 100);
    assert.equal(score("tokens@2", question([[span(0, 1)]]), ranking), null);
    const counted = { question: question([[span(0, 1)]]), ranking, chunks: ranking, tokensOf: () => 7 };
    assert.equal(parseMetric("tokens@2").score(counted), 14);
  });
});

describe("parseMetric", () => {
  it("refuses what it does not know, quoting it", () => {
    for (const name of ["hit@0", "hits@5", "mrr@10", "hit@5x", ""]) {
      assert.throws(() => parseMetric(name), new RegExp(`unknown metric: ${JSON.stringify(name)}`));
    }
  });
});
