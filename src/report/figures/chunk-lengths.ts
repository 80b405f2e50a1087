import { quantileSorted } from "simple-statistics";
import { counted, whole } from "../format.js";
import { type ArmNote, armLooks, armScales, lookNotes } from "./arm-look.js";
import { binEdges, histogram } from "./bins.js";
import { numbersFrom } from "./scales.js";
import { labelsOf } from "./score-dots.js";
import { type FigureSpec, figure } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { ink, textSize } from "./theme.js";

export interface ChunkLengthsOptions {
  /** Limits to mark, in characters. */
  readonly max_chars?: number | readonly number[];
  /** The study's arms in order, with settings: the rows of `chunk_stats.csv`. Without, arms stand as they come. */
  readonly arms?: readonly ArmNote[];
}

const plotWidth = 400;
const panelHeight = 36;

/**
 * Distribution of chunk lengths by arm: a histogram each, all on one scale, with the median.
 *
 * @param chunks lengths in characters (UTF-16 units), in any order
 * @throws RangeError where there is no chunk
 */
export function chunkLengths(
  chunks: readonly { readonly arm: string; readonly chars: number }[],
  { max_chars = [], arms = [] }: ChunkLengthsOptions = {},
): FigureSpec {
  const looks = armLooks(
    atLeastOne(chunks, "chunks").map(({ arm }) => arm),
    arms,
  );
  const limits = [max_chars].flat();
  const byArm = looks.map(({ arm }) => {
    const lengths = chunks.flatMap((chunk) => (chunk.arm === arm ? [chunk.chars] : [])).sort((a, b) => a - b);
    return { arm, lengths };
  });
  // A few overlong chunks must not squeeze all others: the scale ends where nearly all of every arm's fit.
  const longest = Math.max(...limits, ...byArm.map(({ lengths }) => quantileSorted(lengths, 0.97)));
  const edges = binEdges(longest, 40);
  const end = edges[edges.length - 1];
  const beyond = chunks.filter(({ chars }) => chars > end).length;
  const labels = labelsOf(looks);
  const values = byArm.flatMap(({ arm, lengths }) => {
    const median = quantileSorted(lengths, 0.5);
    const text = [counted(lengths.length, "chunk"), `median ${whole(median)}`];
    return histogram(lengths, edges).map((bin) => ({
      arm,
      ...bin,
      median,
      text,
      label: labels.get(arm) ?? arm,
    }));
  });
  const x = numbersFrom([0, end], {
    title: "length of a chunk in characters",
    format: ",d",
    grid: false,
    tickCount: 8,
  });
  const once = [{ filter: "datum.from === 0" }];
  return figure(
    "Chunk lengths by arm",
    [
      `Share of the arm's chunks in bins of ${whole(edges[1])} characters, each drawn to its own highest bin; black: the median${limits.length === 0 ? "" : `; broken line: max_chars ${limits.map(whole).join(", ")}`}.`,
      ...(beyond === 0
        ? []
        : [`${counted(beyond, "chunk")} over ${whole(end)} characters: in the last bins.`]),
      ...lookNotes(looks).filter((note) => note.startsWith("†")),
    ],
    700,
    {
      data: { values },
      facet: {
        row: {
          field: "arm",
          type: "nominal",
          sort: looks.map(({ arm }) => arm),
          header: { labels: false, title: null },
        },
      },
      resolve: { scale: { y: "independent" } },
      spacing: 8,
      spec: {
        width: plotWidth,
        height: panelHeight,
        layer: [
          {
            mark: { type: "bar", binSpacing: 0.6 },
            encoding: {
              x: { ...x, field: "from", bin: "binned" },
              x2: { field: "to" },
              y: { field: "share", type: "quantitative", axis: null },
              color: { field: "arm", type: "nominal", scale: armScales(looks).color, legend: null },
            },
          },
          ...limits.map((limit) => ({
            data: { values: [{ max_chars: limit }] },
            mark: { type: "rule" as const, color: ink.muted, strokeWidth: 1, strokeDash: [3, 3] },
            encoding: { x: { ...x, field: "max_chars" } },
          })),
          {
            transform: once,
            mark: { type: "rule", color: ink.text, strokeWidth: 2 },
            encoding: { x: { ...x, field: "median" } },
          },
          ...(["text", "label"] as const).map((field) => ({
            transform: once,
            mark: {
              type: "text" as const,
              align: field === "text" ? ("left" as const) : ("right" as const),
              baseline: "middle" as const,
              fontSize: field === "text" ? textSize.small : textSize.label,
              lineHeight: 14,
              // Vega puts the first of two lines where a single one would be.
              dy: { expr: `isArray(datum.${field}) && length(datum.${field}) > 1 ? -7 : 0` },
            },
            encoding: {
              x: { value: field === "text" ? plotWidth + 14 : -10 },
              y: { value: panelHeight / 2 },
              text: { field },
            },
          })),
        ],
      },
    },
  );
}
