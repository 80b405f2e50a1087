import { type LossRow, type Reason, reasons } from "../../review/index.js";
import { reasonNames } from "../loss-table.js";
import { axisLabels, fitted } from "./axis-labels.js";
import { numbersFrom, roundUp } from "./scales.js";
import { type FigureSpec, figure } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { ink, okabeIto, textSize } from "./theme.js";

/** What the chunker did is warm, what it could mend is blue and green, and what nothing that was tried mends is grey. */
const colors: Readonly<Record<Reason, string>> = {
  cut: okabeIto.vermillion,
  covered: okabeIto.orange,
  diluted: okabeIto.sky,
  lacking_context: okabeIto.green,
  retrieval: ink.pale,
};

/**
 * What each arm misses with a retriever, a bar an arm, divided by reason: the parts of a bar add up to what is missed.
 *
 * @param losses as in `losses.csv`; those of other retrievers are left out
 * @throws RangeError where the retriever has none
 */
export function lossBars(
  losses: readonly LossRow[],
  { retriever }: { readonly retriever: string },
): FigureSpec {
  const own = atLeastOne(
    losses.filter((row) => row.retriever === retriever),
    `losses with ${retriever}`,
  );
  const arms = own.map(({ arm }) => arm);
  const values = own.flatMap((row) => {
    let from = 0;
    return reasons.map((reason) => {
      const start = from;
      from += row[reason];
      return { arm: row.arm, reason: reasonNames[reason], start, end: from, questions: row[reason] };
    });
  });
  const most = Math.max(1, ...own.map(({ missed }) => missed));
  const [{ n, metric }] = own;
  const names = reasons.map((reason) => reasonNames[reason]);
  const y = {
    field: "arm",
    type: "nominal",
    sort: arms,
    axis: {
      title: null,
      domain: false,
      ticks: false,
      ...axisLabels(new Map(arms.map((arm) => [arm, [fitted(arm)]]))),
    },
  } as const;
  return figure(
    `What ${retriever} missed, by reason (${metric})`,
    [
      `n = ${n} questions. The parts of a bar add up to what the arm missed.`,
      "Cut, covered: no chunk holds the answer whole. Diluted, lacking context: less or more text in the chunk would find it. Retrieval: nothing that was tried is found, the paragraph alone included.",
    ],
    620,
    {
      width: 420,
      height: { step: 28 },
      data: { values },
      encoding: { y },
      layer: [
        {
          mark: { type: "bar", height: { band: 0.7 } },
          encoding: {
            x: {
              ...numbersFrom([0, Math.ceil(most / roundUp(most / 10)) * roundUp(most / 10)], {
                title: "questions missed",
                format: ",d",
                grid: false,
                tickMinStep: 1,
                tickCount: 6,
              }),
              field: "start",
            },
            x2: { field: "end" },
            color: {
              field: "reason",
              type: "nominal",
              scale: { domain: names, range: reasons.map((reason) => colors[reason]) },
              legend: { title: null, orient: "top", symbolType: "square", symbolStrokeWidth: 0 },
            },
          },
        },
        {
          transform: [
            { filter: "datum.questions > 0" },
            { calculate: "(datum.start + datum.end) / 2", as: "middle" },
          ],
          mark: { type: "text", fontSize: textSize.small },
          encoding: { x: { field: "middle", type: "quantitative" }, text: { field: "questions" } },
        },
      ],
    },
  );
}
