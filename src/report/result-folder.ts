import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import type { ChunkStats, PairedRow, SummaryRow, Verdict } from "../study/index.js";

/** What tables and figures are made from: a results folder's files alone. */
export interface ResultFolder {
  readonly summary: readonly SummaryRow[];
  readonly paired: readonly PairedRow[];
  readonly chunk_stats: readonly ChunkStats[];
  readonly verdict: Verdict | null;
  readonly manifest: ResultManifest;
}

export interface ResultManifest {
  readonly seamlab: string;
  readonly study: string;
  readonly corpus: { readonly pages: number; readonly characters: number; readonly sha256: string };
  readonly questions: number;
  readonly embedder: Readonly<Record<string, string | number>> | null;
  readonly retrieval: { readonly retrievers: readonly string[] };
  readonly metrics: readonly string[];
  readonly arms: readonly { readonly name: string; readonly setting: string }[];
  readonly primary: { readonly retriever: string; readonly metric: string };
  readonly statistics: { readonly seed: number; readonly resamples: number; readonly level: number };
}

const textColumns = new Set([
  "retriever",
  "arm",
  "against",
  "type",
  "metric",
  "ci_method",
  "family",
  "flag",
  "setting",
]);

/** Read a results folder. Numbers come back as they were written; an empty cell of a number is null. */
export async function readResults(folder: string): Promise<ResultFolder> {
  const text = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
  return {
    summary: rowsOf<SummaryRow>(await text("summary.csv")),
    paired: rowsOf<PairedRow>(await text("paired.csv")),
    chunk_stats: rowsOf<ChunkStats>(await text("chunk_stats.csv")),
    verdict: JSON.parse(await text("verdict.json")) as Verdict | null,
    manifest: JSON.parse(await text("manifest.json")) as ResultManifest,
  };
}

function rowsOf<Row>(csv: string): Row[] {
  return parse(csv, {
    columns: true,
    cast: (value, { column, header }) => {
      if (header) return value;
      if (textColumns.has(String(column))) return value.replace(/^'(?=[=+\-@\t\r])/, "");
      return value === "" ? null : Number(value);
    },
  }) as Row[];
}
