import { counted } from "../format.js";
import { numbersFrom, shareLabels } from "./scales.js";
import { dashBy, type FigureSpec, figure } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { lineLooks } from "./theme.js";

export interface BreakHeadingPoint {
  readonly break_pct: number;
  /** Of the topic breaks, those right before a heading; null where there is no break. */
  readonly breaks_on_heading_share: number | null;
  /** Of the headings, those with a topic break right before; null where there is no heading. */
  readonly headings_found_share: number | null;
}

export interface BreakHeadingOptions {
  readonly pages: number;
  readonly headings: number;
  readonly min_chars?: number;
  readonly max_chars?: number;
}

const series = [
  { field: "breaks_on_heading_share", text: "breaks that fall on a heading" },
  { field: "headings_found_share", text: "headings that are found by a break" },
] as const;

/**
 * What semantic breaks have to do with headings, as `break_pct` grows: which share of them falls on a heading, and
 * which share of the headings they find.
 *
 * @throws RangeError where there is no point
 */
export function breakHeadingCurve(
  points: readonly BreakHeadingPoint[],
  { pages, headings, min_chars, max_chars }: BreakHeadingOptions,
): FigureSpec {
  const values = series.flatMap(({ field, text }) =>
    atLeastOne(points, "points").flatMap((point) => {
      const share = point[field];
      return share === null ? [] : [{ break_pct: point.break_pct, share, series: text }];
    }),
  );
  const domain = series.map(({ text }) => text);
  const looks = lineLooks.slice(0, series.length);
  const legend = { orient: "bottom", title: null } as const;
  const limits = Object.entries({ min_chars, max_chars }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  const by = { field: "series", type: "nominal" } as const;
  return figure(
    "Semantic breaks and headings",
    [
      `n = ${counted(headings, "heading")} on ${counted(pages, "page")}${limits.map((limit) => `; ${limit}`).join("")}.`,
      "Counted over the whole corpus, so without interval.",
    ],
    560,
    {
      width: 480,
      height: 260,
      data: { values },
      encoding: {
        x: {
          ...numbersFrom([0, Math.max(...points.map(({ break_pct }) => break_pct))], {
            title: "break_pct (nominal share of breaks)",
            grid: false,
          }),
          field: "break_pct",
        },
        y: {
          ...numbersFrom([0, 1], { title: "share", labelExpr: shareLabels, tickCount: 5 }),
          field: "share",
        },
        color: { ...by, scale: { domain, range: looks.map(({ color }) => color) }, legend },
      },
      layer: [
        {
          mark: { type: "line", strokeWidth: 2 },
          encoding: {
            strokeDash: dashBy("series", new Map(domain.map((text, i) => [text, looks[i].dash]))),
          },
        },
        {
          mark: { type: "point", filled: true },
          encoding: { shape: { ...by, scale: { domain, range: looks.map(({ shape }) => shape) }, legend } },
        },
      ],
    },
  );
}
