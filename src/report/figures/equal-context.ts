import { type ArmLook, type ArmNote, armLines, armLooks, armScales, lookNotes } from "./arm-look.js";
import { type Basis, basisText, noBandNotes, retrieverText } from "./caption.js";
import { domainOf, numbersFrom, shareLabels } from "./scales.js";
import { type FigureSpec, figure, type View } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { ink, textSize } from "./theme.js";

export interface BudgetPoint {
  readonly arm: string;
  /** Characters that a question gets. */
  readonly budget: number;
  readonly estimate: number;
  readonly lo: number | null;
  readonly hi: number | null;
}

export interface EqualContextOptions extends Basis {
  readonly retriever: string;
  readonly arms?: readonly ArmNote[];
}

const panel = { width: 230, height: 190 } as const;
const columns = 3;
/** Height of a line of a panel's key. */
const keyLine = 14;

/**
 * Arms at equal context: the share of questions whose answer lies in the first B characters that are retrieved, over
 * B. A panel for each cutter has its arms in colour, with bands; the other arms are grey, to compare with.
 *
 * @throws RangeError where there is no point
 */
export function equalContext(points: readonly BudgetPoint[], options: EqualContextOptions): FigureSpec {
  const { retriever, arms = [] } = options;
  const looks = armLooks(
    atLeastOne(points, "budgets").map(({ arm }) => arm),
    arms,
  );
  const scales = armScales(looks);
  const cutters = [...new Set(looks.map(({ color }) => color))];
  const budgets = [...new Set(points.map(({ budget }) => budget))].sort((a, b) => a - b);
  const ends = [budgets[0], budgets[budgets.length - 1]] as const;
  const domains = {
    x: [ends[0] / 1.15, ends[1] * 1.15] as [number, number],
    y: domainOf(
      points.flatMap(({ lo, estimate, hi }) => [lo, estimate, hi]),
      [0, 1],
      0.2,
    ),
  };
  const groups = cutters.map((color) => looks.filter((look) => look.color === color));
  const rows = Array.from({ length: Math.ceil(groups.length / columns) }, (_, i) =>
    groups.slice(i * columns, (i + 1) * columns),
  );
  return figure(
    `hit@Bc over B, the characters of context: ${retrieverText(retriever)}, all questions`,
    [
      `Share of questions; higher is better. ${basisText([options])}`,
      "Grey: the other arms.",
      ...noBandNotes(points),
      ...lookNotes(looks),
    ],
    columns * panel.width + 100,
    {
      data: { values: points.map((point) => ({ ...point })) },
      spacing: 24,
      vconcat: rows.map((row) => ({
        spacing: 22,
        hconcat: row.map((group, i) => panelView(group, { scales, domains, budgets, isFirst: i === 0 })),
      })),
    },
  );
}

interface PanelOptions {
  /** Those of all arms, since panels share scales. */
  readonly scales: ReturnType<typeof armScales>;
  readonly domains: { readonly x: [number, number]; readonly y: [number, number] };
  readonly budgets: readonly number[];
  readonly isFirst: boolean;
}

function panelView(looks: readonly ArmLook[], { scales, domains, budgets, isFirst }: PanelOptions): View {
  const x = {
    field: "budget",
    type: "quantitative" as const,
    scale: { type: "log" as const, domain: domains.x, nice: false },
    axis: {
      title: "B (characters)",
      values: [...budgets],
      format: ",d",
      labelOverlap: "greedy" as const,
      labelSeparation: 4,
      grid: false,
    },
  };
  const y = numbersFrom(domains.y, {
    title: isFirst ? "hit@Bc" : null,
    labels: isFirst,
    ticks: isFirst,
    labelExpr: shareLabels,
    tickCount: 5,
  });
  const estimate = { ...y, field: "estimate" };
  const arm = { field: "arm", type: "nominal" } as const;
  const stroke = { ...arm, scale: scales.color, legend: null };
  const own = isOneOf(looks);
  return {
    ...panel,
    layer: [
      {
        transform: [{ filter: `!(${own})` }],
        mark: { type: "line", color: ink.pale, strokeWidth: 1 },
        encoding: { x, y: estimate, detail: { field: "arm" } },
      },
      {
        transform: [{ filter: own }],
        layer: [
          {
            transform: [{ filter: "datum.lo !== null" }],
            mark: { type: "area", opacity: 0.13 },
            encoding: { x, y: { ...y, field: "lo" }, y2: { field: "hi" }, color: stroke },
          },
          {
            mark: { type: "line", strokeWidth: 2 },
            encoding: {
              x,
              y: estimate,
              color: stroke,
              strokeDash: { ...arm, scale: scales.dash, legend: null },
            },
          },
          // Small filled points over large hollow ones: two arms that score alike are both seen.
          ...[false, true].map((filled) => ({
            transform: [{ filter: isOneOf(looks.filter(({ hasPath }) => hasPath === filled)) }],
            mark: { type: "point" as const, size: filled ? 45 : 100 },
            encoding: {
              x,
              y: estimate,
              stroke,
              shape: { ...arm, scale: scales.shape, legend: null },
              fill: { ...arm, scale: scales.fill, legend: null },
            },
          })),
        ],
      },
      ...keyViews(looks),
    ],
  };
}

/** An expression of Vega's: whether a row is of one of the arms. */
function isOneOf(looks: readonly ArmLook[]): string {
  return `indexof(${JSON.stringify(looks.map(({ arm }) => arm))}, datum.arm) >= 0`;
}

/** The panel's own key, above it: a symbol and a name, in one line or two, for each arm. */
function keyViews(looks: readonly ArmLook[]): View[] {
  const lines = looks.map((look) => armLines(look, panel.width - 16));
  return looks.flatMap(({ color, fill, shape }, i): View[] => {
    const below = lines.slice(i).reduce((sum, { length }) => sum + length * keyLine + 4, 0);
    const y = { value: -4 - below + keyLine / 2 };
    return [
      {
        data: { values: [{}] },
        mark: { type: "point", shape, stroke: color, fill },
        encoding: { x: { value: 6 }, y },
      },
      {
        data: { values: [{}] },
        mark: { type: "text", align: "left", fontSize: textSize.label, lineHeight: keyLine, text: lines[i] },
        encoding: { x: { value: 16 }, y },
      },
    ];
  });
}
