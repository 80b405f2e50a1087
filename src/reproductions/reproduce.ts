import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { writeAtomically } from "../corpus/index.js";
import { unescapeFormula } from "../questions/index.js";
import { didYouMean, projectFolder, StudyError, toCsv } from "../study/index.js";
import { type ComparisonRow, comparisonColumns } from "./comparison.js";
import type { Experiment, ReproductionContext } from "./experiment.js";
import { experiments } from "./experiments.js";
import { reportMarkdown } from "./report.js";

/** `results/reproductions`, where the comparisons are committed. */
export const reproductionResults = path.join(projectFolder, "results/reproductions");

/**
 * The experiments of these ids in their own order; all of them where none is named.
 *
 * @throws StudyError naming the id that isn't one
 */
export function chosenExperiments(ids: readonly string[]): readonly Experiment[] {
  const unknown = ids.find((id) => !experiments.some((experiment) => experiment.id === id));
  if (unknown !== undefined) {
    const known = experiments.map(({ id }) => id);
    throw new StudyError(`no experiment ${JSON.stringify(unknown)}; ${didYouMean(unknown, known)}`);
  }
  return ids.length === 0 ? experiments : experiments.filter(({ id }) => ids.includes(id));
}

/** Run one experiment, and write its comparison unless only a part of it was run. */
export async function reproduceOne(
  experiment: Experiment,
  context: ReproductionContext,
): Promise<ComparisonRow[]> {
  const rows = await experiment.run(context);
  if (!context.skipEmbedding) {
    await writeAtomically(comparisonFile(experiment.id), toCsv(rows, comparisonColumns));
    await writeReproductionReport();
  }
  return rows;
}

/** Write `README.md` of the results from the comparisons that stand there. */
export async function writeReproductionReport(): Promise<void> {
  const done: { experiment: Experiment; rows: ComparisonRow[] }[] = [];
  for (const experiment of experiments) {
    const rows = await readComparison(experiment.id);
    if (rows !== null) done.push({ experiment, rows });
  }
  await writeAtomically(path.join(reproductionResults, "README.md"), reportMarkdown(done));
}

function comparisonFile(id: string): string {
  return path.join(reproductionResults, `${id}.csv`);
}

/** The rows of an experiment that was run before; null where it wasn't. */
export async function readComparison(id: string): Promise<ComparisonRow[] | null> {
  const csv = await readFile(comparisonFile(id), "utf8").catch(() => null);
  if (csv === null) return null;
  const lines = parse(csv, { columns: true }) as Record<keyof ComparisonRow, string>[];
  return lines.map((line) => {
    const text = (key: keyof ComparisonRow): string => unescapeFormula(line[key]);
    const number = (key: keyof ComparisonRow): number | null => (line[key] === "" ? null : Number(line[key]));
    return {
      experiment: text("experiment"),
      arm: text("arm"),
      quantity: text("quantity"),
      basis: text("basis") as ComparisonRow["basis"],
      expected: line.expected === "" ? null : cellValue(text("expected")),
      ours: cellValue(text("ours")),
      difference: number("difference"),
      tolerance: number("tolerance"),
      agrees: text("agrees") as ComparisonRow["agrees"],
      n: number("n"),
      lo: number("lo"),
      hi: number("hi"),
      embedded: text("embedded") as ComparisonRow["embedded"],
      note: text("note"),
    };
  });
}

/** A number, unless it is a digest: those have 64 digits and stay text. */
function cellValue(text: string): number | string {
  return text.length < 64 && text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The rows that were computed now and aren't, to the last digit, among the committed ones. */
export function changedRows(
  now: readonly ComparisonRow[],
  committed: readonly ComparisonRow[],
): ComparisonRow[] {
  const known = new Set(committed.map((row) => JSON.stringify(comparisonColumns.map((key) => row[key]))));
  return now.filter((row) => !known.has(JSON.stringify(comparisonColumns.map((key) => row[key]))));
}
