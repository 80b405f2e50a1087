import { quantileSorted } from "simple-statistics";
import { counted, whole } from "../format.js";
import { binEdges, histogram } from "./bins.js";
import { numbersFrom } from "./scales.js";
import { type FigureSpec, figure, type View } from "./spec.js";
import { atLeastOne } from "./summary-rows.js";
import { ink, okabeIto } from "./theme.js";

export interface CorpusShape {
  /** Headings of each page. */
  readonly headings_per_page: readonly number[];
  /** Length of each section in characters. */
  readonly section_chars: readonly number[];
  /** Characters of the corpus by what they are part of. */
  readonly characters: {
    readonly prose: number;
    readonly list: number;
    readonly code: number;
    readonly table: number;
  };
}

const panel = { width: 320, height: 170 } as const;
const barWidth = 2 * panel.width + 70;

const kindColors = {
  prose: okabeIto.sky,
  list: okabeIto.green,
  code: okabeIto.orange,
  table: okabeIto.purple,
} as const;

/**
 * What the pages of a corpus look like: headings per page, lengths of sections, and what the text consists of.
 *
 * @param name of the study or corpus, for the title
 * @throws RangeError where there is no page
 */
export function corpusShape(
  { headings_per_page, section_chars, characters }: CorpusShape,
  name?: string,
): FigureSpec {
  atLeastOne(headings_per_page, "pages");
  const total = Object.values(characters).reduce((sum, count) => sum + count, 0);
  return figure(
    name === undefined ? "What the pages look like" : `What the pages look like: ${name}`,
    [
      `n = ${counted(headings_per_page.length, "page")}, ${counted(section_chars.length, "section")}, ${counted(total, "character")}. Broken lines: medians.`,
    ],
    760,
    {
      vconcat: [
        {
          hconcat: [
            histogramView(headings_per_page, "headings of a page", "pages"),
            histogramView(section_chars, "length of a section in characters", "sections"),
          ],
          spacing: 30,
        },
        sharesView(characters, total),
      ],
      spacing: 26,
    },
  );
}

/** A few very long ones are counted in the last bar, so that they don't squeeze the others. */
function histogramView(values: readonly number[], title: string, what: string): View {
  const ascending = [...values].sort((a, b) => a - b);
  const edges = binEdges(ascending.length === 0 ? 1 : quantileSorted(ascending, 0.98), 24);
  const end = edges[edges.length - 1];
  const beyond = values.filter((value) => value > end).length;
  const x = numbersFrom([0, end], {
    title: beyond === 0 ? title : `${title} (last bar: ${whole(beyond)} more over ${whole(end)})`,
    format: ",d",
    grid: false,
    tickCount: 6,
    tickMinStep: 1,
  });
  return {
    ...panel,
    layer: [
      {
        data: { values: histogram(values, edges).map((bin) => ({ ...bin })) },
        mark: { type: "bar", color: okabeIto.blue, binSpacing: 0.6 },
        encoding: {
          x: { ...x, field: "from", bin: "binned" },
          x2: { field: "to" },
          y: {
            field: "count",
            type: "quantitative",
            axis: { title: what, tickCount: 5, tickMinStep: 1, format: ",d" },
          },
        },
      },
      {
        data: { values: ascending.length === 0 ? [] : [{ median: quantileSorted(ascending, 0.5) }] },
        mark: { type: "rule", color: ink.text, strokeWidth: 1.4, strokeDash: [4, 3] },
        encoding: { x: { ...x, field: "median" } },
      },
    ],
  };
}

function sharesView(characters: CorpusShape["characters"], total: number): View {
  let start = 0;
  const parts = (["prose", "list", "code", "table"] as const).map((kind) => {
    const share = total === 0 ? 0 : characters[kind] / total;
    const part = { kind, characters: characters[kind], share, from: start, to: start + share };
    start = part.to;
    return part;
  });
  const labels = parts.map(({ kind, share }) => `${kind} ${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`);
  return {
    width: barWidth,
    height: 28,
    data: { values: parts.map((part, i) => ({ ...part, label: labels[i] })) },
    mark: { type: "bar", stroke: ink.paper, strokeWidth: 1 },
    encoding: {
      x: {
        ...numbersFrom([0, 1], {
          title: "share of the characters",
          labelExpr: "format(100 * datum.value, 'd') + ' %'",
          tickCount: 10,
          grid: false,
        }),
        field: "from",
      },
      x2: { field: "to" },
      color: {
        field: "label",
        type: "nominal",
        scale: { domain: labels, range: parts.map(({ kind }) => kindColors[kind]) },
        legend: { orient: "bottom", title: null, symbolType: "square" },
      },
    },
  };
}
