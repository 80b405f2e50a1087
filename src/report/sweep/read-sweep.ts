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

/** Read a sweep from a results folder; null where none was made. */
export async function readSweep(folder: string): Promise<SweepFolder | null> {
  const optional = (name: string): Promise<string | null> => readResultFile(folder, name);
  const [rows, choices, manifest] = await Promise.all(
    ["sweep.csv", "sweep_choices.csv", "sweep_manifest.json"].map(optional),
  );
  if (rows === null || choices === null || manifest === null) return null;
  return {
    rows: rowsOf<SweepRow>(rows),
    choices: rowsOf<ChoiceRow>(choices),
    tuned: rowsOf<TunedRow>((await optional("sweep_tuned.csv")) ?? ""),
    manifest: JSON.parse(manifest) as SweepManifest,
  };
}
