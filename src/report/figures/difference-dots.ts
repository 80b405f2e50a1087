import { parseMetric } from "../../evaluation/index.js";
import { allTypes, type PairedRow } from "../../study/index.js";
import { digitsFor, notEstimable, pValue, share, whole } from "../format.js";
import { axisLabels, axisLabelWidth, fitted, rowStep } from "./axis-labels.js";
import { basisText, notEstimableNotes, retrieverOf, retrieverText, typeText } from "./caption.js";
import { domainOf, numbersFrom, shareLabels } from "./scales.js";
import { type FigureSpec, figure, type View } from "./spec.js";
import { atLeastOne, firstOfEach } from "./summary-rows.js";
import { textWidth } from "./text-width.js";
import { ink, okabeIto, textSize } from "./theme.js";

export interface DifferenceDotsOptions {
  readonly retriever: string;
  readonly metric: string;
  /** A type of question, `all` (as it is where none is given) or `macro`. */
  readonly type?: string;
  /** Coverage of the rows' intervals in (0, 1); 1 − level is also the threshold of the corrected p. */
  readonly level: number;
}

const plotWidth = 340;
const gap = 14;

/**
 * Paired differences around a zero line, the claim that a study makes: whether the intervals of two arms overlap says
 * little about their difference, since both answered the same questions.
 *
 * @param paired all rows of `paired.csv`, in the order to show: the size of the corrected family is counted from them;
 *   of each comparison the first row is shown
 * @throws RangeError where there is no row of the retriever, the metric and the type
 */
export function differenceDots(
  paired: readonly PairedRow[],
  { retriever, metric, type = allTypes, level }: DifferenceDotsOptions,
): FigureSpec {
  const shown = retrieverOf(metric, retriever);
  const found = paired.filter((row) => row.retriever === shown && row.metric === metric && row.type === type);
  const rows = atLeastOne(
    firstOfEach(found, ({ arm, against }) => JSON.stringify([arm, against])),
    `comparison on ${metric} of ${shown}, ${typeText(type)}`,
  );
  const isShare = parseMetric(metric).scale !== "amount";
  const values = rows.map((row) => ({
    ...row,
    pair: `${row.arm} − ${row.against}`,
    verdict: verdictOf(row, level),
    text: numbers(row, isShare),
    p_text: row.p_adjusted === null ? "" : pValue(row.p_adjusted),
  }));
  const labels = new Map(values.map(({ pair, arm, against }) => [pair, pairLines(pair, arm, against)]));
  const x = xAxis(rows, metric);
  return figure(
    `Paired differences in ${metric}: ${retrieverText(shown)}, ${typeText(type)}`,
    [
      basisText(rows.map((row) => ({ ...row, level }))),
      correctionText(paired, rows),
      ...notEstimableNotes(rows),
    ],
    760,
    {
      width: plotWidth,
      height: { step: rowStep(labels, 28) },
      data: { values },
      layer: [
        {
          data: { values: [{ zero: 0 }] },
          mark: { type: "rule", color: ink.text, strokeWidth: 1.2 },
          encoding: { x: { ...x, field: "zero" } },
        },
        {
          encoding: {
            y: {
              field: "pair",
              type: "nominal",
              sort: values.map(({ pair }) => pair),
              axis: { title: null, domain: false, ticks: false, grid: true, ...axisLabels(labels) },
            },
          },
          layer: [
            ...dotLayers(
              x,
              values.map(({ verdict }) => verdict),
              level,
            ),
            ...columns(values).map(
              ({ at, field }): View => ({
                mark: { type: "text", align: "left", fontSize: textSize.label },
                encoding: { x: { value: at }, text: { field } },
              }),
            ),
          ],
        },
        ...columns(values).map(
          ({ at, title }): View => ({
            data: { values: [{}] },
            mark: { type: "text", align: "left", fontSize: textSize.label, color: ink.muted, text: title },
            encoding: { x: { value: at }, y: { value: -8 } },
          }),
        ),
      ],
    },
  );
}

type XAxis = ReturnType<typeof xAxis>;

function xAxis(rows: readonly PairedRow[], metric: string) {
  const { scale, better } = parseMetric(metric);
  const isShare = scale !== "amount";
  const ends = rows.flatMap(({ lo, difference, hi }) => [lo, difference, hi, 0]);
  return numbersFrom(domainOf(ends, isShare ? [-1, 1] : undefined, isShare ? 0.1 : 0), {
    title: `difference in ${metric}, a − b (${better === "higher" ? "right" : "left"} of 0: a is better)`,
    tickCount: 6,
    ...(isShare ? { labelExpr: shareLabels } : { format: ",d" }),
  });
}

/** What the corrected p of a comparison says, and how that looks. */
const verdictLooks = {
  yes: { color: okabeIto.blue, fill: okabeIto.blue, shape: "diamond" },
  no: { color: ink.grey, fill: ink.paper, shape: "circle" },
  none: { color: ink.grey, fill: ink.paper, shape: "square" },
} as const;

type Verdict = keyof typeof verdictLooks;

function verdictOf({ p_adjusted }: PairedRow, level: number): Verdict {
  if (p_adjusted === null) return "none";
  return p_adjusted < alphaOf(level) ? "yes" : "no";
}

/** 1 − level without the rounding of binary fractions. */
function alphaOf(level: number): number {
  return Number((1 - level).toPrecision(12));
}

/** Rules and dots, looking as the comparison's verdict says. */
function dotLayers(x: XAxis, present: readonly Verdict[], level: number): View[] {
  const verdicts = (["yes", "no", "none"] as const).filter((verdict) => present.includes(verdict));
  const alpha = share(alphaOf(level));
  const texts: Record<Verdict, string> = {
    yes: `corrected p < ${alpha}`,
    no: `corrected p ≥ ${alpha}`,
    none: "exploratory: p not corrected",
  };
  const by = (part: "color" | "fill" | "shape") => ({
    field: "verdict",
    type: "nominal" as const,
    scale: { domain: [...verdicts], range: verdicts.map((verdict) => verdictLooks[verdict][part]) },
    legend: {
      orient: "bottom" as const,
      title: null,
      labelExpr: `(${JSON.stringify(texts)})[datum.value]`,
      offset: 10,
    },
  });
  const noInterval = "datum.lo === null";
  return [
    {
      transform: [{ filter: "datum.lo !== null" }],
      mark: { type: "rule" },
      encoding: { x: { ...x, field: "lo" }, x2: { field: "hi" }, stroke: by("color") },
    },
    {
      mark: { type: "point" },
      encoding: {
        x: { ...x, field: "difference" },
        stroke: by("color"),
        shape: by("shape"),
        fill: { condition: { test: noInterval, value: ink.paper }, ...by("fill") },
        strokeDash: { condition: { test: noInterval, value: [2, 2] }, value: [1, 0] },
      },
    },
  ];
}

interface Column {
  readonly at: number;
  readonly field: string;
  readonly title: string;
}

/** Columns of text right of the plot: the difference, and the corrected p where there is any. */
function columns(values: readonly { readonly text: string; readonly p_text: string }[]): Column[] {
  const first = { at: plotWidth + gap, field: "text", title: "difference" };
  if (values.every(({ p_text }) => p_text === "")) return [first];
  const widest = Math.max(...[first.title, ...values.map(({ text }) => text)].map(widthOf));
  return [first, { at: first.at + widest + 2 * gap, field: "p_text", title: "corrected p" }];
}

function widthOf(text: string): number {
  return textWidth(text, textSize.label);
}

/** In one line where it fits, otherwise each arm in its own. */
function pairLines(pair: string, arm: string, against: string): string[] {
  return widthOf(pair) <= axisLabelWidth ? [pair] : [fitted(arm), fitted(`− ${against}`)];
}

function numbers({ difference, lo, hi, n }: PairedRow, isShare: boolean): string {
  const signed = (value: number): string => {
    const size = isShare ? share(Math.abs(value), digitsFor(n)) : whole(Math.abs(value));
    if (Number(size.replaceAll(",", "")) === 0) return size;
    return `${value < 0 ? "−" : "+"}${size}`;
  };
  if (lo === null || hi === null) return `${signed(difference)} ${notEstimable}`;
  return `${signed(difference)} [${signed(lo)}, ${signed(hi)}]`;
}

/** Which correction the p-values have, over how many comparisons: those of the family, shown or not. */
function correctionText(paired: readonly PairedRow[], rows: readonly PairedRow[]): string {
  const family = rows.find((row) => row.p_adjusted !== null)?.family ?? "";
  if (family === "") return "Exploratory: no correction for several comparisons.";
  const size = paired.filter((row) => row.family === family).length;
  return `p: two-sided, corrected by Holm over the ${whole(size)} comparisons of family ${family}.`;
}
