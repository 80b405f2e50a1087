import { counted, share, whole } from "../format.js";
import { numbersFrom, shareLabels } from "./scales.js";
import { type FigureSpec, figure } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { shortened } from "./text-width.js";
import { ink, okabeIto, textSize } from "./theme.js";

/** What the curve needs of a row of `units.csv`. */
export interface CurveUnit {
  readonly page: string;
  readonly unit: number;
  readonly start: number;
  readonly similarity_to_next: number | null;
}

export interface SimilarityCurveOptions {
  /** The page's headings; `start` is an offset in the page. */
  readonly headings: readonly { readonly start: number; readonly title: string }[];
  /** Chosen breaks: `after` is the unit before the break. */
  readonly breaks: readonly { readonly after: number; readonly cause: "topic" | "size" }[];
  /** Similarity at or below which a chunk may end; null where there is none (`break_pct` 0). */
  readonly cutoff: number | null;
  readonly break_pct: number;
  readonly max_chars: number;
  readonly min_chars?: number;
  /** Boundaries that the rule looked at, where they are fewer than the page's (hybrid arms). */
  readonly considered?: number;
}

const plotHeight = 240;
/** Least distance of two headings' titles in pixels: below it the later title is left out, and its line stays. */
const titleDistance = 16;
/** From so many units on, only the line is drawn, without a point for each. */
const manyUnits = 150;
const titleWidth = 160;

const marks = {
  topic: { color: okabeIto.vermillion, shape: "triangle-down", text: "break by topic" },
  size: { color: okabeIto.blue, shape: "square", text: "break by size" },
} as const;

/**
 * A page as a curve: how similar each unit is to the next, with headings, the cutoff, and the breaks that were chosen
 * or forced.
 *
 * @param units a page's rows of `units.csv` of one `max_chars`, in order
 * @throws RangeError where there are none, or they are of several pages
 */
export function similarityCurve(units: readonly CurveUnit[], options: SimilarityCurveOptions): FigureSpec {
  const { headings, breaks, cutoff } = options;
  const [first] = atLeastOne(units, "units");
  const stray = units.find(({ page, unit }, i) => page !== first.page || unit !== i);
  if (stray !== undefined) {
    throw new RangeError(
      `units: expected those of one page and one max_chars in order; found ${stray.page}, unit ${stray.unit}`,
    );
  }
  const points = units.flatMap(({ unit, similarity_to_next: similarity }) =>
    similarity === null ? [] : [{ after: unit, similarity }],
  );
  const width = Math.min(1000, Math.max(640, 6 * units.length));
  const end = Math.max(1, units.length - 1);
  const lowest = Math.min(0, ...points.map(({ similarity }) => similarity));
  const x = numbersFrom([-0.5, end - 0.5], {
    title: "after unit",
    format: ",d",
    tickMinStep: 1,
    grid: false,
  });
  const y = numbersFrom([Math.floor(lowest * 10) / 10, 1], {
    title: "similarity to the next unit (cosine)",
    labelExpr: shareLabels,
    tickCount: 5,
  });
  const chosen = breaks.flatMap(({ after, cause }) => {
    const point = points.find((each) => each.after === after);
    return point === undefined ? [] : [{ ...point, cause: marks[cause].text }];
  });
  const causes = Object.values(marks);
  const domain = causes.map(({ text }) => text);
  const legend = { orient: "bottom", title: null, symbolSize: 80 } as const;
  return figure(
    `Similarity of neighbouring units: ${first.page}`,
    captionOf(points, units.length, options),
    width,
    {
      width,
      height: plotHeight,
      layer: [
        {
          data: { values: headingMarks(units, headings, width / end) },
          layer: [
            {
              mark: { type: "rule", color: ink.pale, strokeWidth: 1 },
              encoding: { x: { ...x, field: "after" } },
            },
            {
              mark: { type: "text", angle: -50, align: "left", baseline: "middle", dx: 4, color: ink.muted },
              encoding: { x: { ...x, field: "after" }, y: { value: -6 }, text: { field: "title" } },
            },
          ],
        },
        ...(cutoff === null
          ? []
          : [
              {
                data: { values: [{ cutoff }] },
                mark: { type: "rule" as const, color: ink.text, strokeWidth: 1, strokeDash: [4, 3] },
                encoding: { y: { ...y, field: "cutoff" } },
              },
              {
                data: { values: [{ cutoff, text: `cutoff ${share(cutoff)}` }] },
                mark: { type: "text" as const, align: "left" as const, dx: 6 },
                encoding: { x: { value: width }, y: { ...y, field: "cutoff" }, text: { field: "text" } },
              },
            ]),
        {
          data: { values: points },
          mark: {
            type: "line",
            color: ink.muted,
            ...(units.length < manyUnits
              ? { strokeWidth: 1.2, point: { color: ink.muted, size: 12 } }
              : { strokeWidth: 0.8 }),
          },
          encoding: { x: { ...x, field: "after" }, y: { ...y, field: "similarity" } },
        },
        {
          data: { values: chosen },
          mark: { type: "point", filled: true, size: 90 },
          encoding: {
            x: { ...x, field: "after" },
            y: { ...y, field: "similarity" },
            color: {
              field: "cause",
              type: "nominal",
              scale: { domain, range: causes.map(({ color }) => color) },
              legend,
            },
            shape: {
              field: "cause",
              type: "nominal",
              scale: { domain, range: causes.map(({ shape }) => shape) },
              legend,
            },
          },
        },
      ],
    },
  );
}

/** Where headings stand between the units; a title only where there is room for it. */
function headingMarks(
  units: readonly CurveUnit[],
  headings: SimilarityCurveOptions["headings"],
  pixelsPerUnit: number,
): { after: number; title: string }[] {
  let lastTitle = Number.NEGATIVE_INFINITY;
  return headings.map(({ start, title }) => {
    const unit = units.findIndex((each) => each.start >= start);
    const after = Math.max(-0.5, (unit === -1 ? units.length : unit) - 1);
    const hasRoom = (after - lastTitle) * pixelsPerUnit >= titleDistance;
    if (hasRoom) lastTitle = after;
    return { after, title: hasRoom ? shortened(title, titleWidth, textSize.small) : "" };
  });
}

function captionOf(
  points: readonly { readonly similarity: number }[],
  units: number,
  { breaks, cutoff, break_pct, max_chars, min_chars, considered = points.length }: SimilarityCurveOptions,
): string[] {
  const topic = breaks.filter(({ cause }) => cause === "topic").length;
  const size = breaks.length - topic;
  const below = cutoff === null ? 0 : points.filter(({ similarity }) => similarity <= cutoff + 1e-9).length;
  const realised = considered === 0 ? "–" : share(topic / considered);
  return [
    `${counted(units, "unit")}; break_pct ${break_pct}, ${min_chars === undefined ? "" : `min_chars ${whole(min_chars)}, `}max_chars ${whole(max_chars)}; ${whole(below)} of ${whole(points.length)} boundaries at or below the cutoff.`,
    `Nominal share of breaks ${share(break_pct)}, realised ${realised}: ${counted(topic, "break")} by topic at ${whole(considered)} boundaries, and ${whole(size)} by size.`,
    "Grey lines: headings.",
  ];
}
