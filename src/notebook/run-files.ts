import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { Chunk } from "../chunking/index.js";
import { unescapeFormula } from "../questions/index.js";
import { StudyError } from "../study/index.js";

/** What a run leaves on disk beside its results: every arm's chunks, and the first 50 of each ranking. */
export interface RunFiles {
  /** Every chunk of an arm, in page order. */
  chunksOf(arm: string): readonly Chunk[];
  /** A question's ranking under an arm, best first. */
  rankingOf(retriever: string, arm: string, question: string): readonly Chunk[];
}

/**
 * Read what the last run left in a results folder and isn't committed: `chunks.csv` and `rankings.csv`.
 *
 * @throws StudyError where they aren't there
 */
export async function readRunFiles(folder: string): Promise<RunFiles> {
  const chunks = new Map<string, Map<string, Chunk>>();
  for (const { arm, chunk, start, end } of await rowsOf(folder, "chunks.csv")) {
    const own = entryOf(chunks, arm, () => new Map<string, Chunk>());
    own.set(chunk, { ...placeOf(chunk), start: Number(start), end: Number(end) });
  }
  const rankings = new Map<string, Chunk[]>();
  for (const { retriever, arm, question, chunk } of await rowsOf(folder, "rankings.csv")) {
    const found = chunks.get(arm)?.get(chunk);
    if (found !== undefined) entryOf(rankings, keyOf(retriever, arm, question), () => []).push(found);
  }
  return {
    chunksOf: (arm) => [...(chunks.get(arm)?.values() ?? [])],
    rankingOf: (retriever, arm, question) => rankings.get(keyOf(retriever, arm, question)) ?? [],
  };
}

/** A chunk's page and index from its id, `tutorial/query-params.md::7`. */
function placeOf(id: string): Pick<Chunk, "page" | "index"> {
  const at = id.lastIndexOf("::");
  return { page: id.slice(0, at), index: Number(id.slice(at + 2)) };
}

async function rowsOf(folder: string, name: string): Promise<Record<string, string>[]> {
  const csv = await readFile(path.join(folder, name), "utf8").catch(() => {
    throw new StudyError(
      `${path.join(folder, name)} isn't there: score the study first (npx seamlab run, or notebook 04)`,
    );
  });
  // An apostrophe stands before text that a spreadsheet would run as a formula.
  return parse(csv, {
    columns: true,
    cast: (value, { header }) => (header ? value : unescapeFormula(value)),
  }) as Record<string, string>[];
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
