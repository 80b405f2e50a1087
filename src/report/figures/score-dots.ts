import { parseMetric } from "../../evaluation/index.js";
import { allTypes, type SummaryRow } from "../../study/index.js";
import { digitsFor, notEstimable, share, whole, withInterval } from "../format.js";
import { type ArmLook, type ArmNote, armLines, armLooks, armScales, lookNotes } from "./arm-look.js";
import { axisLabels, rowStep } from "./axis-labels.js";
import {
  basisText,
  metricTitle,
  notEstimableNotes,
  retrieverOf,
  retrieverText,
  typeText,
} from "./caption.js";
import { type Domain, domainOf, numbersFrom, scoreBounds, shareLabels } from "./scales.js";
import { type FigureSpec, figure, type View } from "./spec.js";
import { atLeastOne, shownRows } from "./summary-rows.js";
import { ink, textSize } from "./theme.js";

export interface ScoreDotsOptions {
  readonly retriever: string;
  readonly metric: string;
  /** The study's arms in order, with settings: the rows of `chunk_stats.csv`. Without, arms stand as they come. */
  readonly arms?: readonly ArmNote[];
}

const plotWidth = 400;

/**
 * Arms under each other on one scale: a dot for the score over all questions, a rule for its interval, and the numbers
 * beside them.
 *
 * @param summary rows of `summary.csv`; of each cell the first counts
 * @throws RangeError where there is no row of the retriever and the metric
 */
export function scoreDots(
  summary: readonly SummaryRow[],
  { retriever, metric, arms = [] }: ScoreDotsOptions,
): FigureSpec {
  const found = shownRows(summary, { retriever, metric }).filter(({ type }) => type === allTypes);
  const rows = atLeastOne(found, `${metric} of ${retrieverOf(metric, retriever)} over all questions`);
  const looks = armLooks(
    rows.map(({ arm }) => arm),
    arms,
  );
  const { scale } = parseMetric(metric);
  const x = {
    domain: domainOf(
      rows.flatMap(({ lo, estimate, hi }) => [lo, estimate, hi]),
      scoreBounds(scale),
      scale === "amount" ? 0 : 0.2,
    ),
    title: metricTitle(metric),
    isShare: scale !== "amount",
  };
  return figure(
    `${metric} by arm: ${retrieverText(retrieverOf(metric, retriever))}, ${typeText(allTypes)}`,
    [basisText(rows), ...notEstimableNotes(rows), ...lookNotes(looks)],
    700,
    {
      width: plotWidth,
      height: { step: rowStep(labelsOf(looks), 28) },
      data: { values: rows.map((row) => ({ ...row, text: numbers(row) })) },
      encoding: { y: armRows(looks) },
      layer: [
        ...dotLayers(looks, x),
        {
          mark: { type: "text", align: "left", fontSize: textSize.label },
          encoding: { x: { value: plotWidth + 14 }, text: { field: "text" } },
        },
      ],
    },
  );
}

/** As in the tables: a count where there is no interval, since then it is all there is to say. */
function numbers({ metric, estimate, n, lo, hi }: SummaryRow): string {
  const { scale } = parseMetric(metric);
  if (scale === "amount") {
    const interval = lo === null || hi === null ? notEstimable : `[${whole(lo)}, ${whole(hi)}]`;
    return `${whole(estimate)} ${interval}`;
  }
  if (lo === null && scale === "binary")
    return `${share(estimate)} (${Math.round(estimate * n)}/${n}) ${notEstimable}`;
  return withInterval(estimate, lo, hi, digitsFor(n));
}

export interface ScoreAxis {
  readonly domain: Domain;
  readonly title: string | null;
  readonly isShare: boolean;
}

/** The labels of an axis of arms. */
export function labelsOf(looks: readonly ArmLook[]): Map<string, string[]> {
  return new Map(looks.map((look) => [look.arm, armLines(look)]));
}

/** A line for each arm. */
export function armRows(looks: readonly ArmLook[]) {
  return {
    field: "arm",
    type: "nominal",
    sort: looks.map(({ arm }) => arm),
    axis: {
      title: null,
      domain: false,
      ticks: false,
      grid: true,
      ...axisLabels(labelsOf(looks)),
    },
  } as const;
}

/** Rules and dots of rows with `arm`, `estimate`, `lo` and `hi`. */
export function dotLayers(looks: readonly ArmLook[], { domain, title, isShare }: ScoreAxis): View[] {
  const scales = armScales(looks);
  const x = numbersFrom(domain, {
    title,
    tickCount: 6,
    ...(isShare ? { labelExpr: shareLabels } : { format: ",d" }),
  });
  const noInterval = "datum.lo === null";
  return [
    {
      transform: [{ filter: "datum.lo !== null" }],
      mark: { type: "rule" },
      encoding: {
        x: { ...x, field: "lo" },
        x2: { field: "hi" },
        color: { field: "arm", type: "nominal", scale: scales.color, legend: null },
      },
    },
    {
      mark: { type: "point" },
      encoding: {
        x: { ...x, field: "estimate" },
        shape: { field: "arm", type: "nominal", scale: scales.shape, legend: null },
        stroke: { field: "arm", type: "nominal", scale: scales.color, legend: null },
        fill: {
          condition: { test: noInterval, value: ink.paper },
          field: "arm",
          type: "nominal",
          scale: scales.fill,
          legend: null,
        },
        strokeDash: { condition: { test: noInterval, value: [2, 2] }, value: [1, 0] },
      },
    },
  ];
}
