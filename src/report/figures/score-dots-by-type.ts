import { parseMetric } from "../../evaluation/index.js";
import { allTypes, macroTypes, type SummaryRow } from "../../study/index.js";
import { notEstimable, whole } from "../format.js";
import { armLooks, lookNotes } from "./arm-look.js";
import { rowStep } from "./axis-labels.js";
import { basisText, metricTitle, notEstimableNotes, retrieverOf, retrieverText } from "./caption.js";
import { type Domain, domainOf, scoreBounds } from "./scales.js";
import { armRows, dotLayers, labelsOf, type ScoreDotsOptions } from "./score-dots.js";
import { type FigureSpec, figure, type View } from "./spec.js";
import { atLeastOne, shownRows } from "./summary-rows.js";
import { shortened } from "./text-width.js";
import { ink, textSize } from "./theme.js";

/** Panels beside each other. */
const columns = 4;
const panelWidth = 150;

/**
 * As `scoreDots`, with a panel for each type of question, one for the types' mean, and one for all questions, on one
 * scale. The number of questions stands over each panel.
 *
 * @param summary rows of `summary.csv`; of each cell the first counts
 * @throws RangeError where there is no row of the retriever and the metric
 */
export function scoreDotsByType(
  summary: readonly SummaryRow[],
  { retriever, metric, arms = [] }: ScoreDotsOptions,
): FigureSpec {
  const shown = retrieverOf(metric, retriever);
  const rows = atLeastOne(shownRows(summary, { retriever, metric }), `${metric} of ${shown}`);
  const looks = armLooks(
    rows.map(({ arm }) => arm),
    arms,
  );
  const { scale } = parseMetric(metric);
  const domain = domainOf(
    rows.flatMap(({ lo, estimate, hi }) => [lo, estimate, hi]),
    scoreBounds(scale),
    0,
  );
  const panels = panelsOf(rows);
  const lines = Array.from({ length: Math.ceil(panels.length / columns) }, (_, i) =>
    panels.slice(i * columns, (i + 1) * columns),
  );
  const headers = new Map(panels.map(({ type, header }) => [type, header]));
  const total = rows.filter(({ type }) => type === allTypes);
  return figure(
    `${metric} by arm and type of question: ${retrieverText(shown)}`,
    [
      `${metricTitle(metric)}. ${basisText(total.length > 0 ? total : rows, rows)}`,
      ...notEstimableNotes(rows),
      ...lookNotes(looks),
    ],
    760,
    {
      data: { values: rows.map((row) => ({ ...row, panel: headers.get(row.type) ?? row.type })) },
      spacing: 24,
      vconcat: lines.map((line) => ({
        transform: [{ filter: { field: "panel", oneOf: line.map(({ header }) => header) } }],
        facet: {
          column: {
            field: "panel",
            type: "nominal",
            sort: line.map(({ header }) => header),
            header: { title: null, labelExpr: "split(datum.label, '\\n')" },
          },
        },
        spacing: 16,
        spec: {
          width: panelWidth,
          height: { step: rowStep(labelsOf(looks), 24) },
          encoding: { y: armRows(looks) },
          layer: [
            ...dotLayers(looks, { domain, title: metric, isShare: scale !== "amount" }),
            notEstimableText(domain),
          ],
        },
      })),
    },
  );
}

/** Beside dots without interval, on the side where there is room. */
function notEstimableText([low, high]: Domain): View {
  const isRight = `datum.estimate > ${low + 0.75 * (high - low)}`;
  return {
    transform: [{ filter: "datum.lo === null" }],
    mark: {
      type: "text",
      align: { expr: `${isRight} ? 'right' : 'left'` },
      dx: { expr: `${isRight} ? -9 : 9` },
      color: ink.muted,
      text: notEstimable,
    },
    encoding: { x: { field: "estimate", type: "quantitative" } },
  };
}

interface Panel {
  readonly type: string;
  /** Two lines: `table`, `n = 9`. */
  readonly header: string;
}

/** The types as they come, then their mean, then all questions. */
function panelsOf(rows: readonly SummaryRow[]): Panel[] {
  const types = [...new Set(rows.map(({ type }) => type))];
  const single = types.filter((type) => type !== allTypes && type !== macroTypes);
  const together = [macroTypes, allTypes].filter((type) => types.includes(type));
  return [...single, ...together].map((type) => {
    const n = Math.max(...rows.filter((row) => row.type === type).map((row) => row.n));
    const what = type === macroTypes ? `mean of ${single.length} types` : type;
    return { type, header: `${shortened(what, panelWidth, textSize.label * 1.12)}\nn = ${whole(n)}` };
  });
}
