import { type ChoiceRow, parameterNames, type SweepRow, sizeViewOf } from "../../study/index.js";
import { digitsOf } from "../estimates.js";
import { counted, share } from "../format.js";
import { percent } from "../notes.js";
import type { Amount, Cell, Estimate, MarkMeaning, ResultTable } from "../table.js";
import { noValue } from "../table.js";
import { cellsOf, isCutCell, ranksOf, scoreText, settingText, strategiesOf, twinMetric } from "./cells.js";
import type { SweepFolder } from "./read-sweep.js";
import { tuningVerdict } from "./sweep-words.js";

/** The tables of a sweep: what choosing gives, then each strategy's cells, then sizes at equal context where they vary. */
export function sweepTables(sweep: SweepFolder): { readonly name: string; readonly table: ResultTable }[] {
  const sizes = sizeTable(sweep);
  return [
    ...(sweep.choices.some(({ is_primary }) => is_primary)
      ? [{ name: "choices", table: choiceTable(sweep) }]
      : []),
    ...strategiesOf(sweep).map((strategy) => ({
      name: strategy.replace(/[^\w-]+/g, "-"),
      table: cellTable(sweep, strategy),
    })),
    ...(sizes === null ? [] : [{ name: "sizes", table: sizes }]),
  ];
}

/** The choice on the study's primary endpoint, a column a strategy. */
export function choiceTable({ choices, manifest }: SweepFolder): ResultTable {
  const { retriever, metric } = manifest.primary;
  const shown = choices.filter(({ is_primary }) => is_primary);
  const row = (label: string, cell: (choice: ChoiceRow) => Cell): Cell[] => [label, ...shown.map(cell)];
  const [any] = shown;
  return {
    title: `tuning on ${metric}, ${retriever}`,
    caption: `Choosing a setting by ${metric} with ${retriever} retrieval`,
    header: ["", ...shown.map(({ strategy }) => strategy)],
    rows: [
      row("default", (choice) => settingText(choice.default)),
      row("  its score", (choice) => share(choice.default_score)),
      row("best cell", (choice) => settingText(choice.best)),
      row("  its score on the questions that chose it", (choice) => share(choice.apparent)),
      row("chosen on some pages, scored on others", (choice) =>
        scoreText(choice.cross_fitted, choice.cross_fitted_lo, choice.cross_fitted_hi),
      ),
      row("  so the best cell's score is too good by", ({ optimism }) => share(optimism)),
      row("gain over the default", ({ gain, gain_lo, gain_hi }) => scoreText(gain, gain_lo, gain_hi)),
      row("  p of the gain", ({ p_gain }) => ({ kind: "p", value: p_gain })),
      row("p of the whole grid against the default", ({ p_grid }) => ({ kind: "p", value: p_grid })),
      row("can't be told from the best", ({ in_best_set, cells }) => `${in_best_set} of ${cells}`),
      row("  the cheapest of them", ({ cheapest }) => settingText(cheapest)),
      row("  the most central of them", ({ central }) => settingText(central)),
      row("recommended", (choice) => {
        const verdict = tuningVerdict(choice, manifest.statistics.smallest_difference);
        return verdict === "pays" ? settingText(choice.recommended) : `the default: ${verdictWords[verdict]}`;
      }),
    ],
    notes:
      any === undefined
        ? []
        : [
            `n = ${counted(any.n, "question")} on ${counted(any.pages, "page")}. [ ]: ${percent(manifest.statistics.level)} interval (${any.cross_fitted_method || "n.e."}; of the gain: sign flips of pages, with the choice made anew under each).`,
            `Pages are divided into ${any.folds} parts, ${counted(any.repeats, "time")}; the cell that is best on the others is scored on each. Whole grid: MaxT over page totals. Cheapest: ${costText(any.cost)}.`,
          ],
  };
}

const verdictWords = { "doesn't pay": "tuning doesn't pay", "can't tell": "no gain can be told" } as const;

function costText(cost: string): string {
  return cost === "chunks" ? "fewest chunks, as all cells retrieve equally much" : `least ${cost}`;
}

const meaning: MarkMeaning = {
  mark: "near",
  meaning:
    "can't be told from the best cell (MaxT of the whole grid against each); that doesn't make them alike.",
};

/** One row a cell of a strategy. */
export function cellTable(sweep: SweepFolder, strategy: string): ResultTable {
  const { retriever, metric } = sweep.manifest.primary;
  const cells = cellsOf(sweep, strategy, sweep.manifest.primary);
  const twin = twinMetric(sweep);
  const others = twin === null ? [] : cellsOf(sweep, strategy, { retriever, metric: twin });
  const [any] = cells;
  const names = parameterNames(sweep.manifest.sweep.axes[strategy] ?? []);
  const digits = digitsOf(
    cells.map(({ band_lo: lo, band_hi: hi }) => ({ lo, hi })),
    sweep.manifest.statistics.level,
  );
  const ranks = ranksOf(cells);
  const otherRanks = ranksOf(others);
  const hasBreaks = cells.some(({ realised_share }) => realised_share !== null);
  const head = [
    ...names,
    ...(hasBreaks ? ["realised", "topic/size"] : []),
    ...["chunks", "chars", "chars/question", metric, "rank"],
    ...(twin === null ? [] : [twin, "rank"]),
    ...["chosen", "moved", "flipped"],
  ];
  const isAnyCut = cells.some(isCutCell);
  const spent = sweep.manifest.metrics.find((name) => name.startsWith("chars@"));
  return {
    title: `${strategy}, ${retriever}: the cells`,
    caption: `The settings of ${strategy} with ${retriever} retrieval`,
    header: head,
    rows: cells.map((cell, i) => {
      const values = names.map((name, at) => `${cell[name]}${at === names.length - 1 ? marksOf(cell) : ""}`);
      return [
        ...values,
        ...(hasBreaks ? [shareCell(cell.realised_share), `${cell.breaks_topic}/${cell.breaks_size}`] : []),
        amount(cell.chunks),
        amount(cell.chars_mean),
        cell.chars_per_question === null ? noValue : amount(cell.chars_per_question),
        estimate(cell, digits),
        String(ranks[i]),
        ...(twin === null || others[i] === undefined
          ? []
          : [share(others[i].estimate), String(otherRanks[i])]),
        cell.chosen_share === null ? noValue : shareCell(cell.chosen_share),
        cell.boundaries_moved_share === null ? noValue : shareCell(cell.boundaries_moved_share),
        cell.flipped_share === null ? noValue : shareCell(cell.flipped_share),
      ];
    }),
    notes: [
      ...(any === undefined
        ? []
        : [
            `n = ${counted(any.n, "question")} on ${counted(any.pages, "page")}. [ ]: band that holds for all ${cells.length} cells at once, ${percent(sweep.manifest.statistics.level)} (${any.band_method || "n.e."}).`,
          ]),
      ...(twin === null ? [] : [contextNote(metric, twin)]),
      `d: the default.${spent === undefined ? "" : ` chars/question: ${spent}.`} chosen: share of the choices on part of the pages. moved, flipped: share of boundaries, and of questions, that differ from the cell one step back.${hasBreaks ? " realised: topic breaks over the boundaries that were looked at; break_pct is nominal. topic/size: breaks by their cause." : ""}`,
      ...(isAnyCut
        ? [
            "†: more than 1 % of the cell's texts are longer than the embedder reads; its scores suffer for that.",
          ]
        : []),
    ],
    marks: cells.some(({ in_best_set }) => in_best_set === true) ? [meaning] : [],
  };
}

function contextNote(metric: string, twin: string): string {
  const [equal, counting] = /c$/.test(metric) ? [metric, twin] : [twin, metric];
  return `${equal} gives every cell the same number of characters; ${counting} gives the same number of chunks, and with them more characters to cells of longer chunks.`;
}

function marksOf(cell: SweepRow): string {
  return `${cell.is_default ? " d" : ""}${isCutCell(cell) ? " †" : ""}`;
}

function shareCell(value: SweepRow[string]): Cell {
  return value === null ? noValue : { kind: "share", value: Number(value) };
}

function amount(value: SweepRow[string]): Amount {
  return { kind: "amount", value: Number(value), mark: null };
}

function estimate(row: SweepRow, digits: number): Estimate {
  const { estimate, band_lo: lo, band_hi: hi, n } = row;
  const mark = row.in_best_set === true ? "near" : null;
  const ci_method = String(row.band_method);
  return { kind: "estimate", ...{ estimate, lo, hi, n, ci_method }, flag: "", count: null, digits, mark };
}

/** What the table of sizes has in columns of its own. */
const sizeColumns = ["size", "max_chars", "overlap"];

function valueCell(value: SweepRow[string] | undefined): Cell {
  return value === null || value === undefined ? noValue : String(value);
}

/**
 * Sizes at the same nominal characters: 4 chunks of 400, 2 of 800, 1 of 1600. Null where `size` isn't varied.
 *
 * The characters that were really retrieved stand beside the score, and the score at exactly as many.
 */
export function sizeTable({ rows, manifest }: SweepFolder): ResultTable | null {
  const axes = manifest.sweep.axes;
  const view = sizeViewOf(Object.values(axes));
  if (view === null) return null;
  const { retriever } = manifest.primary;
  const others = parameterNames(Object.values(axes).flat()).filter((name) => !sizeColumns.includes(name));
  const at = (strategy: string, cell: string, metric: string): SweepRow | undefined =>
    cellsOf({ rows }, strategy, { retriever, metric }).find((row) => row.cell === cell);
  const lines = Object.keys(axes).flatMap((strategy) =>
    cellsOf({ rows }, strategy, { retriever, metric: `hit@${view.budget}c` }).flatMap((row): Cell[][] => {
      const size = Number(row.size ?? row.max_chars ?? Number.NaN);
      const k = view.ks[view.sizes.indexOf(size)];
      const hit = k === undefined ? undefined : at(strategy, row.cell, `hit@${k}`);
      if (hit === undefined) return [];
      const chars = at(strategy, row.cell, `chars@${k}`);
      return [
        [
          strategy,
          `${size}${marksOf(row)}`,
          valueCell(row.overlap),
          ...others.map((name) => valueCell(row[name])),
          String(k),
          scoreText(hit.estimate, hit.band_lo, hit.band_hi),
          chars === undefined ? noValue : amount(chars.estimate),
          scoreText(row.estimate, row.band_lo, row.band_hi),
        ],
      ];
    }),
  );
  const [any] = rows;
  return {
    title: `sizes at ${view.budget} characters, ${retriever}`,
    caption: `Sizes and overlaps at the same nominal context with ${retriever} retrieval`,
    header: ["strategy", "size", "overlap", ...others, "k", "hit@k", "characters", `hit@${view.budget}c`],
    rows: lines,
    notes: [
      `n = ${counted(any?.n ?? 0, "question")} on ${counted(any?.pages ?? 0, "page")}. [ ]: band that holds for all cells of a strategy at once, ${percent(manifest.statistics.level)}.`,
      `k: as many chunks as come nearest to ${view.budget} characters by their size; "characters" is what they really have, and hit@${view.budget}c the score at exactly as many.`,
    ],
  };
}
