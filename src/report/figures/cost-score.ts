import { parseMetric } from "../../evaluation/index.js";
import { type ArmNote, armLooks, armScales, armText, lookNotes } from "./arm-look.js";
import {
  type Basis,
  basisText,
  metricTitle,
  notEstimableNotes,
  retrieverOf,
  retrieverText,
} from "./caption.js";
import { placeLabels } from "./place-labels.js";
import { type Domain, domainOf, numbersFrom, scoreBounds, shareLabels } from "./scales.js";
import { type FigureSpec, figure, haloed } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { textWidth } from "./text-width.js";
import { ink, textSize } from "./theme.js";

export interface CostPoint {
  readonly arm: string;
  readonly cost: number;
  readonly estimate: number;
  readonly lo: number | null;
  readonly hi: number | null;
  /** No other arm is both cheaper and better. */
  readonly onFront: boolean;
}

export interface CostScoreOptions extends Basis {
  readonly retriever: string;
  readonly metric: string;
  /** What `cost` is: a metric such as `chars@5`, or words for an axis. */
  readonly cost: string;
  readonly arms?: readonly ArmNote[];
  /** What the points are settings of, where that isn't a whole study. */
  readonly subject?: string;
  /** Points alone, where intervals would cover the labels of many (default false). */
  readonly withoutIntervals?: boolean;
  /** More for the caption. */
  readonly notes?: readonly string[];
}

const plot = { width: 560, height: 380 } as const;
const labelWidth = 200;

/**
 * What arms score against what they cost, with the efficient front: the arms that no other is both cheaper and better
 * than.
 *
 * @throws RangeError where there is no point
 */
export function costScore(given: readonly CostPoint[], options: CostScoreOptions): FigureSpec {
  const { retriever, metric, cost, arms = [], subject, withoutIntervals = false, notes = [] } = options;
  const { scale } = parseMetric(metric);
  const points = withoutIntervals
    ? given.map((point) => ({ ...point, lo: point.estimate, hi: point.estimate }))
    : given;
  const looks = armLooks(
    atLeastOne(points, "arms with a cost").map(({ arm }) => arm),
    arms,
  );
  const labelOf = new Map(looks.map((look) => [look.arm, armText(look, labelWidth, textSize.small)]));
  const xDomain = domainOf(
    points.map((point) => point.cost),
    [0, Number.POSITIVE_INFINITY],
  );
  const yDomain = domainOf(
    points.flatMap(({ lo, estimate, hi }) => [lo, estimate, hi]),
    scoreBounds(scale),
    scale === "amount" ? 0 : 0.2,
  );
  const x = {
    ...numbersFrom(xDomain, { title: costTitle(cost), format: ",~r", tickCount: 7 }),
    field: "cost",
  };
  const y = numbersFrom(yDomain, {
    title: metricTitle(metric),
    tickCount: 6,
    ...(scale === "amount" ? { format: ",d" } : { labelExpr: shareLabels }),
  });
  const front = points
    .filter(({ onFront }) => onFront)
    .sort((a, b) => a.cost - b.cost)
    .map((point) => ({ cost: point.cost, estimate: point.estimate }));
  const scales = armScales(looks);
  const stroke = { field: "arm", type: "nominal", scale: scales.color, legend: null } as const;
  const estimate = { ...y, field: "estimate" };
  const labels = placed(points, labelOf, xDomain, yDomain);
  return figure(
    `${metric} against ${cost}: ${subject === undefined ? "" : `${subject}, `}${retrieverText(retrieverOf(metric, retriever))}, all questions`,
    [
      withoutIntervals ? basisText([options]).replace(/; .*/, ".") : basisText([options]),
      ...notes,
      "Grey line: the efficient front; no arm is both cheaper and better than one on it.",
      ...notEstimableNotes(points),
      ...lookNotes(looks),
    ],
    620,
    {
      ...plot,
      layer: [
        {
          data: { values: front },
          mark: { type: "line", color: ink.pale, strokeWidth: 5 },
          encoding: { x, y: estimate },
        },
        {
          data: { values: points.map((point) => ({ ...point })) },
          layer: [
            {
              transform: [{ filter: "datum.lo !== null" }],
              mark: { type: "rule", strokeWidth: 1.4 },
              encoding: { x, y: { ...y, field: "lo" }, y2: { field: "hi" }, stroke },
            },
            {
              mark: { type: "point", size: 110 },
              encoding: {
                x,
                y: estimate,
                stroke,
                shape: { field: "arm", type: "nominal", scale: scales.shape, legend: null },
                fill: {
                  condition: { test: "datum.lo === null", value: ink.paper },
                  field: "arm",
                  type: "nominal",
                  scale: scales.fill,
                  legend: null,
                },
                strokeDash: { condition: { test: "datum.lo === null", value: [2, 2] }, value: [1, 0] },
              },
            },
          ],
        },
        {
          data: { values: labels },
          layer: haloed(
            {
              x: { ...x, field: "label_cost" },
              y: { ...y, field: "label_estimate" },
              text: { field: "label" },
            },
            { baseline: "middle" as const, fontSize: textSize.small },
          ),
        },
      ],
    },
  );
}

function costTitle(cost: string): string {
  return /^(chars|tokens)@\d+$/.test(cost) ? metricTitle(cost) : cost;
}

/** Labels beside their points, places in the units of the scales, so that they follow when the figure is resized. */
function placed(
  points: readonly CostPoint[],
  labelOf: ReadonlyMap<string, string>,
  xDomain: Domain,
  yDomain: Domain,
) {
  const toX = (cost: number): number => (plot.width * (cost - xDomain[0])) / (xDomain[1] - xDomain[0]);
  const toY = (score: number): number => (plot.height * (yDomain[1] - score)) / (yDomain[1] - yDomain[0]);
  const texts = points.map(({ arm }) => labelOf.get(arm) ?? arm);
  const places = placeLabels(
    points.map(({ cost, estimate, lo, hi }, i) => ({
      x: toX(cost),
      y: toY(estimate),
      top: toY(hi ?? estimate),
      bottom: toY(lo ?? estimate),
      width: textWidth(texts[i], textSize.small),
      height: textSize.small + 2,
    })),
    { left: 0, top: 0, right: plot.width, bottom: plot.height },
  );
  const [perX, perY] = [(xDomain[1] - xDomain[0]) / plot.width, (yDomain[1] - yDomain[0]) / plot.height];
  const tidy = (value: number): number => Number(value.toPrecision(6));
  return places.map((place, i) => ({
    label: texts[i],
    label_cost: tidy(xDomain[0] + place.x * perX),
    label_estimate: tidy(yDomain[1] - place.y * perY),
  }));
}
