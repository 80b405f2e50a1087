import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { unescapeFormula } from "../../questions/index.js";
import { StudyError } from "../../study/index.js";

/** What a run leaves in the results folder of which no table is made: rows by chunk, ranking, unit and score. */
export interface RunRows {
  readonly chunks: readonly ChunkPlace[];
  readonly rankings: readonly RankedChunk[];
  readonly units: readonly UnitPlace[];
  readonly scores: readonly Score[];
}

export interface ChunkPlace {
  readonly arm: string;
  readonly page: string;
  /** Position on the page, from 0. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

export interface RankedChunk {
  readonly retriever: string;
  readonly arm: string;
  readonly question: string;
  readonly rank: number;
  readonly page: string;
  readonly index: number;
  readonly score: number;
}

export interface UnitPlace {
  readonly max_chars: number;
  readonly page: string;
  readonly start: number;
  readonly end: number;
  readonly similarity: number | null;
}

export interface Score {
  readonly retriever: string;
  readonly arm: string;
  readonly question: string;
  readonly metric: string;
  readonly value: number;
}

/** @throws StudyError naming the file that isn't there, and what to do */
export async function readRunRows(folder: string, signal?: AbortSignal): Promise<RunRows> {
  const rows = async (name: string): Promise<Record<string, string>[]> => {
    signal?.throwIfAborted();
    return rowsOf(path.join(folder, name));
  };
  return {
    chunks: (await rows("chunks.csv")).map(({ arm, chunk, start, end }) => {
      return { arm, ...placeOf(chunk), start: Number(start), end: Number(end) };
    }),
    rankings: (await rows("rankings.csv")).map(({ retriever, arm, question, rank, chunk, score }) => {
      return { retriever, arm, question, rank: Number(rank), ...placeOf(chunk), score: Number(score) };
    }),
    units: (await rows("units.csv")).map(({ max_chars, page, start, end, similarity_to_next }) => {
      return {
        max_chars: Number(max_chars),
        page,
        start: Number(start),
        end: Number(end),
        similarity: similarity_to_next === "" ? null : Number(similarity_to_next),
      };
    }),
    scores: (await rows("scores.csv")).map(({ retriever, arm, question, metric, value }) => {
      return { retriever, arm, question, metric, value: Number(value) };
    }),
  };
}

async function rowsOf(file: string): Promise<Record<string, string>[]> {
  const csv = await readFile(file, "utf8").catch(() => {
    throw new StudyError(
      `${file} isn't there; a run writes it (npx seamlab run), and a repository doesn't hold it`,
    );
  });
  const [header = [], ...lines] = cellsOf(csv);
  return lines.map((cells) => Object.fromEntries(header.map((name, i) => [name, unescapeFormula(cells[i])])));
}

/** Rankings are long, and seldom have a quotation mark: without one, a row is a line and a comma always divides. */
function cellsOf(csv: string): string[][] {
  if (csv.includes('"')) return parse(csv);
  return csv.split("\n").flatMap((line) => (line === "" ? [] : [line.split(",")]));
}

/** A chunk's page and position from its id, `tutorial/query-params.md::7`. */
function placeOf(id: string): { page: string; index: number } {
  const at = id.lastIndexOf("::");
  return { page: id.slice(0, at), index: Number(id.slice(at + 2)) };
}
