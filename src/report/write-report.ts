import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "../corpus/index.js";
import { differenceDots, lossBars, saveFigure, scoreDots, scoreDotsByType } from "./figures/index.js";
import { renderCsv } from "./render-csv.js";
import { mainTables } from "./report-tables.js";
import { type ResultFolder, readResults } from "./result-folder.js";
import { tableHtml } from "./table-html.js";
import { tableLatex } from "./table-latex.js";
import { tableMarkdown } from "./table-markdown.js";

/**
 * Write the tables (`table.md`, `.tex`, `.html`, and a `.csv` for each main table) and `figures/` of a results folder,
 * from its own files alone.
 */
export async function writeReport(folder: string): Promise<void> {
  const results = await withSettledDate(await readResults(folder), folder);
  for (const [name, text] of Object.entries(tableFiles(results))) {
    await writeAtomically(path.join(folder, name), text);
  }
  await writeFigures(folder, results);
}

/** Every file of tables, by name. */
export function tableFiles(results: ResultFolder): Record<string, string> {
  const twins = mainTables(results).map(({ name, table }) => [
    name === "main" ? "table.csv" : `table-${name}.csv`,
    renderCsv(table),
  ]);
  return {
    "table.md": tableMarkdown(results),
    "table.tex": tableLatex(results),
    "table.html": tableHtml(results),
    ...Object.fromEntries(twins),
  };
}

/**
 * The date is that of the run that first gave these numbers. A run that gives the same tables again keeps it, or
 * every repetition would change files that say the same.
 */
async function withSettledDate(results: ResultFolder, folder: string): Promise<ResultFolder> {
  const earlier = await readFile(path.join(folder, "table.md"), "utf8").catch(() => "");
  const date = /\b\d{4}-\d\d-\d\d(?=: )/.exec(earlier)?.[0];
  if (date === undefined) return results;
  const settled = { ...results, date };
  return tableMarkdown(settled) === earlier ? settled : results;
}

async function writeFigures(folder: string, results: ResultFolder): Promise<void> {
  const { summary, paired, chunk_stats: arms, losses, manifest } = results;
  const { primary, statistics } = manifest;
  if (!summary.some(({ retriever, metric }) => retriever === primary.retriever && metric === primary.metric))
    return;
  const figures = path.join(folder, "figures");
  await saveFigure(figures, "scores", scoreDots(summary, { ...primary, arms }));
  await saveFigure(figures, "scores-by-type", scoreDotsByType(summary, { ...primary, arms }));
  if (losses.some(({ retriever }) => retriever === primary.retriever))
    await saveFigure(figures, "losses", lossBars(losses, primary));
  if (paired.length === 0) return;
  await saveFigure(figures, "differences", differenceDots(paired, { ...primary, level: statistics.level }));
}
