import path from "node:path";
import { writeAtomically } from "../corpus/index.js";
import { differenceDots, saveFigure, scoreDots, scoreDotsByType } from "./figures/index.js";
import { readResults } from "./result-folder.js";
import { tableMarkdown } from "./table-markdown.js";

/** Write `table.md` and `figures/` of a results folder, from its own files alone. */
export async function writeReport(folder: string): Promise<void> {
  const results = await readResults(folder);
  await writeAtomically(path.join(folder, "table.md"), tableMarkdown(results));
  const { summary, paired, chunk_stats: arms, manifest } = results;
  const { primary, statistics } = manifest;
  if (!summary.some(({ retriever, metric }) => retriever === primary.retriever && metric === primary.metric))
    return;
  const figures = path.join(folder, "figures");
  await saveFigure(figures, "scores", scoreDots(summary, { ...primary, arms }));
  await saveFigure(figures, "scores-by-type", scoreDotsByType(summary, { ...primary, arms }));
  if (paired.length === 0) return;
  await saveFigure(figures, "differences", differenceDots(paired, { ...primary, level: statistics.level }));
}
