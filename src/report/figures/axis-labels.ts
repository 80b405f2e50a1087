import { shortened } from "./text-width.js";
import { textSize } from "./theme.js";

/** Widest line of an axis label, in pixels. */
export const axisLabelWidth = 240;

/** A line cut to the widest that an axis label has. */
export function fitted(line: string): string {
  return shortened(line, axisLabelWidth, textSize.label);
}

/**
 * Settings of an axis of names whose labels say more than the value, or say it in two lines; nothing where the values
 * do as they are.
 *
 * @param labels from value to one or two lines
 */
export function axisLabels(labels: ReadonlyMap<string, readonly string[]>) {
  const entries = [...labels];
  if (entries.every(([value, lines]) => lines.length === 1 && lines[0] === value)) return {};
  return {
    labelExpr: `(${JSON.stringify(Object.fromEntries(entries))})[datum.value]`,
    // Vega puts the first of two lines where a single one would be.
    labelOffset: {
      condition: {
        test: `indexof(${JSON.stringify(inTwo(labels))}, datum.value) >= 0`,
        value: -textSize.label / 2 - 1,
      },
      value: 0,
    },
    labelLineHeight: textSize.label + 2,
  };
}

/** Height of a row of an axis of names: `single`, or room for two lines where any label has two. */
export function rowStep(labels: ReadonlyMap<string, readonly string[]>, single: number): number {
  return inTwo(labels).length > 0 ? Math.max(single, 2 * (textSize.label + 2) + 2) : single;
}

function inTwo(labels: ReadonlyMap<string, readonly string[]>): string[] {
  return [...labels].flatMap(([value, { length }]) => (length > 1 ? [value] : []));
}
