import {
  fromCsv,
  parseJson,
  readResultFile,
  type ScoreRow,
  type StudyConfig,
  type StudyInputs,
} from "../study/index.js";
import { missMetric } from "./find-misses.js";
import { type HitsBySetting, isOtherBreak, settingOf } from "./tag-cases.js";

/** The parts of `sweep_manifest.json` that say which cells there are, and of what. */
interface SweepManifest {
  readonly corpus: { readonly sha256: string };
  readonly test_sets: unknown;
  /** Null where nothing was embedded. */
  readonly embedder: Readonly<Record<string, unknown>> | null;
  readonly retrieval: { readonly bm25: Readonly<Record<string, unknown>> };
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
 * @returns undefined where no sweep was made, or one of other pages or questions than the study has now, or with another
 *   embedder or BM25
 */
export async function sweepHits(
  resultsFolder: string,
  {
    config,
    hashes,
  }: Pick<StudyInputs, "hashes"> & {
    readonly config: Pick<StudyConfig, "primary" | "embedder" | "bm25">;
  },
): Promise<HitsBySetting | undefined> {
  const text = await readResultFile(resultsFolder, "sweep_manifest.json");
  if (text === null) return undefined;
  const manifest = parseJson(text, "sweep_manifest.json") as SweepManifest;
  if (manifest.corpus.sha256 !== hashes.corpus_sha256) return undefined;
  if (JSON.stringify(manifest.test_sets) !== JSON.stringify(hashes.test_sets)) return undefined;
  const { model, max_tokens, pooling, query_prefix, text_prefix, long_texts } = config.embedder;
  const embedder = { model, max_tokens, pooling, query_prefix, text_prefix, long_texts };
  if (!agree(embedder, manifest.embedder ?? {}) || !agree(config.bm25, manifest.retrieval.bm25))
    return undefined;
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
    const own = settingOf(arm);
    const others = manifest.arms.filter(({ strategy, text: { path }, parameters }) =>
      isOtherBreak({ strategy, path, parameters }, own),
    );
    if (others.length === 0) return null;
    return others
      .filter(({ name }) => hits.has(JSON.stringify([retriever, name, question.id])))
      .map(({ name }) => name);
  };
}

/** Whether what a manifest says of settings is what the study has; what only one of them names can't differ. */
function agree(of: Readonly<Record<string, unknown>>, settings: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(of).every(([name, value]) => !(name in settings) || settings[name] === value);
}
