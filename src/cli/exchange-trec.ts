import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { writeAtomically } from "../corpus/index.js";
import { unescapeFormula } from "../questions/index.js";
import { readStudy, StudyError } from "../study/index.js";
import { type TrecChunk, type TrecRanked, trecFiles } from "../study/trec.js";

/**
 * Write a study's rankings and holders as TREC files.
 *
 * @returns how many files
 * @throws StudyError where the results folder lacks the rankings, or they are about other pages or questions
 */
export async function exportTrec(
  studyFolder: string,
  resultsFolder: string,
  out: string,
  signal: AbortSignal,
): Promise<number> {
  const manifest = JSON.parse(await textOf(resultsFolder, "manifest.json")) as {
    corpus?: { sha256?: string };
    test_sets?: unknown;
  };
  const { questions, hashes } = await readStudy(studyFolder, new Date().toISOString().slice(0, 10), signal);
  const isSame =
    manifest.corpus?.sha256 === hashes.corpus_sha256 &&
    JSON.stringify(manifest.test_sets) === JSON.stringify(hashes.test_sets);
  if (!isSame)
    throw new StudyError(
      `the results in ${resultsFolder} are about other pages or questions; run the study again`,
    );
  const chunks = rowsOf(await textOf(resultsFolder, "chunks.csv"), (row): TrecChunk => {
    return { arm: row.arm, chunk: row.chunk, start: Number(row.start), end: Number(row.end) };
  });
  const rankings = rowsOf(await textOf(resultsFolder, "rankings.csv"), (row): TrecRanked => {
    const { retriever, arm, question, rank, chunk } = row;
    return { retriever, arm, question, rank: Number(rank), chunk };
  });
  const files = trecFiles(questions, chunks, rankings);
  for (const [name, text] of files) await writeAtomically(path.join(out, name), text);
  return files.size;
}

async function textOf(folder: string, name: string): Promise<string> {
  return readFile(path.join(folder, name), "utf8").catch(() => {
    throw new StudyError(
      `${path.join(folder, name)} can't be read; run the study first (rankings and chunks are written by each run, and not committed)`,
    );
  });
}

function rowsOf<Row>(csv: string, rowOf: (row: Record<string, string>) => Row): Row[] {
  const rows: Record<string, string>[] = parse(csv, { columns: true });
  return rows.map((row) =>
    rowOf(Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, unescapeFormula(cell)]))),
  );
}
