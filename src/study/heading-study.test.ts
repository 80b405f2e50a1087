import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chunkPage } from "../chunking/index.js";
import { parseMetric } from "../evaluation/index.js";
import { parsePage } from "../markdown/index.js";
import { headingQueries } from "../questions/heading-queries.js";
import { tango } from "../statistics/index.js";
import { resolveArms } from "./arms.js";
import { chunkArm } from "./chunked-arm.js";
import { parseStudyConfig } from "./config.js";
import { headingRows, reachableCount } from "./heading-study.js";
import { runHeadingStudy } from "./heading-study-run.js";
import { textWithoutTitles, withoutTitles } from "./heading-study-text.js";
import { Policy } from "./policy.js";
import type { ScoreRow } from "./scores.js";

const none = { path: "none" } as const;
const breadcrumb = { path: "breadcrumb" } as const;

describe("textWithoutTitles", () => {
  const markdown =
    '# Pump\n\n[Draining](#draining-it)\n\n<a id="draining-it"></a>\n## Draining it {#draining-it}\n\nOpen the [valve](#valve) or read [more](other.md#valve).\n\nSetext title\n---\n\nThe end.\n\n[ref]: #draining-it\n';
  const page = parsePage({ url: "a.md", markdown });
  const textOf = (from: string, to: string, options: Parameters<typeof textWithoutTitles>[2] = none) =>
    textWithoutTitles(
      page,
      { start: markdown.indexOf(from), end: markdown.indexOf(to) + to.length },
      options,
    );

  it("has no heading lines, no anchors and no path, and keeps the rest", () => {
    const text = textWithoutTitles(page, { start: 0, end: markdown.length }, breadcrumb);
    assert.equal(
      text?.replace(/\s+/g, " "),
      "[Draining] Open the [valve] or read [more](other.md#valve). The end.",
    );
  });

  it("cuts a heading that the chunk begins or ends in", () => {
    assert.equal(textOf("raining it", "Open"), "Open");
    assert.equal(textOf("The end.", "The end."), "The end.");
  });

  it("is null where nothing is left", () => {
    assert.equal(textOf("## Draining", "it}"), null);
  });

  it("keeps the header row that a piece of a table carries", () => {
    const table = "## Parts\n\n| part | life |\n|---|---|\n| seal | two |\n| belt | one |\n";
    const parts = parsePage({ url: "b.md", markdown: table });
    const start = table.indexOf("| belt");
    assert.equal(
      textWithoutTitles(parts, { start, end: table.length }, breadcrumb),
      "| part | life |\n| belt | one |",
    );
  });
});

const filler = (topic: string): string => `Something about ${topic} is told here at length. `.repeat(5);
const pages = ["valve", "filter", "engine"].map((topic, i) =>
  parsePage({
    url: `p${i}.md`,
    markdown: `# Page ${i}\n\n## Replacing worn ${topic} parts\n\n${filler(`zone${i}`)}\n\n## Storing old ${topic} papers\n\n${filler(`area${i}`)}\n`,
  }),
);
const config = parseStudyConfig({
  name: "s",
  corpus: { file: "corpus.json" },
  retrievers: ["bm25"],
  primary: { retriever: "bm25", metric: "hit@5" },
  arms: [
    { name: "heading + path", strategy: "heading", path: "breadcrumb" },
    { name: "fixed", strategy: "fixed", size: 2000, overlap: 0 },
  ],
});
const queries = headingQueries(pages, { min_chars: 50, min_words: 2 });

describe("withoutTitles", () => {
  it("keeps spans and indexes, and drops chunks of which nothing is left", async () => {
    const [arm] = await resolveArms(config, ".");
    const chunked = chunkArm(arm, pages);
    const stripped = withoutTitles(chunked, pages);
    assert.equal(chunked.chunks.length, 9);
    assert.deepEqual(
      stripped.chunks,
      chunked.chunks.filter(({ index }) => index > 0),
    );
    assert.equal(stripped.texts.length, 6);
    assert.ok(chunked.texts.every((text) => /Page/.test(text)));
    assert.ok(stripped.texts.every((text) => /^Something about/.test(text)));
  });
});

describe("half_in_section@k", () => {
  const [question] = queries.questions;
  const chunks = chunkPage(pages[0], { strategy: "heading" });

  it("looks at the first k chunks", () => {
    const score = (k: number, ...order: number[]): number | null =>
      parseMetric(`half_in_section@${k}`).score({ question, ranking: order.map((i) => chunks[i]), chunks });
    assert.equal(score(1, 1, 0), 1);
    assert.equal(score(1, 0, 1), 0);
    assert.equal(score(2, 0, 1), 1);
  });

  it("is null for other questions, as hit@k is for these", () => {
    const { sections: _, ...other } = question;
    assert.equal(parseMetric("half_in_section@1").score({ question: other, ranking: chunks, chunks }), null);
    assert.equal(parseMetric("hit@1").score({ question, ranking: chunks, chunks }), null);
  });
});

describe("headingRows", () => {
  const policy = new Policy(config.statistics);
  const scores = (values: number[], arm = "a"): ScoreRow[] =>
    values.map((value, i) => {
      return { retriever: "bm25", arm, question: `q${i}`, page: `p${i}`, type: "h2", metric: "m", value };
    });

  it("sets the two runs side by side, the gap with its interval", () => {
    const with_ = [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1];
    const without = [1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0];
    const [row] = headingRows(scores(with_), [...scores(without)].reverse(), new Map([["a", 11]]), policy);
    assert.deepEqual([row.n, row.pages, row.reachable], [12, 12, 11]);
    assert.deepEqual([row.as_indexed, row.without_titles], [10 / 12, 5 / 12]);
    assert.ok(Math.abs(row.gap - 5 / 12) < 1e-12);
    assert.equal(row.ci_method, "tango");
    assert.deepEqual([row.lo, row.hi], tango(7, 5, 0, 0, config.statistics.level));
  });

  it("refuses a question that was scored in one run only", () => {
    assert.throws(
      () => headingRows(scores([1, 0]), scores([1]), new Map(), policy),
      /not scored without titles/,
    );
  });
});

describe("runHeadingStudy", () => {
  it("shows what title words explain", async () => {
    const inputs = {
      config,
      arms: await resolveArms(config, "."),
      pages,
      questions: [],
      warnings: [],
      notes: [],
      hashes: { corpus_sha256: "", test_sets: [] },
    };
    const { rows, queries: asked } = await runHeadingStudy(inputs, { min_chars: 50, min_words: 2 });
    assert.equal(asked.questions.length, 6);
    const cells = rows.map(({ arm, metric, reachable, as_indexed, without_titles, gap }) => {
      return { arm, metric, reachable, as_indexed, without_titles, gap };
    });
    assert.deepEqual(cells, [
      {
        arm: "heading + path",
        metric: "half_in_section@1",
        reachable: 6,
        as_indexed: 1,
        without_titles: 0,
        gap: 1,
      },
      {
        arm: "heading + path",
        metric: "half_in_section@5",
        reachable: 6,
        as_indexed: 1,
        without_titles: 0,
        gap: 1,
      },
      { arm: "fixed", metric: "half_in_section@1", reachable: 0, as_indexed: 0, without_titles: 0, gap: 0 },
      { arm: "fixed", metric: "half_in_section@5", reachable: 0, as_indexed: 0, without_titles: 0, gap: 0 },
    ]);
  });

  it("counts the queries that an arm can be right about at all", () => {
    const chunks = pages.flatMap((page) => chunkPage(page, { strategy: "heading" }));
    assert.equal(reachableCount(chunks, queries.questions), 6);
    assert.equal(reachableCount(chunks.slice(0, 2), queries.questions), 1);
  });
});
