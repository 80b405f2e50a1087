import {
  fromCsv,
  parseJson,
  readResultFile,
  type ScoreRow,
  type StudyConfig,
  type StudyInputs,
} from "../study/index.js";
import { missMetric } from "./find-misses.js";
import type { HitsBySetting } from "./tag-cases.js";

/** The parts of `sweep_manifest.json` that say which cells there are, and of what. */
interface SweepManifest {
  readonly corpus: { readonly sha256: string };
  readonly test_sets: unknown;
  readonly arms: readonly {
    readonly name: string;
    readonly strategy: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly text: { readonly path: string };
  }[];
}

const textColumns = new Set(["retriever", "arm", "question", "page", "type", "metric"]);

/**
 * What the study's sweep finds at another `break_pct`, all else being as in the arm that missed.
 *
 * @returns undefined where no sweep was made, or one of other pages or questions than the study has now
 */
export async function sweepHits(
  resultsFolder: string,
  { config, hashes }: Pick<StudyInputs, "hashes"> & { readonly config: Pick<StudyConfig, "primary"> },
): Promise<HitsBySetting | undefined> {
  const text = await readResultFile(resultsFolder, "sweep_manifest.json");
  if (text === null) return undefined;
  const manifest = parseJson(text, "sweep_manifest.json") as SweepManifest;
  if (manifest.corpus.sha256 !== hashes.corpus_sha256) return undefined;
  if (JSON.stringify(manifest.test_sets) !== JSON.stringify(hashes.test_sets)) return undefined;
  const csv = await readResultFile(resultsFolder, "sweep_scores.csv");
  if (csv === null) return undefined;
  const metric = missMetric(config).name;
  const [header, ...lines] = csv.split("\n");
  // A sweep has many metrics and hundreds of thousands of rows; only those of one are looked at.
  const wanted = lines.filter((line) => line.includes(`,${metric},`));
  const hits = new Set(
    fromCsv<ScoreRow>([header, ...wanted].join("\n"), textColumns)
      .filter((row) => row.metric === metric && row.value === 1)
      .map(({ retriever, arm, question }) => JSON.stringify([retriever, arm, question])),
  );
  return ({ arm, retriever, question }) => {
    const others = manifest.arms.filter(
      (cell) =>
        cell.strategy === arm.strategy.name &&
        cell.text.path === arm.text.path &&
        isOtherBreak(cell.parameters, arm.parameters),
    );
    if (others.length === 0) return null;
    return others
      .filter(({ name }) => hits.has(JSON.stringify([retriever, name, question.id])))
      .map(({ name }) => name);
  };
}

/** Alike but for `break_pct`. */
function isOtherBreak(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  if (a.break_pct === undefined || a.break_pct === b.break_pct) return false;
  const { break_pct: _, ...first } = a;
  const { break_pct: __, ...second } = b;
  return Object.keys({ ...first, ...second }).every((name) => first[name] === second[name]);
}
