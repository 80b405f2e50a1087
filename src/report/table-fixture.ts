import type { PairedRow, SummaryRow, Verdict } from "../study/index.js";
import type { ResultFolder } from "./result-folder.js";
import type { Estimate, ResultTable } from "./table.js";

/*
 * Small results for the tables' tests, with names that each medium would take for something else.
 */

const estimate = (of: Partial<Estimate>): Estimate => ({
  kind: "estimate",
  estimate: 0,
  lo: null,
  hi: null,
  n: 78,
  ci_method: "wilson",
  flag: "",
  count: null,
  digits: 2,
  mark: null,
  ...of,
});

/** A table with every kind of cell. */
export const smallTable: ResultTable = {
  title: "dense: all | questions",
  header: ["arm", "chunks", { label: "code_1", n: 13 }, "hit@5", "p"],
  rows: [
    [
      { kind: "arm", name: "heading + path", isCut: false },
      { kind: "amount", value: 1204, mark: null },
      estimate({ estimate: 10 / 13, lo: 0.497, hi: 0.918, n: 13, count: 10, mark: "near" }),
      estimate({ estimate: 0.808, lo: 0.709, hi: 0.88, mark: "best" }),
      { kind: "p", value: 0.0004 },
    ],
    [
      { kind: "arm", name: "<b>=semantic_&", isCut: true },
      { kind: "amount", value: 97, mark: null },
      estimate({ estimate: 1, n: 13, count: 13, mark: "best", flag: "n.e." }),
      estimate({ estimate: -0.051, lo: -0.132, hi: 0.036 }),
      { kind: "p", value: 0.0336 },
    ],
  ],
  notes: ["n = 78 questions.", "100 % of it."],
  marks: [
    { mark: "best", meaning: "best of the column." },
    { mark: "near", meaning: "can't be told from it." },
  ],
};

export const arms = ["heading", "semantic", "fixed #1"] as const;
const types = ["code", "=HYPERLINK(1)"] as const;

/** A row of `summary.csv` for a 0/1 score of hits among n. */
export function summaryRow(of: Partial<SummaryRow> & { hits: number; n: number }): SummaryRow {
  const { hits, ...given } = of;
  const mean = hits / of.n;
  return {
    retriever: "dense",
    arm: "heading",
    type: "all",
    metric: "hit@5",
    pages: 20,
    estimate: mean,
    lo: Math.max(0, Number((mean - 0.15).toFixed(3))),
    hi: Math.min(1, Number((mean + 0.15).toFixed(3))),
    ci_method: "wilson",
    level: 0.95,
    flag: "",
    ...given,
  };
}

/** A row of `paired.csv`, on the primary endpoint. */
export function pairedRow(of: Partial<PairedRow>): PairedRow {
  return {
    retriever: "dense",
    arm: "semantic",
    against: "heading",
    type: "all",
    metric: "hit@5",
    n: 40,
    pages: 20,
    affected: 12,
    difference: -0.05,
    lo: -0.132,
    hi: 0.036,
    ci_method: "expanded-percentile-cluster",
    p: 0.359,
    family: "1",
    p_adjusted: 1,
    wins: 3,
    ties: 32,
    losses: 5,
    ...of,
  };
}

const hits: Readonly<Record<string, readonly [all: number, code: number, other: number]>> = {
  heading: [32, 10, 22],
  semantic: [30, 10, 20],
  "fixed #1": [20, 6, 14],
};

export const verdict: Verdict = {
  retriever: "dense",
  metric: "hit@5",
  n: 40,
  pages: 20,
  arms: 3,
  ruled_out: [{ arm: "fixed #1", beaten_by: "heading", difference: 0.3, p: 0.0021 }],
  in_play: ["heading", "semantic"],
  cheapest: "semantic",
  cost_metric: "chars@5",
  separable: [],
  comparisons: 2,
  found_by_all: 15,
  found_by_none: 4,
  questions_needed: 340,
  smallest_difference: 0.05,
  orders: [],
  flips: [],
  cut_arms: [],
};

/** The results of a small study of three arms and two types. */
export const smallResults: ResultFolder = {
  summary: arms.flatMap((arm) => {
    const [all, code, other] = hits[arm];
    const chars = {
      metric: "chars@5",
      estimate: 3000 - 10 * arm.length,
      lo: 2500.5,
      hi: 3100.5,
      hits: 0,
      n: 40,
    };
    return [
      summaryRow({ arm, type: types[0], hits: code, n: 13 }),
      summaryRow({ arm, type: types[1], hits: other, n: 27 }),
      summaryRow({ arm, hits: all, n: 40, ci_method: "wilson-cluster" }),
      summaryRow({ arm, type: "macro", hits: all, n: 40, ci_method: "expanded-percentile-cluster" }),
      summaryRow({ arm, ...chars, ci_method: "bca" }),
    ];
  }),
  paired: [
    pairedRow({}),
    // A second interval of the same comparison, which isn't shown.
    pairedRow({ ci_method: "tango", lo: -0.9, hi: 0.9, p: null, family: "", p_adjusted: null }),
    pairedRow({ against: "fixed #1", difference: 0.25, lo: 0.1, hi: 0.4, p: 0.004, p_adjusted: 0.008 }),
    ...types.map((type, i) =>
      pairedRow({ type, n: [13, 27][i], difference: [0, -0.07][i], lo: i === 0 ? null : -0.2, family: "2" }),
    ),
    pairedRow({ type: "macro", p: null, family: "", p_adjusted: null }),
  ],
  interactions: [],
  losses: [],
  misses: [],
  remedies: [],
  chunk_stats: arms.map((arm, i) => ({
    arm,
    setting: i === 2 ? "fixed, size 800, overlap 100" : `${arm}, max_chars ${1200 + 300 * i}`,
    chunks: 600 + i,
    chars_mean: 500.4,
    chars_min: 5,
    chars_p10: 80,
    chars_median: 410,
    chars_p90: 1100,
    chars_max: 1200,
    embedded_chars_mean: 500.4,
    has_path_share: 1,
    title_twice_share: 0,
    crosses_section_share: 0.1,
    splits_code_share: 0.02,
    splits_table_share: 0,
    splits_list_share: 0.05,
    cut_texts: i,
    cut_share: i === 1 ? 0.02 : 0,
    breaks_topic: null,
    breaks_size: null,
    breaks_realised_share: null,
    breaks_on_heading_share: null,
  })),
  verdict,
  manifest: {
    seamlab: "0.1.0",
    study: "small & 100 %",
    corpus: {
      source: { npm: { "pkg_a@1.0.0": "docs/**/*.md" } },
      pages: 20,
      characters: 41378,
      sha256: "436bf708b1bd777e2531fabaa4538475446c638ddad38651d8b7c0246847c875",
    },
    test_sets: [
      { file: "test_set.json", sha256: "065f0be6e9be26bf6657b4f4480dcc3479b588e00f6322e5346de46d48230a59" },
    ],
    questions: 40,
    embedder: { model: "all-MiniLM-L6-v2", dtype: "fp32", max_tokens: 512 },
    retrieval: { retrievers: ["dense"] },
    metrics: ["hit@5", "hit@3000c", "chars@5"],
    arms: [
      { name: "heading", setting: "heading, max_chars 1200" },
      { name: "semantic", setting: "semantic, break_pct 0.2, max_chars 1500" },
      { name: "fixed #1", setting: "fixed, size 800, overlap 100" },
    ],
    primary: { retriever: "dense", metric: "hit@5" },
    statistics: { seed: 7, resamples: 9999, level: 0.95, smallest_difference: 0.05 },
  },
  date: "2026-11-29",
};
