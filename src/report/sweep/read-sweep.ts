import {
  type Axis,
  type ChoiceRow,
  type LeftOut,
  readResultFile,
  type SweepCost,
  type SweepRow,
  type TunedRow,
} from "../../study/index.js";
import { rowsOf } from "../csv-rows.js";
import type { ResultManifest } from "../result-folder.js";

/** What a sweep's tables, words and figures are made from: the files that it left in a results folder. */
export interface SweepFolder {
  readonly rows: readonly SweepRow[];
  readonly choices: readonly ChoiceRow[];
  readonly tuned: readonly TunedRow[];
  readonly manifest: SweepManifest;
}

/** The parts of `sweep_manifest.json` that are shown. */
export interface SweepManifest extends ResultManifest {
  readonly sweep: {
    readonly axes: Readonly<Record<string, readonly Axis[]>>;
    readonly folds: number;
    readonly repeats: number;
    readonly left_out: readonly LeftOut[];
    readonly costs: readonly SweepCost[];
  };
}

/** What a sweep in a results folder is of, without its rows; null where none was made. */
export async function readSweepManifest(folder: string): Promise<SweepManifest | null> {
  const text = await readResultFile(folder, "sweep_manifest.json");
  return text === null ? null : (JSON.parse(text) as SweepManifest);
}

/** Read a sweep from a results folder; null where none was made. */
export async function readSweep(folder: string): Promise<SweepFolder | null> {
  const [rows, choices, manifest] = await Promise.all([
    readResultFile(folder, "sweep.csv"),
    readResultFile(folder, "sweep_choices.csv"),
    readSweepManifest(folder),
  ]);
  if (rows === null || choices === null || manifest === null) return null;
  return {
    rows: rowsOf<SweepRow>(rows),
    choices: rowsOf<ChoiceRow>(choices),
    tuned: rowsOf<TunedRow>((await readResultFile(folder, "sweep_tuned.csv")) ?? ""),
    manifest,
  };
}
