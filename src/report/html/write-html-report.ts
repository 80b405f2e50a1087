import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeAtomically } from "../../corpus/index.js";
import { readStudy, StudyError, type StudyInputs } from "../../study/index.js";
import { type ResultFolder, type ResultManifest, readResults } from "../result-folder.js";
import { readSweep, readSweepManifest } from "../sweep/index.js";
import { browserCode } from "./browser-code.js";
import { reportDocument } from "./document.js";
import { reportFigures } from "./figures.js";
import { missesHtml } from "./misses.js";
import { reportData } from "./report-data.js";
import { readRunRows } from "./run-rows.js";
import { tuningHtml } from "./tuning.js";

/** The page's style, which no compiler copies: it is read from the sources, beside `dist`. */
const styleFile = fileURLToPath(new URL("../../../src/report/html/report.css", import.meta.url));

/**
 * Write `report.html` into a results folder: one page with verdict, tables, figures, every question with what each arm
 * retrieved, and every page with the boundaries of two arms. It needs no network and no other file. It holds the pages'
 * text, so it is not for committing.
 *
 * @param studyFolder holds `study.json`; its pages and test set must be those that the results were made from
 * @param resultsFolder as a run leaves it, with `chunks.csv`, `units.csv` and `rankings.csv`
 * @returns the file that was written
 * @throws StudyError where something is missing, or results and study don't belong together; `signal.reason` when stopped
 */
export async function writeHtmlReport(
  studyFolder: string,
  resultsFolder: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const inputs = await readStudy(studyFolder, new Date().toISOString().slice(0, 10), signal);
  const results = await readResults(resultsFolder);
  checkSame(inputs, results, resultsFolder);
  const rows = await readRunRows(resultsFolder, signal);
  const [figures, misses, tuning, script, style] = await Promise.all([
    reportFigures(results, rows.chunks, signal),
    missesHtml(results),
    tuningOf(inputs, resultsFolder, signal),
    browserCode(),
    readFile(styleFile, "utf8"),
  ]);
  signal?.throwIfAborted();
  const data = reportData(inputs, results, rows);
  const file = path.join(resultsFolder, "report.html");
  await writeAtomically(file, reportDocument({ data, figures, finished: { misses, tuning }, script, style }));
  return file;
}

/** The sweep's section; null where none was made, or of other pages or questions than the study has now. */
async function tuningOf(
  { hashes }: Pick<StudyInputs, "hashes">,
  resultsFolder: string,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const sweep = await readSweep(resultsFolder);
  if (sweep === null || differenceOf(sweep.manifest, hashes) !== null) return null;
  return tuningHtml(sweep, signal);
}

/** In what a results folder's sweep differs from the study; null where it doesn't, or where none was made. */
export async function staleSweep(
  resultsFolder: string,
  { hashes }: Pick<StudyInputs, "hashes">,
): Promise<"pages" | "questions" | null> {
  const manifest = await readSweepManifest(resultsFolder);
  return manifest === null ? null : differenceOf(manifest, hashes);
}

/** Spans of other pages, or scores of other questions, would be shown at wrong places. */
function checkSame(
  { hashes }: Pick<StudyInputs, "hashes">,
  { manifest }: Pick<ResultFolder, "manifest">,
  resultsFolder: string,
): void {
  const differs = differenceOf(manifest, hashes);
  if (differs === null) return;
  throw new StudyError(
    `the results in ${resultsFolder} are of other ${differs} than the study has now; run it again (npx seamlab run)`,
  );
}

/** In what the inputs of results differ from those of the study. */
function differenceOf(
  manifest: Pick<ResultManifest, "corpus" | "test_sets">,
  hashes: StudyInputs["hashes"],
): "pages" | "questions" | null {
  if (manifest.corpus.sha256 !== hashes.corpus_sha256) return "pages";
  return JSON.stringify(manifest.test_sets) === JSON.stringify(hashes.test_sets) ? null : "questions";
}
