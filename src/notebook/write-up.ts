import { readdir } from "node:fs/promises";
import path from "node:path";
import { type FigureSpec, saveFigure, type Table, writeReport } from "../report/index.js";
import { projectFolder } from "../study/index.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";

const media: Readonly<Record<string, string>> = {
  ".md": "Markdown: all tables",
  ".tex": "LaTeX: the main tables",
  ".html": "HTML: the main tables",
  ".csv": "CSV: a table, with all digits",
  ".svg": "SVG: a figure",
  ".vl.json": "Vega-Lite: the figure's specification, to draw it in another style",
};

/**
 * Write the study's tables and figures from the files of its results folder alone, and further figures beside them.
 *
 * @param figures by the names that their files get
 * @returns what there is to publish
 */
export function writeUp(
  { resultsFolder }: NotebookStudy,
  figures: Readonly<Record<string, FigureSpec>>,
): Promise<Table> {
  return withInterrupt(async () => {
    await writeReport(resultsFolder);
    for (const [name, figure] of Object.entries(figures))
      await saveFigure(path.join(resultsFolder, "figures"), name, figure);
    const tables = (await readdir(resultsFolder)).filter((name) => /^table[.-]/.test(name));
    const drawn = (await readdir(path.join(resultsFolder, "figures"))).map((name) => `figures/${name}`);
    return {
      title: "Ready to publish",
      header: ["file", "what it is"],
      rows: [...tables.sort(), ...drawn.sort()].map((name) => [name, mediumOf(name)]),
      notes: [`In ${path.relative(projectFolder, resultsFolder)}.`],
    };
  });
}

function mediumOf(name: string): string {
  const ending = Object.keys(media).find((each) => name.endsWith(each));
  return ending === undefined ? "" : media[ending];
}
