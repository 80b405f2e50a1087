import type { SweepOptions, SweepPoint } from "../report/index.js";
import { share, type Table, whole, withInterval } from "../report/index.js";
import type { ChunkedArm } from "../study/index.js";
import { cutShareLimit, type SummaryRow } from "../study/index.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";
import { bm25Scores, cut, dense, type Setting } from "./setting-scores.js";

/** A grid of settings: every `break_pct` with every `max_chars`. */
export interface Grid {
  readonly setting: Setting;
  readonly break_pct: readonly number[];
  readonly max_chars: readonly number[];
  /** What the cells are scored on. */
  readonly metric: string;
}

/** A cell of the grid and its score on all questions: apparent, as the same questions would choose the cell. */
export interface ApparentCell extends SweepPoint {
  readonly retriever: "bm25" | "dense";
  readonly chunks: number;
  readonly chars_mean: number;
  /** Topic breaks over the boundaries that the rule looked at; `break_pct` is only nominal. */
  readonly realised_share: number | null;
  readonly row: SummaryRow;
}

/** The grid scored with BM25: once the units are embedded, nothing has to be. */
export function bm25Grid(study: NotebookStudy, grid: Grid): Promise<ApparentCell[]> {
  return withInterrupt((signal) => scoreCells(study, grid, "bm25", signal));
}

/** The grid scored with dense retrieval; texts that several cells share are embedded once. */
export function denseGrid(study: NotebookStudy, grid: Grid): Promise<ApparentCell[]> {
  return withInterrupt(async (signal) => {
    const cells = await cutCells(study, grid, signal);
    // All of them first, so that the estimate is one of the whole grid.
    const texts = cells.flatMap(({ chunked }) => chunked.texts);
    await study.vectors.of(texts, { about: `embedding the chunks of ${cells.length} cells`, signal });
    return scoreCells(study, grid, "dense", signal);
  });
}

interface Cell {
  readonly break_pct: number;
  readonly max_chars: number;
  readonly chunked: ChunkedArm;
}

async function cutCells(
  study: NotebookStudy,
  { setting, break_pct, max_chars }: Grid,
  signal: AbortSignal,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const limit of max_chars) {
    for (const pct of break_pct) {
      const chunked = await cut(study, { ...setting, break_pct: pct, max_chars: limit }, signal);
      cells.push({ break_pct: pct, max_chars: limit, chunked });
    }
  }
  return cells;
}

async function scoreCells(
  study: NotebookStudy,
  grid: Grid,
  retriever: "bm25" | "dense",
  signal: AbortSignal,
): Promise<ApparentCell[]> {
  const scored: ApparentCell[] = [];
  for (const { break_pct, max_chars, chunked } of await cutCells(study, grid, signal)) {
    signal.throwIfAborted();
    const rows =
      retriever === "bm25"
        ? bm25Scores(study, chunked, [grid.metric])
        : await dense(study, chunked, [grid.metric], signal);
    const row = rows.find(({ metric }) => metric === grid.metric);
    if (row === undefined) continue;
    const { estimate, lo, hi } = row;
    const cut = await isCut(study, chunked, retriever, signal);
    scored.push({ break_pct, max_chars, estimate, lo, hi, cut, retriever, row, ...shapeOf(chunked) });
  }
  return scored;
}

/** Whether more than 1 % of the texts are longer than the embedder reads. */
async function isCut(
  { vectors }: NotebookStudy,
  { texts }: ChunkedArm,
  retriever: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (retriever === "bm25") return false;
  const known = await vectors.of(texts, { about: "counting tokens", signal });
  return (
    known.filter(({ tokens }) => (tokens ?? 0) > vectors.max_tokens).length / texts.length > cutShareLimit
  );
}

function shapeOf({ chunks, breaks }: ChunkedArm) {
  const topic = breaks.flatMap((report) => report.breaks).filter(({ cause }) => cause === "topic").length;
  const considered = breaks.reduce((sum, report) => sum + report.considered, 0);
  return {
    chunks: chunks.length,
    chars_mean: chunks.reduce((sum, { start, end }) => sum + end - start, 0) / chunks.length,
    realised_share: considered === 0 ? null : topic / considered,
  };
}

/** What the picture of the cells says of them. */
export function gridBasis(cells: readonly ApparentCell[], { setting, metric }: Grid): SweepOptions {
  const [{ row, retriever }] = cells;
  const { n, pages, ci_method, level } = row;
  const scores = "Apparent scores, in-sample: the best of them is too good by chance";
  return { retriever, metric, strategy: setting.strategy, n, pages, ci_method, level, scores };
}

/** The cells, one a row. */
export function gridTable(cells: readonly ApparentCell[], grid: Grid): Table {
  return {
    title: `${grid.setting.strategy}, ${cells[0]?.retriever ?? ""}: apparent scores, in-sample`,
    header: ["max_chars", "break_pct", "realised", "chunks", "chars", grid.metric],
    rows: cells.map(({ max_chars, break_pct, realised_share, chunks, chars_mean, estimate, lo, hi, cut }) => [
      `${whole(max_chars)}${cut ? " †" : ""}`,
      share(break_pct),
      realised_share === null ? "–" : share(realised_share),
      whole(chunks),
      whole(chars_mean),
      withInterval(estimate, lo, hi),
    ]),
    notes: [
      "Apparent: each cell is scored on the questions that would choose it. An honest score chooses on some pages and scores on the others.",
    ],
  };
}
