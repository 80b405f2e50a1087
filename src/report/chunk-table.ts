import type { ChunkStats } from "../study/index.js";
import { cellNotes } from "./notes.js";
import { armName } from "./result-tables.js";
import { type Cell, noValue, type ResultTable } from "./table.js";

/** What the arms' chunks are like: one row an arm. Columns that no arm has a value in are left out. */
export function chunkTable(chunkStats: readonly ChunkStats[]): ResultTable {
  const amount = (value: number | null): Cell =>
    value === null ? noValue : { kind: "amount", value, mark: null };
  const share = (value: number | null): Cell => (value === null ? noValue : { kind: "share", value });
  const all: [string, (stats: ChunkStats) => Cell][] = [
    ["chunks", ({ chunks }) => amount(chunks)],
    ["mean", ({ chars_mean }) => amount(chars_mean)],
    ["10 %", ({ chars_p10 }) => amount(chars_p10)],
    ["median", ({ chars_median }) => amount(chars_median)],
    ["90 %", ({ chars_p90 }) => amount(chars_p90)],
    ["longest", ({ chars_max }) => amount(chars_max)],
    ["across sections", (stats) => share(stats.crosses_section_share)],
    ["code split", (stats) => share(stats.splits_code_share)],
    ["table split", (stats) => share(stats.splits_table_share)],
    ["list split", (stats) => share(stats.splits_list_share)],
    ["texts cut", ({ cut_texts }) => amount(cut_texts)],
    ["breaks at headings", (stats) => share(stats.breaks_on_heading_share)],
  ];
  const columns = all.filter(([, cell]) => chunkStats.some((stats) => cell(stats) !== noValue));
  const cells = chunkStats.map((stats) => columns.map(([, cell]) => cell(stats)));
  const hasBreaks = columns.some(([head]) => head === "breaks at headings");
  return {
    title: "chunks",
    caption: "The arms' chunks",
    header: ["arm", ...columns.map(([head]) => head)],
    rows: chunkStats.map((stats, i) => [armName(stats), ...cells[i]]),
    notes: [
      "Lengths in characters. Shares of the arm's chunks: that cross the start of a section, that start or end inside a code block, a table, a list.",
      "Texts cut: longer than the embedder reads.",
      ...(hasBreaks
        ? [
            "Breaks at headings: of the breaks by meaning, those right before a heading; – for arms without such breaks.",
          ]
        : []),
      ...cellNotes([], chunkStats),
    ],
  };
}
