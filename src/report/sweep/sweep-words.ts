import { parseMetric } from "../../evaluation/index.js";
import type { ChoiceRow } from "../../study/index.js";
import { counted, list, pValue, share } from "../format.js";
import { cellsOf, isCutCell, scoreText, settingText, strategiesOf } from "./cells.js";
import type { SweepFolder } from "./read-sweep.js";

/** What a sweep says, a paragraph a strategy: whether tuning pays, what to use, how much of the best score is luck. */
export function sweepWords(sweep: SweepFolder): string[] {
  const { manifest, choices, tuned } = sweep;
  const primary = choices.filter(({ is_primary }) => is_primary);
  const cut = strategiesOf(sweep).flatMap((strategy) =>
    cellsOf(sweep, strategy, manifest.primary)
      .filter(isCutCell)
      .map(({ cell }) => cell),
  );
  return [
    ...(primary.length === 0 ? [noChoice(sweep)] : []),
    ...primary.map((choice) => choiceWords(choice, manifest.statistics)),
    ...tuned
      .filter(({ is_primary }) => is_primary)
      .map(({ strategy, against, difference, lo, hi, p, n }) => {
        const separable = p <= 1 - manifest.statistics.level;
        return `${strategy}, tuned, − ${against}, tuned = ${scoreText(difference, lo, hi)}, p ${pText(p)}, n = ${n}${separable ? "" : ": they can't be told apart"}. Both are scored on pages that had no say in the choice.`;
      }),
    ...(cut.length === 0 ? [] : [`†: the embedder reads less than the texts of ${list(cut)}.`]),
    ...manifest.sweep.costs.map(
      ({ strategy, cells, characters, characters_anew, share: part }) =>
        `${strategy}: ${counted(cells, "cell")} embedded as ${characters.toLocaleString("en")} characters; every cell anew would be ${characters_anew.toLocaleString("en")} (${(part * 100).toFixed(0)} %).`,
    ),
  ];
}

/** With the questions of a single page there are no others to score a choice on. */
function noChoice({ manifest: { primary } }: SweepFolder): string {
  return `Nothing is chosen by ${primary.metric} with ${primary.retriever}: to choose on some pages and score on others, it takes questions on two pages at least that every cell has a score of.`;
}

/** Whether tuning pays: it does, it doesn't by as much as matters, or that can't be told. */
export function tuningVerdict(
  { pays, gain_lo, gain_hi, metric }: ChoiceRow,
  smallest_difference: number,
): "pays" | "doesn't pay" | "can't tell" {
  if (pays) return "pays";
  // The gain that is still possible: its upper bound, or where less is better its lower one.
  const most = parseMetric(metric).better === "higher" ? gain_hi : gain_lo === null ? null : -gain_lo;
  return most !== null && most < smallest_difference ? "doesn't pay" : "can't tell";
}

function choiceWords(
  choice: ChoiceRow,
  { level, smallest_difference }: SweepFolder["manifest"]["statistics"],
): string {
  const { strategy, cells, n, pages, in_best_set, optimism, metric, retriever } = choice;
  const luck = optimism > 0 ? `, so ${share(optimism)} of the first is luck` : "";
  const basis = `${metric}, ${retriever}, ${counted(n, "question")} on ${counted(pages, "page")}`;
  const best = `The best of ${counted(cells, "cell")} (${settingText(choice.best)}) scores ${share(choice.apparent)} on the questions that chose it; a cell chosen on some pages scores ${scoreText(choice.cross_fitted, choice.cross_fitted_lo, choice.cross_fitted_hi)} on the others${luck}. The default (${settingText(choice.default)}) scores ${share(choice.default_score)}; the gain is ${scoreText(choice.gain, choice.gain_lo, choice.gain_hi)}, p ${pText(choice.p_gain)}.`;
  const set = `${in_best_set} of ${cells} can't be told from the best`;
  const none = `no cell beats the default beyond chance (MaxT p ${pText(choice.p_grid)}, ${Math.round(level * 100)} %)`;
  const decided = {
    pays: `Tuning pays: the grid beats the default (MaxT p ${pText(choice.p_grid)}). ${set}; of those that beat the default, the cheapest is ${settingText(choice.cheapest)}, which is recommended, the most central ${settingText(choice.central)}.`,
    "doesn't pay": `Tuning doesn't pay here: ${none}, and a gain of ${share(smallest_difference)} is ruled out. Keep the default. ${set}.`,
    "can't tell": `Whether tuning pays can't be told from these questions: ${none}, but a gain of ${share(smallest_difference)} isn't ruled out. Keep the default until more questions say otherwise. ${set}.`,
  };
  return `${strategy} (${basis}). ${best} ${decided[tuningVerdict(choice, smallest_difference)]}`;
}

function pText(p: number): string {
  return p < 0.001 ? pValue(p) : `= ${pValue(p)}`;
}
