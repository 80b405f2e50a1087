import path from "node:path";
import {
  fromCsv,
  type PageRow,
  parseJson,
  type QuestionRow,
  readResultFile,
  type ScoreRow,
  StudyError,
} from "../study/index.js";

/** The parts of `manifest.json` that decide how two runs are compared, and whether they can be. */
export interface RunManifest {
  readonly seamlab?: string;
  readonly study?: string;
  readonly corpus?: { readonly source?: unknown; readonly sha256?: string };
  readonly test_sets?: readonly { readonly file: string; readonly sha256: string }[];
  readonly embedder?: unknown;
  readonly retrieval?: unknown;
  readonly arms?: readonly { readonly name: string; readonly setting: string }[];
  readonly primary: { readonly retriever: string; readonly metric: string };
  readonly statistics: {
    readonly seed: number;
    readonly resamples: number;
    readonly level: number;
    readonly smallest_difference: number;
  };
}

/** A run as its results folder has it: what was scored, on which pages, with which settings. */
export interface ScoredRun {
  readonly folder: string;
  readonly scores: readonly ScoreRow[];
  readonly manifest: RunManifest;
  /** Null where the folder has no `pages.csv`, as those of older runs. */
  readonly pages: readonly PageRow[] | null;
  /** Null where the folder has no `questions.csv`. */
  readonly questions: readonly QuestionRow[] | null;
}

const textColumns = new Set([
  ...["retriever", "arm", "question", "page", "type", "metric"],
  ...["sha256", "question_sha256", "answer_sha256"],
]);

/**
 * Read what a comparison needs of a results folder: `scores.csv` (or its compressed twin), `manifest.json`, and where
 * they are there `pages.csv` and `questions.csv`.
 *
 * @throws StudyError naming the file that can't be read, and what to do
 */
export async function readScoredRun(folder: string): Promise<ScoredRun> {
  const scores = await readResultFile(folder, "scores.csv");
  const manifest = await readResultFile(folder, "manifest.json");
  if (scores === null) throw absent(folder, "scores.csv or scores.csv.gz");
  if (manifest === null) throw absent(folder, "manifest.json");
  const rowsOf = async <Row>(name: string): Promise<Row[] | null> => {
    const csv = await readResultFile(folder, name);
    return csv === null ? null : fromCsv<Row>(csv, textColumns);
  };
  const run = {
    folder,
    scores: fromCsv<ScoreRow>(scores, textColumns),
    manifest: parseJson(manifest, path.join(folder, "manifest.json")) as RunManifest,
    pages: await rowsOf<PageRow>("pages.csv"),
    questions: await rowsOf<QuestionRow>("questions.csv"),
  };
  const bad = run.scores.findIndex(
    ({ question, value }) => question === undefined || !Number.isFinite(value),
  );
  if (bad !== -1 || run.scores.length === 0) {
    const where = bad === -1 ? "has no rows" : `row ${bad + 1} has no question, or no number as its value`;
    throw new StudyError(
      `${path.join(folder, "scores.csv")} ${where}; npx seamlab run <study> writes it anew`,
    );
  }
  if (run.manifest.primary === undefined || run.manifest.statistics === undefined) {
    throw new StudyError(`${path.join(folder, "manifest.json")} has no "primary" or no "statistics"`);
  }
  return run;
}

function absent(folder: string, name: string): StudyError {
  return new StudyError(
    `no results in ${folder}: ${name} can't be read\nname the folder that a run wrote, such as results/quickstart`,
  );
}
