import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "../../corpus/index.js";
import { saveFigure } from "../figures/index.js";
import { renderCsv } from "../render-csv.js";
import { renderLatex } from "../render-latex.js";
import { markdownGrid, markdownText, meaningMarkdown } from "../render-markdown.js";
import { setUpLine, setUpParagraph } from "../set-up.js";
import { readSweep, type SweepFolder } from "./read-sweep.js";
import { sweepFigures } from "./sweep-figures.js";
import { sweepTables } from "./sweep-tables.js";
import { sweepWords } from "./sweep-words.js";

/**
 * Write a sweep's tables (`sweep.md`, `sweep.tex`, a `.csv` for each) and its figures into a results folder, from the
 * sweep's files there alone. Nothing is written where no sweep was made.
 */
export async function writeSweep(folder: string): Promise<SweepFolder | null> {
  const sweep = await readSweep(folder);
  if (sweep === null) return null;
  const tables = sweepTables(sweep);
  const setUp = setUpParagraph({ ...sweep.manifest, date: null });
  const latex = tables.map(({ name, table }) =>
    renderLatex(table, { label: `tab:${sweep.manifest.study}-sweep-${name}`, setUp }),
  );
  const files: Record<string, string> = {
    "sweep.md": sweepMarkdown(sweep),
    "sweep.tex": `${latex.join("\n\n")}\n`,
    ...Object.fromEntries(tables.map(({ name, table }) => [`table-sweep-${name}.csv`, renderCsv(table)])),
  };
  const figures = sweepFigures(sweep);
  const drawn = figures.flatMap(({ name }) => [`${name}.svg`, `${name}.vl.json`]);
  await removeOthers(folder, /^table-sweep-.*\.csv$/, Object.keys(files));
  await removeOthers(path.join(folder, "figures"), /^sweep-.*\.(?:svg|vl\.json)$/, drawn);
  for (const [name, text] of Object.entries(files)) await writeAtomically(path.join(folder, name), text);
  for (const { name, spec } of figures) await saveFigure(path.join(folder, "figures"), name, spec);
  return sweep;
}

/** Tables and figures of an earlier sweep, of strategies and settings that this one doesn't have, aren't left beside it. */
async function removeOthers(folder: string, ofSweeps: RegExp, kept: readonly string[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => ofSweeps.test(each) && !kept.includes(each)))
    await rm(path.join(folder, name));
}

/** The text of `sweep.md`. It has no date: it changes only with the numbers. */
export function sweepMarkdown(sweep: SweepFolder): string {
  const { manifest } = sweep;
  const leftOut = manifest.sweep.left_out.map(
    ({ what, reason }) => `- ${markdownText(`${what}: ${reason}`)}`,
  );
  return [
    `## ${markdownText(`${manifest.study}: tuning`)}`,
    "",
    ...sweepWords(sweep).flatMap((paragraph) => [markdownText(paragraph), ""]),
    ...sweepTables(sweep).flatMap(({ table }) => [
      markdownGrid(table),
      "",
      ...table.notes.flatMap((note) => [`${markdownText(note)}  `]),
      ...(table.marks ?? []).map((each) => `${meaningMarkdown(each)}  `),
      "",
    ]),
    ...(leftOut.length === 0 ? [] : ["### left out", "", ...leftOut, ""]),
    `${setUpLine({ ...manifest, date: null })} ${markdownText(setUpParagraph({ ...manifest, date: null }))}`,
    "",
  ].join("\n");
}
