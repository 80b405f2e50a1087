import { parseMetric } from "../../evaluation/index.js";
import { digitsFor, share, whole } from "../format.js";
import { basisText, metricTitle } from "./caption.js";
import { type FigureSpec, figure } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { ascending, cutNotes, type SweepOptions, type SweepPoint, sweepTitle } from "./sweep.js";
import { ink, textSize } from "./theme.js";

export interface HeatPoint extends SweepPoint {
  /** Can't be told from the best cell. */
  readonly indistinguishable: boolean;
}

const cell = { width: 64, height: 44 } as const;

/** From pale to dark, one hue: read by lightness alone, so by everyone; black text is readable on all of them. */
const shades = ["#F7FBFF", "#4A98C9"] as const;

/**
 * A sweep as a map of cells, darker for better, with each score written in its cell and the cells outlined that can't
 * be told from the best.
 *
 * @throws RangeError where there is no point
 */
export function sweepHeat(points: readonly HeatPoint[], options: SweepOptions): FigureSpec {
  const { metric, scores, marked = [], n } = options;
  const { scale, better } = parseMetric(metric);
  const estimates = atLeastOne(points, "cells of the sweep").map(({ estimate }) => estimate);
  const steps = ascending(points.map(({ break_pct }) => break_pct));
  const limits = ascending(points.map(({ max_chars }) => max_chars));
  const [low, high] = [Math.min(...estimates), Math.max(...estimates)];
  const labelOf = (point: HeatPoint): string[] => {
    const score = scale === "amount" ? whole(point.estimate) : share(point.estimate, digitsFor(n));
    const mark = marked.find(
      (each) => each.break_pct === point.break_pct && each.max_chars === point.max_chars,
    );
    return [point.cut ? `${score} †` : score, ...(mark === undefined ? [] : [mark.label])];
  };
  const values = points.map((point) => ({ ...point, label: labelOf(point) }));
  const outlined = points.filter(({ indistinguishable }) => indistinguishable).length;
  const axis = { domain: false, ticks: false, grid: false, labelAngle: 0 } as const;
  return figure(
    sweepTitle(options, "by break_pct and max_chars"),
    [
      `${metricTitle(metric)}; darker is better. ${scores === undefined ? "" : `${scores}. `}`.trimEnd(),
      basisText([options]),
      `Outlined: ${whole(outlined)} of ${whole(points.length)} cells, which can't be told from the best.`,
      ...cutNotes(points),
    ],
    Math.max(460, cell.width * steps.length + 60),
    {
      width: { step: cell.width },
      height: { step: cell.height },
      data: { values },
      encoding: {
        x: {
          field: "break_pct",
          type: "ordinal",
          sort: steps,
          scale: { padding: 0 },
          axis: { ...axis, title: "break_pct" },
        },
        y: {
          field: "max_chars",
          type: "ordinal",
          sort: [...limits].reverse(),
          scale: { padding: 0 },
          axis: { ...axis, title: "max_chars", format: ",d" },
        },
      },
      layer: [
        {
          mark: { type: "rect", stroke: ink.paper, strokeWidth: 1 },
          encoding: {
            color: {
              field: "estimate",
              type: "quantitative",
              scale: {
                domain: high === low ? [low - 1, high + 1] : [low, high],
                range: better === "higher" ? [...shades] : [...shades].reverse(),
                interpolate: "lab",
              },
              legend: null,
            },
          },
        },
        {
          transform: [{ filter: "datum.indistinguishable" }],
          mark: {
            type: "rect",
            filled: false,
            stroke: ink.text,
            strokeWidth: 2.5,
            width: cell.width - 5,
            height: cell.height - 5,
          },
        },
        {
          mark: {
            type: "text",
            fontSize: textSize.label,
            lineHeight: 14,
            dy: { expr: "length(datum.label) > 1 ? -7 : 0" },
          },
          encoding: { text: { field: "label" } },
        },
      ],
    },
  );
}
