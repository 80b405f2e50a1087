import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { writeAtomically } from "../corpus/index.js";
import type { ChunkStats, SummaryRow, Verdict } from "../study/index.js";
import { resultTables } from "./result-report.js";
import { armTable, typeTable } from "./result-tables.js";
import { renderMarkdown } from "./table.js";
import { verdictText } from "./verdict-text.js";

/** What the tables are made from: a results folder's files alone. */
export interface ResultFolder {
  readonly summary: readonly SummaryRow[];
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

const textColumns = new Set(["retriever", "arm", "type", "metric", "ci_method", "flag", "setting"]);

/** Read a results folder. Numbers come back as they were written; an empty cell of a number is null. */
export async function readResults(folder: string): Promise<ResultFolder> {
  const text = (name: string): Promise<string> => readFile(path.join(folder, name), "utf8");
  return {
    summary: rowsOf<SummaryRow>(await text("summary.csv")),
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

/** Write `table.md`: the verdict, every table, and the set-up that the numbers belong to. */
export async function writeTables(folder: string): Promise<void> {
  await writeAtomically(path.join(folder, "table.md"), tableMarkdown(await readResults(folder)));
}

/** @see writeTables */
export function tableMarkdown({ summary, chunk_stats, verdict, manifest }: ResultFolder): string {
  const { primary, retrieval, metrics } = manifest;
  const input = { summary, chunk_stats, primaryMetric: primary.metric };
  const others = retrieval.retrievers.filter((name) => name !== primary.retriever);
  const tables = [
    ...resultTables({ summary, chunk_stats, verdict, primary }),
    ...others.map((retriever) => armTable(input, retriever)),
    ...metrics
      .filter((metric) => metric !== primary.metric && !metric.includes("chars@"))
      .map((metric) => typeTable(input, primary.retriever, metric)),
  ];
  return [
    `## ${manifest.study}`,
    "",
    ...(verdict === null ? [] : [verdictText(verdict), ""]),
    ...tables.map(renderMarkdown),
    setUp(manifest),
    "",
  ].join("\n");
}

function setUp({ seamlab, corpus, questions, embedder, arms, statistics }: ResultManifest): string {
  const model =
    embedder === null
      ? "none"
      : `${embedder.model}, ${embedder.dtype}, at most ${embedder.max_tokens} tokens`;
  return [
    `**Set-up.** ${corpus.pages} pages, ${corpus.characters.toLocaleString("en")} characters (SHA-256 ${corpus.sha256.slice(0, 12)}…); ${questions} questions; embedded model ${model};`,
    `${statistics.resamples.toLocaleString("en")} resamples, seed ${statistics.seed}; seamlab ${seamlab}.`,
    "",
    ...arms.map(({ name, setting }) => `- ${name}: ${setting}`),
  ].join("\n");
}
