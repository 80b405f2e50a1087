import { digitsFor, notEstimable, pValue, share, whole, withInterval } from "../../format.js";
import type { ArmData, MetricData } from "../data.js";
import type { ShownDifference, ShownScore } from "../lookup.js";
import { type Child, element, foreign, withVariables } from "./dom.js";

const percent = (part: number): string => `${Math.min(100, Math.max(0, 100 * part)).toFixed(2)}%`;

/** An arm's name with its colour; and that the verdict rules it out, where it is shown beside the verdict's scores. */
export function armCell({ label, color, setting, ruled_out }: ArmData, withVerdict: boolean): HTMLElement {
  const tag =
    withVerdict && ruled_out !== null
      ? element("span", { class: "tag", title: ruled_out }, "ruled out")
      : null;
  const dot = withVariables(element("span", { class: "dot", "aria-hidden": "true" }), { arm: color });
  return element("span", { class: "arm", title: setting }, dot, foreign(label), tag ? " " : null, tag);
}

/** A score and its interval as text, and for shares as a bar from 0 to 1. */
export function scoreCell(score: ShownScore | null, { scale }: MetricData, color: string): Child {
  if (score === null) return "–";
  const { estimate, lo, hi, n, flag, method } = score;
  const title = [`n = ${n}`, method, flag].filter((part) => part !== "").join("; ");
  if (scale === "amount") {
    const range = lo === null || hi === null ? notEstimable : `[${whole(lo)}, ${whole(hi)}]`;
    return element("span", { class: "score", title }, numbers(whole(estimate), range));
  }
  const text =
    lo === null && scale === "binary"
      ? numbers(`${Math.round(estimate * n)}/${n}`, notEstimable)
      : splitNumbers(withInterval(estimate, lo, hi, digitsFor(n)));
  const bar = withVariables(
    element("span", { class: lo === null ? "bar bare" : "bar", "aria-hidden": "true" }),
    {
      arm: color,
      at: percent(estimate),
      lo: percent(lo ?? estimate),
      hi: percent(hi ?? estimate),
    },
  );
  return element("span", { class: "score", title }, text, bar);
}

/** A difference and its interval as text, and as a bar around zero. @param reach largest difference to show */
export function differenceCell(
  row: Pick<ShownDifference, "difference" | "lo" | "hi" | "n" | "method">,
  { scale }: Pick<MetricData, "scale">,
  reach: number,
): Child {
  const isShare = scale !== "amount";
  const signed = (value: number): string => {
    const size = isShare ? share(Math.abs(value), digitsFor(row.n)) : whole(Math.abs(value));
    if (/^[.0]+$/.test(size)) return size;
    return `${value < 0 ? "−" : "+"}${size}`;
  };
  const { difference, lo, hi } = row;
  const range = lo === null || hi === null ? notEstimable : `[${signed(lo)}, ${signed(hi)}]`;
  const on = (value: number): string => percent(0.5 + value / (2 * reach));
  const bar = withVariables(
    element("span", { class: lo === null ? "bar zero bare" : "bar zero", "aria-hidden": "true" }),
    { at: on(difference), lo: on(lo ?? difference), hi: on(hi ?? difference) },
  );
  return element(
    "span",
    { class: "score", title: `n = ${row.n}; ${row.method}` },
    numbers(signed(difference), range),
    bar,
  );
}

export function pCell(p: number | null): Child {
  return p === null ? "–" : pValue(p);
}

/** The estimate stands out; its interval is beside it. */
function numbers(estimate: string, range: string): HTMLElement {
  return element("span", { class: "numbers" }, element("b", {}, estimate), ` ${range}`);
}

function splitNumbers(text: string): HTMLElement {
  const at = text.indexOf(" ");
  return numbers(text.slice(0, at), text.slice(at + 1));
}
