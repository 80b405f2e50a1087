import { counted, whole } from "../format.js";
import { axisLabels, fitted } from "./axis-labels.js";
import { numbersFrom, roundUp } from "./scales.js";
import { type FigureSpec, figure } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { okabeIto, textSize } from "./theme.js";

export interface TypeCount {
  readonly type: string;
  readonly questions: number;
  /** Pages that the type's questions ask about. */
  readonly pages?: number;
}

export interface QuestionsByTypeOptions {
  /** Of the study or test set, for the title. */
  readonly name?: string;
  /** Pages that all questions together ask about. */
  readonly pages?: number;
}

/** Fewest questions, or pages, for an interval (see study/policy.ts). */
const fewest = 10;

/**
 * How many questions of each type there are.
 *
 * @throws RangeError where there is no type
 */
export function questionsByType(
  counts: readonly TypeCount[],
  { name, pages }: QuestionsByTypeOptions = {},
): FigureSpec {
  const total = atLeastOne(counts, "types of question").reduce((sum, { questions }) => sum + questions, 0);
  const most = Math.max(1, ...counts.map(({ questions }) => questions));
  const values = counts.map((count) => ({
    ...count,
    text:
      count.pages === undefined
        ? whole(count.questions)
        : `${whole(count.questions)} on ${counted(count.pages, "page")}`,
  }));
  const on = pages === undefined ? "" : ` on ${counted(pages, "page")}`;
  const few = counts.some((count) => count.questions < fewest || (count.pages ?? fewest) < fewest);
  return figure(
    name === undefined ? "Questions by type" : `Questions by type: ${name}`,
    [
      `n = ${counted(total, "question")}${on}.`,
      ...(few
        ? [`Types with fewer than ${fewest} questions, or on fewer pages than that, get no interval.`]
        : []),
    ],
    560,
    {
      width: 360,
      height: { step: 28 },
      data: { values },
      encoding: {
        y: {
          field: "type",
          type: "nominal",
          sort: values.map(({ type }) => type),
          axis: {
            title: null,
            domain: false,
            ticks: false,
            ...axisLabels(new Map(values.map(({ type }) => [type, [fitted(type)]]))),
          },
        },
        x: {
          ...numbersFrom([0, Math.ceil(most / roundUp(most / 10)) * roundUp(most / 10)], {
            title: "questions",
            format: ",d",
            grid: false,
            tickMinStep: 1,
            tickCount: 6,
          }),
          field: "questions",
        },
      },
      layer: [
        { mark: { type: "bar", color: okabeIto.blue, height: { band: 0.65 } } },
        {
          mark: { type: "text", align: "left", dx: 6, fontSize: textSize.label },
          encoding: { text: { field: "text" } },
        },
      ],
    },
  );
}
