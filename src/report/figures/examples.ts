import type { LossRow } from "../../review/index.js";
import { breakHeadingCurve } from "./break-heading-curve.js";
import { chunkLengths } from "./chunk-lengths.js";
import { corpusShape } from "./corpus-shape.js";
import { type CostPoint, costScore } from "./cost-score.js";
import { differenceDots } from "./difference-dots.js";
import { type BudgetPoint, equalContext } from "./equal-context.js";
import { eightArms, pairedOf, sixTypes, summaryOf, twelveArms, varied } from "./fixtures.js";
import { lossBars } from "./loss-bars.js";
import { questionsByType } from "./questions-by-type.js";
import { scoreDots } from "./score-dots.js";
import { scoreDotsByType } from "./score-dots-by-type.js";
import { type CurveUnit, similarityCurve } from "./similarity-curve.js";
import type { FigureSpec } from "./spec.js";
import { type HeatPoint, sweepHeat } from "./sweep-heat.js";
import { sweepLines } from "./sweep-lines.js";

/** What the captions of examples say. */
export const basis = {
  n: 106,
  pages: 44,
  ci_method: "wilson-cluster",
  level: 0.95,
  retriever: "dense",
} as const;

const rounded = (value: number): number => Number(value.toFixed(3));

/** Chunk lengths of a few arms; one chunk is overlong. */
export function exampleChunks(): { arm: string; chars: number }[] {
  const chunks = eightArms.flatMap(({ arm }, a) =>
    Array.from({ length: 60 + 11 * a }, (_, i) => ({
      arm,
      chars: a === 0 ? (i % 9 === 0 ? 430 : 800) : Math.round(60 + 1140 * varied(a, i) ** (1 + a / 6)),
    })),
  );
  return [...chunks, { arm: "heading", chars: 9000 }];
}

/** A page of 40 units in order; every sixth is a heading. */
export function exampleUnits(): CurveUnit[] {
  return Array.from({ length: 40 }, (_, unit) => ({
    page: "pino/docs/api.md",
    unit,
    start: 100 * unit,
    similarity_to_next: unit === 39 ? null : rounded(0.15 + 0.7 * varied(unit)),
  }));
}

/** A sweep of five values of `break_pct` by three of `max_chars`; the longest chunks are cut. */
export function exampleSweep(): HeatPoint[] {
  return [500, 800, 1200].flatMap((max_chars, i) =>
    [0.05, 0.1, 0.2, 0.3, 0.4].map((break_pct, j) => {
      const estimate = rounded(0.55 + 0.12 * Math.sin(j / 1.5 + i) + 0.04 * i);
      return {
        break_pct,
        max_chars,
        estimate,
        lo: rounded(estimate - 0.09),
        hi: rounded(estimate + 0.08),
        cut: max_chars === 1200,
        indistinguishable: estimate > 0.66,
      };
    }),
  );
}

export const sweepOptions = {
  ...basis,
  metric: "hit@3000c",
  strategy: "semantic",
  ci_method: "simultaneous max-t bands",
  scores: "Cross-fitted scores",
  marked: [
    { break_pct: 0.2, max_chars: 1200, label: "default" },
    { break_pct: 0.1, max_chars: 800, label: "chosen" },
  ],
} as const;

/** Cost and score of the eight arms; one has no interval. */
export function exampleCosts(): CostPoint[] {
  const points = eightArms.map(({ arm }, a) => {
    const estimate = rounded(0.5 + 0.25 * varied(a, 9));
    const interval =
      a === 5 ? { lo: null, hi: null } : { lo: rounded(estimate - 0.09), hi: rounded(estimate + 0.08) };
    return { arm, cost: Math.round(1500 + 2600 * varied(a, 4)), estimate, ...interval };
  });
  return points.map((point) => ({
    ...point,
    onFront: !points.some(({ cost, estimate }) => cost < point.cost && estimate > point.estimate),
  }));
}

/** Scores of the eight arms at five budgets. */
export function exampleBudgets(): BudgetPoint[] {
  return eightArms.flatMap(({ arm }, a) =>
    [500, 1000, 1500, 3000, 6000].map((budget, b) => {
      const estimate = rounded(0.25 + 0.12 * b + 0.12 * varied(a, 2));
      return { arm, budget, estimate, lo: rounded(estimate - 0.08), hi: rounded(estimate + 0.08) };
    }),
  );
}

/** Arms with every reason, with one, and with none. */
export const exampleLosses: readonly LossRow[] = [
  { arm: "fixed 800/100", cut: 8, covered: 3, diluted: 5, lacking_context: 6, retrieval: 4 },
  { arm: "heading + path", cut: 0, covered: 0, diluted: 1, lacking_context: 0, retrieval: 9 },
  { arm: "semantic", cut: 12, covered: 0, diluted: 0, lacking_context: 0, retrieval: 0 },
  { arm: "hybrid", cut: 0, covered: 0, diluted: 0, lacking_context: 0, retrieval: 0 },
].map((row) => {
  const missed = row.cut + row.covered + row.diluted + row.lacking_context + row.retrieval;
  return { retriever: "dense", metric: "hit@3000c", n: 78, missed, ...row };
});

/** Every figure with a small input, by the name of its snapshot. */
export const examples: Readonly<Record<string, () => FigureSpec>> = {
  "score-dots": () =>
    scoreDots(
      summaryOf(eightArms).map((row) => (row.arm === "hybrid" ? { ...row, lo: null, hi: null } : row)),
      { retriever: "dense", metric: "hit@3000c", arms: eightArms },
    ),
  "score-dots-twelve-arms": () =>
    scoreDots(summaryOf(twelveArms), { retriever: "dense", metric: "hit@3000c", arms: twelveArms }),
  "score-dots-by-type": () =>
    scoreDotsByType(summaryOf(eightArms), { retriever: "dense", metric: "hit@3000c", arms: eightArms }),
  "difference-dots": () =>
    differenceDots(pairedOf("1"), { retriever: "dense", metric: "hit@3000c", level: 0.95 }),
  "difference-dots-exploratory": () =>
    differenceDots(pairedOf("", "table"), {
      retriever: "dense",
      metric: "hit@3000c",
      type: "table",
      level: 0.95,
    }),
  "chunk-lengths": () => chunkLengths(exampleChunks(), { max_chars: 1200, arms: eightArms }),
  "similarity-curve": () =>
    similarityCurve(exampleUnits(), {
      headings: [0, 6, 12, 18, 24, 30, 36].map((unit) => ({
        start: 100 * unit,
        title: unit % 4 === 0 ? `Options ${unit}` : "A title that is too long to be written over a curve",
      })),
      breaks: [
        { after: 1, cause: "topic" },
        { after: 8, cause: "topic" },
        { after: 12, cause: "size" },
        { after: 18, cause: "topic" },
        { after: 29, cause: "size" },
      ],
      cutoff: 0.256,
      break_pct: 0.2,
      min_chars: 200,
      max_chars: 1200,
    }),
  "break-heading-curve": () =>
    breakHeadingCurve(
      [0, 0.05, 0.1, 0.2, 0.3, 0.4].map((break_pct) => ({
        break_pct,
        breaks_on_heading_share: break_pct === 0 ? null : rounded(0.8 - 0.9 * break_pct),
        headings_found_share: rounded(0.1 + 1.5 * break_pct),
      })),
      { pages: 44, headings: 812, min_chars: 200, max_chars: 1200 },
    ),
  "sweep-lines": () => sweepLines(exampleSweep(), sweepOptions),
  "sweep-heat": () => sweepHeat(exampleSweep(), sweepOptions),
  "cost-score": () =>
    costScore(exampleCosts(), { ...basis, metric: "hit@3000c", cost: "chars@5", arms: eightArms }),
  "equal-context": () => equalContext(exampleBudgets(), { ...basis, arms: eightArms }),
  "corpus-shape": () =>
    corpusShape(
      {
        headings_per_page: Array.from({ length: 44 }, (_, i) => Math.round(40 * varied(i, 1) ** 2)),
        section_chars: [
          ...Array.from({ length: 300 }, (_, i) => Math.round(40 + 3000 * varied(i, 2) ** 4)),
          40000,
        ],
        characters: { prose: 210000, list: 60000, code: 140000, table: 9000 },
      },
      "quickstart",
    ),
  "questions-by-type": () =>
    questionsByType(
      sixTypes.map((type, i) => ({
        type,
        questions: [31, 14, 9, 18, 12, 22][i],
        pages: [20, 12, 7, 14, 11, 15][i],
      })),
      { name: "quickstart", pages: 44 },
    ),
  "loss-bars": () => lossBars(exampleLosses, { retriever: "dense" }),
};
