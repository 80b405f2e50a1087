import { parseMetric } from "../../evaluation/index.js";
import { basisText, metricTitle, noBandNotes } from "./caption.js";
import { domainOf, numbersFrom, scoreBounds, shareLabels } from "./scales.js";
import { dashBy, type FigureSpec, figure, haloed } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { ascending, cutNotes, type SweepOptions, type SweepPoint, sweepTitle } from "./sweep.js";
import { ink, lineLooks, textSize } from "./theme.js";

/**
 * A sweep as lines over `break_pct`, one for each `max_chars`, with bands.
 *
 * @throws RangeError where there is no point
 */
export function sweepLines(points: readonly SweepPoint[], options: SweepOptions): FigureSpec {
  const { metric, scores, marked = [] } = options;
  const { scale } = parseMetric(metric);
  const limits = ascending(atLeastOne(points, "cells of the sweep").map(({ max_chars }) => max_chars));
  const looks = limits.map((_, i) => lineLooks[i % lineLooks.length]);
  const steps = ascending(points.map(({ break_pct }) => break_pct));
  const margin = 0.04 * (steps[steps.length - 1] - steps[0]) || 0.05;
  const x = {
    ...numbersFrom([Math.max(0, steps[0] - margin), steps[steps.length - 1] + margin], {
      title: "break_pct",
      values: [...steps],
      format: ".3~f",
      labelOverlap: true,
      grid: false,
    }),
    field: "break_pct",
  };
  const y = numbersFrom(
    domainOf(
      points.flatMap(({ lo, estimate, hi }) => [lo, estimate, hi]),
      scoreBounds(scale),
      scale === "amount" ? 0 : 0.1,
    ),
    {
      title: metricTitle(metric),
      tickCount: 6,
      ...(scale === "amount" ? { format: ",d" } : { labelExpr: shareLabels }),
    },
  );
  const by = { field: "max_chars", type: "nominal" } as const;
  const legend = {
    title: "max_chars",
    orient: "right",
    format: ",d",
    symbolOpacity: 1,
    symbolStrokeWidth: 0,
  } as const;
  const color = { ...by, scale: { domain: limits, range: looks.map((look) => look.color) }, legend };
  return figure(
    sweepTitle(options, "over break_pct, by max_chars"),
    [
      `${scores === undefined ? "" : `${scores}. `}${basisText([options])}`,
      ...noBandNotes(points),
      ...cutNotes(points),
    ],
    600,
    {
      width: 480,
      height: 300,
      layer: [
        {
          data: { values: points.map((point) => ({ ...point })) },
          encoding: { x, color },
          layer: [
            {
              transform: [{ filter: "datum.lo !== null" }],
              mark: { type: "area", opacity: 0.1 },
              encoding: { y: { ...y, field: "lo" }, y2: { field: "hi" } },
            },
            {
              mark: { type: "line", strokeWidth: 2 },
              encoding: {
                y: { ...y, field: "estimate" },
                strokeDash: dashBy("max_chars", new Map(limits.map((limit, i) => [limit, looks[i].dash]))),
              },
            },
            {
              mark: { type: "point", filled: true },
              encoding: {
                y: { ...y, field: "estimate" },
                shape: { ...by, scale: { domain: limits, range: looks.map(({ shape }) => shape) }, legend },
              },
            },
            {
              transform: [{ filter: "datum.cut === true" }],
              mark: { type: "text", dy: -11, fontSize: textSize.label, text: "†" },
              encoding: { y: { ...y, field: "estimate" } },
            },
          ],
        },
        ...(marked.length === 0
          ? []
          : [
              {
                data: { values: markedPoints(points, marked) },
                layer: [
                  {
                    mark: {
                      type: "point" as const,
                      shape: "circle",
                      size: 260,
                      color: ink.text,
                      strokeWidth: 1.4,
                    },
                    encoding: { x, y: { ...y, field: "estimate" } },
                  },
                  ...haloed({ x, y: { ...y, field: "estimate" }, text: { field: "label" } }, { dy: 19 }),
                ],
              },
            ]),
      ],
    },
  );
}

function markedPoints(points: readonly SweepPoint[], marked: SweepOptions["marked"] = []) {
  return marked.flatMap(({ break_pct, max_chars, label }) =>
    points
      .filter((point) => point.break_pct === break_pct && point.max_chars === max_chars)
      .map(({ estimate }) => ({ break_pct, max_chars, estimate, label })),
  );
}
