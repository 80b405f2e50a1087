import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ParsedPage, parsePage } from "../markdown/index.js";
import { locateTestSet, type TestItem } from "../questions/index.js";
import { parseStudyConfig } from "./config.js";
import type { ScoreRow } from "./scores.js";
import { setReport } from "./set-report.js";
import { groupOf } from "./set-report-groups.js";
import { detectableDifferences, discordanceOf } from "./set-report-power.js";
import { quotePlaces } from "./set-report-quotes.js";

const item = (id: string, url: string, type: string, ...answer_quotes: string[]): TestItem => {
  return { id, question: `asking${id}`, url, type, answer_quotes };
};
const located = (items: TestItem[], pages: ParsedPage[]) => {
  const found = locateTestSet(items, pages);
  assert.deepEqual(found.problems, []);
  return found.questions;
};

describe("groupOf", () => {
  it("is the package of an npm corpus, scoped ones whole", () => {
    const source = { npm: { "@scope/tool@1.0.0": "**/*.md", "pino@10.4.0": "docs/**/*.md" } };
    assert.equal(groupOf("@scope/tool/docs/a.md", source), "@scope/tool");
    assert.equal(groupOf("pino/docs/a.md", source), "pino");
  });

  it("is the first folder elsewhere, an address's host left out", () => {
    const source = { file: "corpus.json" };
    assert.equal(groupOf("guide/a/b.md", source), "guide");
    assert.equal(groupOf("index.md", source), "(root)");
    assert.equal(groupOf("https://docs.example/guide/a", source), "guide");
    assert.equal(groupOf("https://docs.example/", source), "(root)");
  });
});

describe("quotePlaces", () => {
  const long = "Word after word. ".repeat(80).trim();
  const markdown = `---\ntitle: x\n---\n# Top\n\nFirst of all. Second one. Third one.\n\n- Fourth thing.\n\n## Long\n\n${long}\n\n#### Deep\n\nEnd of it.\n`;
  const page = parsePage({ url: "a.md", markdown });

  it("measures depth within the content, front matter left out", () => {
    const { depth, quotes } = quotePlaces(located([item("q", "a.md", "t", "End of it.")], [page]), [page]);
    const { start, end } = page.content;
    const expected = (markdown.indexOf("End of it.") - start) / (end - start);
    assert.deepEqual([quotes, depth], [1, [expected, expected, expected]]);
    assert.equal(quotePlaces([], [page]).depth, null);
  });

  it("counts quotes in sections of more than 1,200 characters, deeper headings not opening one", () => {
    const inLong = (...quotes: string[]): number =>
      quotePlaces(located([item("q", "a.md", "t", ...quotes)], [page]), [page]).in_long_sections;
    assert.equal(inLong("End of it."), 1);
    assert.equal(inLong("Second one."), 0);
    assert.equal(inLong("Second one.", "End of it."), 1);
  });

  it("counts procedures whose passages are three units apart or more, in whatever order they are given", () => {
    const near = (...quotes: string[]): [number, readonly string[]] => {
      const questions = located([item("q", "a.md", "procedure", ...quotes)], [page]);
      const { procedures, procedures_near } = quotePlaces(questions, [page]);
      return [procedures, procedures_near];
    };
    assert.deepEqual(near("First of all.", "Fourth thing."), [1, []]);
    assert.deepEqual(near("Fourth thing.", "First of all."), [1, []]);
    assert.deepEqual(near("Second one.", "Fourth thing."), [1, ["q"]]);
    assert.deepEqual(near("First of all. Second", "Fourth thing."), [1, ["q"]]);
    assert.deepEqual(near("First of all."), [0, []]);
  });
});

describe("discordanceOf", () => {
  const primary = { retriever: "dense", metric: "hit@5" };
  const scores = (arm: string, ...values: number[]): ScoreRow[] =>
    values.map((value, i) => {
      return { retriever: "dense", arm, question: `q${i}`, page: "a.md", type: "t", metric: "hit@5", value };
    });

  it("is the median share of questions on which compared arms differ, on the primary endpoint", () => {
    const rows = [
      ...scores("a", 1, 1, 0, 0),
      ...scores("b", 1, 0, 0, 0),
      ...scores("c", 0, 0, 1, 0),
      ...scores("a", 0, 0, 0, 0).map((row) => ({ ...row, metric: "hit@1" })),
    ];
    const comparisons = [
      { arm: "a", against: "b" },
      { arm: "a", against: "c" },
      { arm: "b", against: "c" },
      { arm: "a", against: "not run" },
    ];
    assert.deepEqual(discordanceOf(rows, comparisons, primary), { value: 0.5, comparisons: 3, questions: 4 });
  });

  it("is assumed where nothing was run, or nothing differs", () => {
    const assumed = { value: 0.2, comparisons: 0, questions: 0 };
    const pair = [{ arm: "a", against: "b" }];
    assert.deepEqual(discordanceOf([], pair, primary), assumed);
    assert.deepEqual(discordanceOf([...scores("a", 1, 0), ...scores("b", 1, 0)], pair, primary), assumed);
  });
});

describe("detectableDifferences", () => {
  const pages = Array.from({ length: 100 }, (_, i) =>
    parsePage({ url: `p${i}.md`, markdown: "Fact one. Fact two.\n" }),
  );
  const spread = located(
    pages.map(({ url }, i) => item(`q${i}`, url, i < 20 ? "rare" : "usual", "Fact one.")),
    pages,
  );

  it("solves n δ² = (z √ψ + z' √(ψ − δ²))² for all questions and for each type", () => {
    const [all, rare, usual] = detectableDifferences(spread, 0.2, 0.95, 1);
    assert.deepEqual(
      [all, rare, usual].map(({ type, n, pages, design_effect }) => [type, n, pages, design_effect]),
      [
        ["all", 100, 100, 1],
        ["rare", 20, 20, 1],
        ["usual", 80, 80, 1],
      ],
    );
    const delta = all.alone.difference ?? 0;
    const right = (1.959964 * Math.sqrt(0.2) + 0.841621 * Math.sqrt(0.2 - delta * delta)) ** 2;
    assert.ok(Math.abs(100 * delta * delta - right) < 1e-5, `${delta}`);
    assert.deepEqual(all.corrected, all.alone);
    assert.ok(Number(usual.corrected.difference) > Number(usual.alone.difference));
    assert.deepEqual([all.alone.beyond_discordance, rare.alone.beyond_discordance], [false, true]);
  });

  it("states the least that any discordance allows where the given one allows nothing", () => {
    const [{ alone }] = detectableDifferences(spread.slice(0, 40), 0.1, 0.95, 1);
    const delta = alone.difference ?? 0;
    const right = (1.959964 * Math.sqrt(delta) + 0.841621 * Math.sqrt(delta - delta * delta)) ** 2;
    assert.ok(Math.abs(40 * delta * delta - right) < 1e-5, `${delta}`);
    assert.ok(alone.beyond_discordance);
    const none = { difference: null, beyond_discordance: true };
    assert.deepEqual(detectableDifferences(spread.slice(0, 3), 0.1, 0.95, 1)[0].alone, none);
  });

  it("asks for more under a correction, and of questions that share pages", () => {
    const [alone] = detectableDifferences(spread, 0.3, 0.95, 1);
    const [corrected] = detectableDifferences(spread, 0.3, 0.95, 10);
    const shared = located(
      pages
        .slice(0, 50)
        .flatMap(({ url }, i) => [
          item(`a${i}`, url, "t", "Fact one."),
          item(`b${i}`, url, "t", "Fact two."),
        ]),
      pages,
    );
    const [clustered] = detectableDifferences(shared, 0.3, 0.95, 1);
    assert.ok(Number(corrected.corrected.difference) > Number(alone.alone.difference));
    assert.deepEqual(corrected.alone, alone.alone);
    assert.deepEqual([clustered.n, clustered.pages, clustered.design_effect], [100, 50, 1.2]);
    assert.ok(Number(clustered.alone.difference) > Number(alone.alone.difference));
  });
});

describe("setReport", () => {
  const pages = ["guide/a.md", "guide/b.md", "api/c.md"].map((url) =>
    parsePage({ url, markdown: "# Title\n\nA fact is here. Another one is there.\n" }),
  );
  const config = parseStudyConfig({ name: "s", corpus: { file: "corpus.json" } });

  it("counts questions and pages by part of the corpus and type", () => {
    const questions = located(
      [
        item("q1", "guide/a.md", "fact", "A fact is here."),
        item("q2", "guide/a.md", "code", "Another one is there."),
        item("q3", "guide/b.md", "fact", "A fact is here."),
      ],
      pages,
    );
    const report = setReport({ config, pages, questions, problems: [] });
    assert.deepEqual(report.types, ["code", "fact"]);
    assert.deepEqual(
      report.coverage.map(({ counts, ...rest }) => ({ ...rest, counts: [...counts] })),
      [
        {
          group: "guide",
          questions: 3,
          pages_used: 2,
          pages: 2,
          counts: [
            ["fact", 2],
            ["code", 1],
          ],
        },
        { group: "api", questions: 0, pages_used: 0, pages: 1, counts: [] },
      ],
    );
    assert.deepEqual([report.pages_used, report.pages], [2, 3]);
    assert.deepEqual(report.fullest_page, { url: "guide/a.md", questions: 2 });
    assert.deepEqual(
      report.advice.map(({ kind }) => kind),
      ["thin_type", "thin_type"],
    );
    assert.equal(report.overlap.quote.n, 3);
  });

  it("has nothing to measure where no question can be used", () => {
    const problems = [{ severity: "error", item: "q", what: "wrong" }] as const;
    const report = setReport({ config, pages, questions: [], problems });
    assert.deepEqual(report.problems, problems);
    assert.deepEqual([report.questions, report.fullest_page, report.detectable], [0, null, []]);
    assert.equal(report.places.depth, null);
  });
});
