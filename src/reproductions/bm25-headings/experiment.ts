import { headingRows } from "../../study/heading-study.js";
import { Policy, ScoreTable, type StudyInputs, summarize } from "../../study/index.js";
import { comparePair, withAdjustedP } from "../../study/paired.js";
import { Comparison, type ComparisonRow, type Expected, type Measured } from "../comparison.js";
import { bringPages, studyFolder } from "../corpora.js";
import type { Experiment, ReproductionContext } from "../experiment.js";
import { fastapiDocs } from "../fastapi-docs.js";
import { headingLineQueries } from "../published/heading-line-queries.js";
import { averageLength, codeSplittingShare, crossingShare, digestOf } from "../published/measures.js";
import { type PublishedArm, publishedArm } from "../published/published-arm.js";
import { reproductionInputs } from "../study-inputs.js";
import { addDifferences } from "../study-scores.js";
import { type ArmValues, expectedArms, expectedPages, expectedQueries } from "./expected.js";
import { headingScores } from "./scores.js";
import { bm25HeadingTables, finding } from "./tables.js";

const id = "bm25-headings";
const source = fastapiDocs(id);

/** Which of the study's metrics is which published quantity. */
const publishedMetrics = {
  "half_in_section@1": "hit@1",
  "half_in_section@5": "hit@5",
  "half_in_section_MRR@5": "MRR",
} as const;

/** Agreement to three decimals. */
const toThreeDecimals = 0.0005;

/** Five strategies with BM25 and heading-derived queries on FastAPI's documentation. */
export const bm25Headings: Experiment = {
  id,
  title: "FastAPI docs, BM25, five strategies",
  about:
    "do chunks at headings win where headings are the queries, and how much of it is the titles' own words?",
  source,
  differences: [
    "The article's pages are an older version (151 of them), and it doesn't state its query rule: the one here is the plain reading that comes closest. So its values are shown and not held.",
    "Published, and kept here: a comment line in a code block opens a section; the last paragraph of a section is never checked against the limit (the longest chunk has 24,961 characters). The built-in `heading` and `paragraph` do neither.",
    "Lengths are code points, as in Python. In UTF-16 units there are 0 to 8 chunks more.",
  ],
  async workload({ corpora }) {
    await bringPages(studyFolder(id), source, corpora);
    return { characters: 0, exact: true };
  },
  async run(context: ReproductionContext) {
    const inputs = await reproductionInputs(id, source, context);
    context.onEvent({ kind: "step", text: "cutting the pages and searching them with BM25" });
    return compare(inputs, context);
  },
  tables: bm25HeadingTables,
  finding,
};

function compare(inputs: StudyInputs, { signal, onEvent }: ReproductionContext): ComparisonRow[] {
  const { arms, pages, config } = inputs;
  const comparison = new Comparison(id);
  const queries = headingLineQueries(pages);
  comparison.add({ arm: "", quantity: "pages", ours: pages.length }, ...expectedCounts(expectedPages));
  comparison.add({ arm: "", quantity: "queries", ours: queries.length }, ...expectedCounts(expectedQueries));

  const cut = arms.map((arm) => publishedArm(arm, pages));
  for (const arm of cut) addCounts(comparison, arm);

  const { indexed, withoutTitles } = headingScores(
    inputs,
    cut.map(({ chunked }) => chunked),
    queries,
  );
  signal?.throwIfAborted();
  onEvent({ kind: "step", text: "computing intervals and differences" });
  const policy = new Policy(config.statistics);
  const table = new ScoreTable(indexed);
  const shown = new Set<string>();
  for (const { arm, metric, estimate, n, lo, hi } of summarize(table, policy, ["all"])) {
    // The first row of a cell is the one to show; the others are other methods' intervals.
    if (shown.has(`${metric} ${arm}`)) continue;
    shown.add(`${metric} ${arm}`);
    const quantity =
      metric in publishedMetrics ? publishedMetrics[metric as keyof typeof publishedMetrics] : metric;
    const measured: Measured = { arm, quantity, ours: estimate, estimated: { n, lo, hi } };
    comparison.add(measured, ...expectedScores(arm, quantity));
  }
  // Differences are shown for all queries together: types would be computed for nothing.
  const untyped = new ScoreTable(indexed.map((row) => ({ ...row, type: "" })));
  const pairs = (config.comparisons ?? []).flatMap((pair) =>
    comparePair(untyped, pair, config.primary, policy, new Map()),
  );
  const compared = config.metrics.filter((metric) => metric !== "chars@5");
  addDifferences(comparison, { inputs, paired: withAdjustedP(pairs) }, { compared });
  for (const row of headingRows(indexed, withoutTitles, new Map(), policy)) {
    if (row.metric === "chars@5") continue;
    const { arm, metric, n, lo, hi } = row;
    comparison.add({ arm, quantity: `${metric} without title words`, ours: row.without_titles });
    comparison.add({
      arm,
      quantity: `${metric}, what title words explain`,
      ours: row.gap,
      estimated: { n, lo, hi },
    });
  }
  return comparison.rows;
}

function expectedCounts({ published, independent }: { published: number; independent: number }): Expected[] {
  return [
    { basis: "published", value: published, note: "the article's version of the pages" },
    { basis: "independent run", value: independent, tolerance: 0 },
  ];
}

function addCounts(comparison: Comparison, arm: PublishedArm): void {
  const { name, text } = arm.chunked.arm;
  const expected = expectedArms[name];
  const count = (quantity: keyof ArmValues, ours: number, tolerance: number): void =>
    comparison.add(
      { arm: name, quantity, ours },
      { basis: "published", value: expected.published[quantity] },
      { basis: "independent run", value: expected.independent[quantity], tolerance },
    );
  count("chunks", arm.pieces.length, 0);
  count("avg_chars", averageLength(arm.pieces.map(({ piece }) => piece.text)), 0.005);
  count("crosses_section_pct", 100 * crossingShare(arm), 0.005);
  count("splits_code_pct", 100 * codeSplittingShare(arm), 0.005);
  comparison.add(
    {
      arm: name,
      quantity: "sha256 of the texts",
      ours: digestOf(arm.chunked.texts),
      note: text.path === "none" ? "" : "the path's line included",
    },
    { basis: "independent run", value: expected.sha256, tolerance: 0 },
  );
}

function expectedScores(arm: string, quantity: string): Expected[] {
  const { published, independent } = expectedArms[arm];
  if (!(quantity in published)) return [];
  return [
    { basis: "published", value: published[quantity as keyof ArmValues] },
    { basis: "independent run", value: independent[quantity as keyof ArmValues], tolerance: toThreeDecimals },
  ];
}
