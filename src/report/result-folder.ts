import { readFile } from "node:fs/promises";
import path from "node:path";
import type { LossRow, MissRow, RemedyRow } from "../review/index.js";
import {
  type ChunkStats,
  type InteractionRow,
  type PairedRow,
  StudyError,
  type SummaryRow,
  type Verdict,
} from "../study/index.js";
import { rowsOf } from "./csv-rows.js";

/** What tables and figures are made from: a results folder's files alone. */
export interface ResultFolder {
  readonly summary: readonly SummaryRow[];
  readonly paired: readonly PairedRow[];
  readonly interactions: readonly InteractionRow[];
  readonly chunk_stats: readonly ChunkStats[];
  /** Empty where a folder was written before there were any. */
  readonly losses: readonly LossRow[];
  readonly misses: readonly MissRow[];
  /** Empty where none were measured. */
  readonly remedies: readonly RemedyRow[];
  readonly verdict: Verdict | null;
  readonly manifest: ResultManifest;
  /** The day of the run, `2026-11-29`; null where `run.json` isn't there, as in a clone. */
  readonly date: string | null;
}

/** The parts of `manifest.json` that are shown. */
export interface ResultManifest {
  readonly seamlab: string;
  readonly study: string;
  readonly corpus: {
    readonly source?: { readonly npm?: Readonly<Record<string, unknown>> };
    readonly pages: number;
    readonly characters: number;
    readonly sha256: string;
  };
  readonly test_sets?: readonly { readonly file: string; readonly sha256: string }[];
  readonly questions: number;
  readonly embedder: Readonly<Record<string, string | number>> | null;
  readonly retrieval: {
    readonly retrievers: readonly string[];
    readonly bm25?: Readonly<Record<string, string | number>>;
    readonly rrf?: number;
  };
  readonly metrics: readonly string[];
  readonly arms: readonly { readonly name: string; readonly setting: string }[];
  readonly primary: { readonly retriever: string; readonly metric: string };
  readonly statistics: {
    readonly seed: number;
    readonly generator?: string;
    readonly resamples: number;
    readonly level: number;
    readonly smallest_difference: number;
    readonly correction?: string;
  };
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Read a results folder. Numbers come back as they were written; an empty cell of a number is null. */
export async function readResults(folder: string): Promise<ResultFolder> {
  const text = (name: string): Promise<string> =>
    readFile(path.join(folder, name), "utf8").catch(() => {
      throw new StudyError(
        `no results in ${folder}: ${name} can't be read; npx seamlab run <study> writes them`,
      );
    });
  const optional = (name: string): Promise<string> =>
    readFile(path.join(folder, name), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
  return {
    summary: rowsOf<SummaryRow>(await text("summary.csv")),
    paired: rowsOf<PairedRow>(await text("paired.csv")),
    interactions: rowsOf<InteractionRow>(await optional("interactions.csv")),
    chunk_stats: rowsOf<ChunkStats>(await text("chunk_stats.csv")),
    losses: rowsOf<LossRow>(await optional("losses.csv")),
    remedies: rowsOf<RemedyRow>(await optional("remedies.csv")),
    misses: rowsOf<MissRow>(await optional("misses.csv")),
    verdict: JSON.parse(await text("verdict.json")) as Verdict | null,
    manifest: JSON.parse(await text("manifest.json")) as ResultManifest,
    date: dayOf(await optional("run.json")),
  };
}

function dayOf(runJson: string): string | null {
  if (runJson === "") return null;
  const { started } = JSON.parse(runJson) as { started?: string };
  return started?.slice(0, 10) ?? null;
}
