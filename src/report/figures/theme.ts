import type { Config } from "vega-lite";

/** Neutral colours: text, lesser text, lines, what only stands behind, the grid, the ground. */
export const ink = {
  text: "#222222",
  muted: "#555555",
  grey: "#757575",
  line: "#8C8C8C",
  pale: "#C4C4C4",
  grid: "#E4E4E4",
  paper: "#FFFFFF",
} as const;

/**
 * Colours that people with any colour vision can tell apart.
 *
 * @see Okabe & Ito (2008), Color Universal Design. Its yellow is left out: too pale for marks on white.
 */
export const okabeIto = {
  black: "#000000",
  orange: "#E69F00",
  sky: "#56B4E9",
  green: "#009E73",
  blue: "#0072B2",
  vermillion: "#D55E00",
  purple: "#CC79A7",
} as const;

/** What a line or a point looks like. No two share colour and shape. */
export interface Look {
  readonly color: string;
  /** A symbol of Vega's. */
  readonly shape: string;
}

/** Each cutter's look, the same in every figure; a second arm of a cutter has its colour and another shape. */
export const cutterLooks: Readonly<Record<string, Look>> = {
  fixed: { color: ink.grey, shape: "square" },
  recursive: { color: okabeIto.sky, shape: "diamond" },
  paragraph: { color: okabeIto.purple, shape: "triangle-down" },
  heading: { color: okabeIto.blue, shape: "circle" },
  semantic: { color: okabeIto.vermillion, shape: "triangle-up" },
  hybrid: { color: okabeIto.green, shape: "cross" },
};

/** A strategy of the user's own. */
export const otherLook: Look = { color: okabeIto.orange, shape: "triangle-right" };

/** Shapes for further arms of a cutter. */
export const spareShapes = ["square", "circle", "diamond", "triangle-up", "triangle-down", "cross"] as const;

/** Looks for lines that are not arms, such as a sweep's values of `max_chars`, in the order in which they are given. */
export const lineLooks: readonly (Look & { readonly dash: readonly number[] })[] = [
  { color: okabeIto.blue, shape: "circle", dash: [1, 0] },
  { color: okabeIto.vermillion, shape: "triangle-up", dash: [6, 2] },
  { color: okabeIto.green, shape: "square", dash: [2, 2] },
  { color: okabeIto.purple, shape: "diamond", dash: [8, 2, 2, 2] },
  { color: okabeIto.black, shape: "cross", dash: [4, 4] },
  { color: okabeIto.orange, shape: "triangle-down", dash: [10, 3] },
  { color: okabeIto.sky, shape: "triangle-right", dash: [1, 3] },
];

/** Arms with a heading path have full lines and filled points, those without have broken lines and hollow points. */
export const pathDash = { with: [1, 0], without: [5, 3] } as const;

/** Sizes of text in pixels. */
export const textSize = { title: 15, caption: 12, label: 12, small: 11 } as const;

/** Every reader has one of these; room for labels is made for the widest (see `textWidth`). */
const font = "Helvetica, Arial, sans-serif";

/** What all figures share. Whoever restyles a saved specification finds it under `config`. */
export const config: Config = {
  background: ink.paper,
  // A drawing is one image with one description (see `renderSvg`), not hundreds of described marks.
  aria: false,
  padding: 12,
  font,
  view: { stroke: null },
  title: {
    anchor: "start",
    frame: "bounds",
    fontSize: textSize.title,
    fontWeight: "bold",
    color: ink.text,
    subtitleFontSize: textSize.caption,
    subtitleColor: ink.muted,
    subtitlePadding: 6,
    offset: 14,
    limit: 0,
  },
  axis: {
    labelFontSize: textSize.label,
    labelColor: ink.text,
    labelFlush: false,
    labelLimit: 0,
    labelPadding: 5,
    titleFontSize: textSize.label,
    titleFontWeight: "normal",
    titleColor: ink.muted,
    titleLimit: 0,
    titlePadding: 8,
    gridColor: ink.grid,
    domainColor: ink.line,
    tickColor: ink.line,
  },
  header: {
    labelFontSize: textSize.label,
    labelFontWeight: "bold",
    labelColor: ink.text,
    labelLimit: 0,
    title: null,
  },
  legend: {
    labelFontSize: textSize.label,
    labelColor: ink.text,
    labelLimit: 0,
    titleFontSize: textSize.label,
    titleFontWeight: "normal",
    titleColor: ink.muted,
    titleLimit: 0,
    symbolSize: 90,
    symbolStrokeWidth: 1.8,
    columnPadding: 18,
  },
  text: { fontSize: textSize.small, color: ink.text },
  point: { size: 80, strokeWidth: 1.8, opacity: 1 },
  rule: { strokeWidth: 2 },
};
