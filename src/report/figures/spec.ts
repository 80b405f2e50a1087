import type { TopLevelSpec } from "vega-lite";
import { wrapText } from "./text-width.js";
import { config, ink, textSize } from "./theme.js";

/** A figure: a complete Vega-Lite specification, its rows and its style included. */
export type FigureSpec = TopLevelSpec;

type LayerFigure = Extract<TopLevelSpec, { layer: unknown }>;

/** A layer, or a view without layers. */
export type View = LayerFigure["layer"][number];

/** What is drawn, before it has a title. */
type Body = FigureSpec extends infer Spec
  ? Spec extends unknown
    ? Omit<Spec, "$schema" | "title" | "config">
    : never
  : never;

/**
 * A finished figure: title, caption below it, common style.
 *
 * @param caption sentences; wrapped to `width`, so that a caption never widens its figure
 * @param width of the whole figure in pixels, about
 */
export function figure(title: string, caption: readonly string[], width: number, body: Body): FigureSpec {
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: [title, ...caption].join(" "),
    title: {
      text: wrapText(title, width, textSize.title, true),
      subtitle: caption.flatMap((sentence) => wrapText(sentence, width, textSize.caption)),
    },
    config,
    ...body,
  } as FigureSpec;
}

/** Text that stays readable on lines: drawn once broad in white, and once in ink. */
export function haloed<Encoding, Mark extends object>(encoding: Encoding, mark: Mark) {
  return [
    {
      mark: {
        type: "text" as const,
        ...mark,
        stroke: ink.paper,
        strokeWidth: 3.5,
        strokeJoin: "round" as const,
      },
      encoding,
    },
    { mark: { type: "text" as const, ...mark }, encoding },
  ];
}

/**
 * Dashes of lines by a field's value, without a part in the legend: a symbol's outline would be dashed there.
 *
 * @param dashes from value to dash
 */
export function dashBy(field: string, dashes: ReadonlyMap<string | number, readonly number[]>) {
  return {
    condition: [...dashes].map(([value, dash]) => ({
      test: `datum[${JSON.stringify(field)}] === ${JSON.stringify(value)}`,
      value: [...dash],
    })),
    value: [1, 0],
  };
}
