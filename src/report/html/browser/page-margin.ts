import { share, whole } from "../../format.js";
import type { ArmData, UnitData } from "../data.js";
import { drawn, element, withVariables } from "./dom.js";
import type { PageText, Side } from "./page-text.js";

/** An arm's chunks as bars beside the text, by turns in two lanes, so that those that share a line or overlap show. */
export function drawGutter(gutter: HTMLElement, { arm, name, chunks }: Side, text: PageText): void {
  const bars = chunks.map(([start, end], i) => {
    const { top } = text.lineAt(start);
    const { bottom } = text.lineAt(Math.max(start, end - 1));
    const title = `${arm.name}: chunk ${i + 1} of ${chunks.length}, ${whole(end - start)} characters (${whole(start)}–${whole(end)})`;
    const bar = element("div", { class: `chunk lane-${i % 2}`, title }, element("span", {}, String(i + 1)));
    return withVariables(bar, {
      arm: arm.color,
      top: `${top}px`,
      height: `${Math.max(3, bottom - top - 1)}px`,
    });
  });
  gutter.dataset.side = name;
  gutter.replaceChildren(...bars);
}

/** Of the drawing, beside a text that is this wide or wider, and beside a narrower one. */
const roomy = { text: 480, drawing: 92 };
const narrow = 56;
const inset = 8;

/** The curve of one list of units, and the arms that broke at it. */
export interface Curve {
  readonly units: UnitData[number];
  readonly cutoff: number | null;
  readonly breaks: readonly { readonly arm: ArmData; readonly flat: readonly number[] }[];
}

/**
 * How alike each unit is to the next, down the margin: the further left, the less alike. Rings are breaks where the
 * meaning shifts, squares those that max_chars forced.
 */
export function drawCurve(
  svg: SVGSVGElement,
  { units, cutoff, breaks }: Curve,
  text: PageText,
  height: number,
): void {
  const width = text.root.clientWidth < roomy.text ? narrow : roomy.drawing;
  const points: { readonly y: number; readonly similarity: number }[] = [];
  for (let i = 0; i + 3 < units.length; i += 3) {
    const similarity = units[i + 2];
    if (similarity === null) continue;
    const y = (text.lineAt((units[i + 1] ?? 1) - 1).bottom + text.lineAt(units[i + 3] ?? 0).top) / 2;
    points[i / 3] = { y, similarity };
  }
  const lowest = Math.min(0, ...points.map(({ similarity }) => similarity));
  const x = (similarity: number): number =>
    inset + ((similarity - lowest) / (1 - lowest)) * (width - 2 * inset);
  const line = points.map(({ y, similarity }) => `${x(similarity).toFixed(1)},${y.toFixed(1)}`).join(" ");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(
    ...[lowest, 1].map((end) => drawn("line", { class: "axis", x1: x(end), x2: x(end), y1: 0, y2: height })),
    ...(cutoff === null
      ? []
      : [drawn("line", { class: "cutoff", x1: x(cutoff), x2: x(cutoff), y1: 0, y2: height })]),
    drawn("polyline", { class: "similarity", points: line }),
    ...breaks.flatMap(({ arm, flat }, turn) => breakMarks(arm, flat, turn)),
  );

  function breakMarks(arm: ArmData, flat: readonly number[], turn: number): SVGElement[] {
    const marks: SVGElement[] = [];
    for (let i = 0; i < flat.length; i += 2) {
      const point = points[flat[i]];
      if (point === undefined) continue;
      const isTopic = flat[i + 1] === 1;
      const title = drawn(
        "title",
        {},
        `${arm.name}: break by ${isTopic ? "topic" : "size"}, similarity ${share(point.similarity)}`,
      );
      const at = x(point.similarity);
      // Of two arms that break at one place, the second is a ring around the first.
      const size = 4 + 2.5 * turn;
      const shape = isTopic
        ? drawn("circle", { class: "break", cx: at, cy: point.y, r: size }, title)
        : drawn(
            "rect",
            { class: "break", x: at - size, y: point.y - size, width: 2 * size, height: 2 * size },
            title,
          );
      shape.style.setProperty("--arm", arm.color);
      marks.push(shape);
    }
    return marks;
  }
}
