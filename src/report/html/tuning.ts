import { type SweepFolder, sweepFigures, sweepTables, sweepWords } from "../sweep/index.js";
import { escaped, finishedFigure, finishedTable } from "./finished-table.js";

/** The report's section on tuning, as HTML: the choice, the sweep's words, its figures and its other tables. */
export async function tuningHtml(sweep: SweepFolder, signal?: AbortSignal): Promise<string> {
  const [choices, ...others] = sweepTables(sweep).map(({ table }) => finishedTable(table));
  const parts = [choices, ...sweepWords(sweep).map((words) => `<p class="words">${escaped(words)}</p>`)];
  for (const { spec } of sweepFigures(sweep)) {
    signal?.throwIfAborted();
    parts.push(await finishedFigure(spec));
  }
  return [...parts, ...others].join("\n");
}
