import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { corpusSource } from "../corpus/index.js";
import { parseMetric } from "../evaluation/index.js";
import { didYouMean, StudyError } from "./study-error.js";

export const retrieverNames = ["bm25", "dense", "rrf"] as const;
export type Retriever = (typeof retrieverNames)[number];

const parameterValue = z.union([z.number(), z.boolean(), z.string()]);
const pathStyle = z.enum(["none", "breadcrumb", "bracket"]);

/** One named chunker setting. What isn't listed here is a parameter of the strategy and is checked by it. */
const arm = z
  .object({
    name: z.string().min(1),
    strategy: z.string().min(1),
    path: pathStyle.default("none"),
    path_title: z.enum(["keep", "drop_if_in_text"]).default("keep"),
    /** For `fixed`: the arm whose mean chunk length its `size` is to match. */
    match: z.string().optional(),
  })
  .catchall(parameterValue);

const embedder = z.strictObject({
  model: z.string().default("all-MiniLM-L6-v2"),
  dtype: z.enum(["fp32", "fp16", "q8"]).default("fp32"),
  max_tokens: z.int().min(8).default(512),
  pooling: z.enum(["mean", "cls"]).default("mean"),
  query_prefix: z.string().default(""),
  text_prefix: z.string().default(""),
  long_texts: z.enum(["truncate", "mean_of_windows"]).default("truncate"),
  revision: z.string().optional(),
  endpoint: z.url().optional(),
  api: z.enum(["openai", "tei"]).optional(),
  api_key_env: z.string().optional(),
});

/** How BM25 reads and weighs texts (see `Bm25Options`). */
const bm25 = z.strictObject({
  k1: z.number().min(0).default(1.5),
  b: z.number().min(0).max(1).default(0.75),
  tokens: z.enum(["unicode", "ascii"]).default("unicode"),
});

const comparison = z.strictObject({ arm: z.string(), against: z.string() });

const statistics = z.strictObject({
  seed: z.int().min(0).max(0xffffffff).default(20261129),
  resamples: z.int().min(99).max(99999).default(9999),
  level: z.number().gt(0.5).lt(1).default(0.95),
  smallest_difference: z.number().gt(0).lt(1).default(0.05),
});

/**
 * A grid of settings: a list for each parameter that is varied, one value for one that isn't. What a strategy doesn't
 * take is not varied for it; what isn't named is as in the study's first arm of that strategy.
 */
const sweep = z
  .object({
    strategy: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    path: z.union([pathStyle, z.array(pathStyle).min(1)]).optional(),
    /** Shares of the pages that settings are chosen on and scored on in turn. */
    folds: z.int().min(2).max(50).default(5),
    /** How often the pages are divided anew. */
    repeats: z.int().min(1).max(1000).default(50),
  })
  .catchall(z.union([parameterValue, z.array(parameterValue).min(1)]));

const defaultMetrics = [
  "hit@1",
  "hit@5",
  "MRR@10",
  "split",
  "covered@5",
  "hit@1500c",
  "hit@3000c",
  "chars@5",
];

const both = (strategy: string, parameters: Record<string, number>): z.input<typeof arm>[] => [
  { name: strategy, strategy, ...parameters },
  { name: `${strategy} + path`, strategy, ...parameters, path: "breadcrumb" },
];

/**
 * What a study compares where it doesn't say: the two structure-blind cutters, and each other cutter without and
 * with the heading path, so that what the cutter does and what the path does aren't taken for one another.
 */
const defaultArms: z.input<typeof arm>[] = [
  { name: "fixed 800/100", strategy: "fixed", size: 800, overlap: 100 },
  { name: "recursive 800/0", strategy: "recursive", size: 800, overlap: 0 },
  ...both("heading", { max_chars: 1200 }),
  ...both("semantic", { break_pct: 0.2, min_chars: 200, max_chars: 1200 }),
  ...both("hybrid", { break_pct: 0.2, min_chars: 200, max_chars: 1200 }),
];

const studySchema = z.strictObject({
  name: z.string().min(1),
  corpus: corpusSource,
  test_set: z.union([z.string(), z.array(z.string()).min(1)]).default(["test_set.json"]),
  types: z.array(z.string()).min(1).optional(),
  embedder: embedder.prefault({}),
  retrievers: z
    .array(z.enum(retrieverNames))
    .min(1)
    .default([...retrieverNames]),
  bm25: bm25.prefault({}),
  metrics: z.array(z.string()).min(1).default(defaultMetrics),
  arms: z.array(arm).min(1).prefault(defaultArms),
  baseline: z.string().optional(),
  comparisons: z.array(comparison).optional(),
  primary: z
    .strictObject({ retriever: z.enum(retrieverNames).optional(), metric: z.string().optional() })
    .default({}),
  sweep: sweep.optional(),
  statistics: statistics.prefault({}),
});

export type ArmConfig = z.output<typeof arm>;
export type EmbedderSettings = z.output<typeof embedder>;
export type StatisticsSettings = z.output<typeof statistics>;
export type Comparison = z.output<typeof comparison>;
export type SweepSettings = z.output<typeof sweep>;

/** A study as its `study.json` says, defaults filled in. */
export type StudyConfig = Omit<z.output<typeof studySchema>, "primary"> & {
  /** The one endpoint that claims are made on. */
  readonly primary: { readonly retriever: Retriever; readonly metric: string };
};

/** The keys known at each place of study.json, for the nearest right one to a misspelt one. */
const knownKeys: Readonly<Record<string, readonly string[]>> = {
  "": Object.keys(studySchema.shape),
  embedder: Object.keys(embedder.shape),
  bm25: Object.keys(bm25.shape),
  statistics: Object.keys(statistics.shape),
  primary: ["retriever", "metric"],
  comparisons: Object.keys(comparison.shape),
  corpus: ["file", "folder", "npm", "include", "exclude"],
};

/**
 * Read and check `study.json`. Only `name` and `corpus` are required.
 *
 * @throws StudyError naming each unknown or ill-typed key, its value and the nearest right one
 */
export async function readStudyConfig(studyFolder: string): Promise<StudyConfig> {
  const file = path.join(studyFolder, "study.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new StudyError(
      `no study at ${studyFolder}: ${file} can't be read\nto make one from a folder of Markdown: npx seamlab init <folder>`,
    );
  });
  return parseStudyConfig(parseJson(text, file), file);
}

/** JSON, or a StudyError that names the file and the place. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new StudyError(
      `${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** @see readStudyConfig */
export function parseStudyConfig(json: unknown, file = "study.json"): StudyConfig {
  const parsed = studySchema.safeParse(json);
  const fail = (faults: readonly string[]): never => {
    throw new StudyError([`${file}:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
  };
  if (!parsed.success) return fail(parsed.error.issues.flatMap((issue) => describe(issue, json)));
  const study = { ...parsed.data, primary: primaryOf(parsed.data) };
  const faults = crossFaults(study);
  return faults.length > 0 ? fail(faults) : study;
}

/**
 * Check a grid that comes from elsewhere than `study.json`, such as a notebook's cell.
 *
 * @throws StudyError naming each ill-typed key and its value
 */
export function parseSweepSettings(json: unknown): SweepSettings {
  const parsed = sweep.safeParse(json);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) => describe(issue, json));
  throw new StudyError(["the grid:", ...faults.map((fault) => `  ${fault}`)].join("\n"));
}

/** What a study doesn't say of its primary endpoint is `dense` and `hit@3000c`, or the first that it has. */
function primaryOf({ primary, retrievers, metrics }: z.output<typeof studySchema>): StudyConfig["primary"] {
  const retriever = primary.retriever ?? (retrievers.includes("dense") ? "dense" : retrievers[0]);
  const metric = primary.metric ?? (metrics.includes("hit@3000c") ? "hit@3000c" : metrics[0]);
  return { retriever, metric };
}

function describe(issue: z.core.$ZodIssue, json: unknown): string[] {
  const place = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => unknownKey(key, issue.path));
  }
  if (issue.code === "invalid_union") {
    // The alternative that the value was probably meant for is the one that finds least wrong with it.
    const [fewest] = [...issue.errors].sort((a, b) => severity(a) - severity(b));
    return fewest.flatMap((inner) => describe({ ...inner, path: [...issue.path, ...inner.path] }, json));
  }
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    json,
  );
  return [
    `${place || "the whole"}: ${value === undefined ? "missing" : JSON.stringify(value)} (${issue.message})`,
  ];
}

function severity(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 2), 0);
}

function unknownKey(key: string, at: readonly PropertyKey[]): string {
  const place = at.filter((step) => typeof step === "string").join(".");
  const where = at.length === 0 ? "" : ` in ${at.join(".")}`;
  return `unknown key ${JSON.stringify(key)}${where}; ${didYouMean(key, knownKeys[place] ?? [])}`;
}

/** Names that must agree with one another. */
function crossFaults(study: StudyConfig): string[] {
  const faults: string[] = [];
  const names = study.arms.map(({ name }) => name);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) faults.push(`arms: two are named ${JSON.stringify(repeated)}`);
  const mustBeArm = (field: string, name: string | undefined): void => {
    if (name === undefined || names.includes(name)) return;
    faults.push(`${field}: ${JSON.stringify(name)} is not an arm of the study; ${didYouMean(name, names)}`);
  };
  mustBeArm("baseline", study.baseline);
  study.comparisons?.forEach(({ arm, against }, i) => {
    mustBeArm(`comparisons.${i}.arm`, arm);
    mustBeArm(`comparisons.${i}.against`, against);
  });
  for (const { name, match, strategy } of study.arms) {
    mustBeArm(`arms: ${name}: match`, match);
    if (match === undefined) continue;
    if (strategy !== "fixed")
      faults.push(`arms: ${name}: match: only a fixed arm can match another's length`);
    if (study.arms.some((arm) => arm.name === match && arm.match !== undefined)) {
      faults.push(
        `arms: ${name}: match: ${JSON.stringify(match)} has a match itself; name an arm with a size of its own`,
      );
    }
  }
  const twice = (field: string, values: readonly string[]): void => {
    const repeated = values.find((value, i) => values.indexOf(value) !== i);
    if (repeated !== undefined) faults.push(`${field}: ${repeated} stands twice`);
  };
  twice("metrics", study.metrics);
  twice("retrievers", study.retrievers);
  const pairs = study.comparisons?.map(({ arm, against }) => [arm, against].sort().join(" against ")) ?? [];
  twice("comparisons", pairs);
  for (const { arm, against } of study.comparisons ?? []) {
    if (arm === against) faults.push(`comparisons: ${JSON.stringify(arm)} is compared with itself`);
  }
  const { retriever, metric: primary } = study.primary;
  for (const name of study.metrics) {
    try {
      const { ranked } = parseMetric(name);
      if (name !== primary || ranked) continue;
      faults.push(
        `primary.metric: ${JSON.stringify(name)} is about chunks alone; name a metric of what is retrieved`,
      );
    } catch (error) {
      faults.push(`metrics: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (!study.metrics.includes(primary)) {
    faults.push(`primary.metric: ${JSON.stringify(primary)} is not among the study's metrics`);
  }
  if (!study.retrievers.includes(retriever)) {
    faults.push(`primary.retriever: ${JSON.stringify(retriever)} is not among the study's retrievers`);
  }
  return faults;
}
