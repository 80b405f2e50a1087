import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { census, openCorpus, type Page } from "../corpus/index.js";
import { type ParsedPage, parsePage } from "../markdown/index.js";
import { locateTestSet, type Problem, parseTestSet, type Question } from "../questions/index.js";
import { type Arm, resolveArms } from "./arms.js";
import { parseJson, readStudyConfig, type StudyConfig } from "./config.js";
import { cacheFolder } from "./places.js";
import { StudyError } from "./study-error.js";

/** Everything a run starts from, read and checked; nothing has been embedded yet. */
export interface StudyInputs {
  readonly config: StudyConfig;
  readonly arms: readonly Arm[];
  readonly pages: readonly ParsedPage[];
  readonly questions: readonly Question[];
  /** Warnings of the test set; errors end the reading. */
  readonly warnings: readonly Problem[];
  /** What a person should know of the corpus. */
  readonly notes: readonly string[];
  /** Hashes of what was read, for the manifest. */
  readonly hashes: InputHashes;
}

export interface InputHashes {
  readonly corpus_sha256: string;
  readonly test_sets: readonly { readonly file: string; readonly sha256: string }[];
}

/**
 * Read a study: its settings, its frozen pages, its test set.
 *
 * @param date the day to record where pages are frozen for the first time
 * @throws StudyError or CorpusError with all that is wrong, and what to do
 */
export async function readStudy(
  studyFolder: string,
  date: string,
  signal?: AbortSignal,
): Promise<StudyInputs> {
  const { problems, ...inputs } = await examineStudy(studyFolder, date, signal);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    throw new StudyError(
      [
        `the test set has ${errors.length === 1 ? "an error" : `${errors.length} errors`}:`,
        ...errors.map(problemText),
      ].join("\n"),
    );
  }
  if (inputs.questions.length === 0) throw new StudyError("the test set has no questions");
  return { ...inputs, warnings: problems };
}

/** As `readStudy`, but with the test set's errors among its problems. */
export async function examineStudy(
  studyFolder: string,
  date: string,
  signal?: AbortSignal,
): Promise<Omit<StudyInputs, "warnings"> & { readonly problems: readonly Problem[] }> {
  const config = await readStudyConfig(studyFolder);
  const arms = await resolveArms(config, studyFolder);
  const place = { studyFolder, cacheFolder: cacheFolder(), ...(signal ? { signal } : {}) };
  const corpus = await openCorpus(config.corpus, place, date);
  const pages = corpus.pages.map(parsePage);
  const { items, problems, test_sets, filesOf } = await readTestSets(config, studyFolder);
  const located = locateTestSet(items, pages, config.types);
  return {
    config,
    arms,
    pages,
    questions: located.questions,
    problems: [
      ...problems,
      ...located.problems.map((problem) => placed(problem, filesOf(problem.item))),
      ...setProblems(items, located.questions, config),
    ],
    notes: [
      ...corpus.notes,
      ...corpusNotes(corpus.pages, pages),
      ...pages.flatMap(({ warnings }) => warnings),
    ],
    hashes: {
      corpus_sha256: sha256(JSON.stringify(pages.map(({ url, markdown }) => [url, markdown]))),
      test_sets,
    },
  };
}

/** What is wrong with a set as a whole: nothing in it, or nothing that scores what it asks. */
function setProblems(
  items: readonly unknown[],
  questions: readonly Question[],
  { metrics, primary }: StudyConfig,
): Problem[] {
  if (items.length === 0)
    return [{ severity: "error", item: null, what: "the test set has no questions that can be read" }];
  const tooLong = longerThanBudget(questions, primary.metric);
  const ofPages = questions.filter(({ answers }) => answers.length === 0).length;
  if (ofPages === 0 || metrics.some((metric) => metric.startsWith("pages_"))) return tooLong;
  const what = `${ofPages} of the questions expect whole pages, which none of the study's metrics scores; add "pages_full@5" or "pages_part@5" to "metrics" in study.json`;
  return [...tooLong, { severity: "warning", item: null, what }];
}

/** Questions that nobody can find at equal context: the answer, from its first passage to its last, is longer. */
function longerThanBudget(questions: readonly Question[], metric: string): Problem[] {
  const budget = Number(/^hit@(\d+)c$/.exec(metric)?.[1] ?? Number.POSITIVE_INFINITY);
  return questions.flatMap(({ id, answers }): Problem[] => {
    const lengths = answers.map(({ quotes }) => {
      const firsts = quotes.flatMap(([first]) => first ?? []);
      return Math.max(...firsts.map(({ end }) => end)) - Math.min(...firsts.map(({ start }) => start));
    });
    const shortest = Math.min(...lengths);
    if (!Number.isFinite(shortest) || shortest <= budget) return [];
    const what = `its answer reaches over ${shortest} characters, so that no chunking can find it with ${metric}, the study's primary metric`;
    return [{ severity: "warning", item: id, what }];
  });
}

async function readTestSets(config: StudyConfig, studyFolder: string) {
  const files = [config.test_set].flat();
  const read = await Promise.all(
    files.map(async (file) => {
      const full = path.join(studyFolder, file);
      const text = await readFile(full, "utf8").catch(() => {
        throw new StudyError(`test set ${full} can't be read; study.json names it in "test_set"`);
      });
      return { file, sha256: sha256(text), ...parseTestSet(parseJson(text, full)) };
    }),
  );
  // Where there is one file, everybody knows which is meant.
  const filesOf = (id: string | null): string[] =>
    read.length === 1
      ? []
      : read.filter(({ items }) => items.some((item) => item.id === id)).map(({ file }) => file);
  return {
    items: read.flatMap(({ items }) => items),
    problems: read.flatMap(({ problems, file }) =>
      problems.map((problem) => placed(problem, read.length === 1 ? [] : [file])),
    ),
    test_sets: read.map(({ file, sha256 }) => ({ file, sha256 })),
    filesOf,
  };
}

function placed(problem: Problem, files: readonly string[]): Problem {
  return files.length === 0 ? problem : { ...problem, file: files.join(" and ") };
}

/** One line a problem, with the text to paste where a quote isn't found. */
export function problemText({ item, what, closest, file }: Problem): string {
  const head = `  ${file === undefined ? "" : `${file}: `}${item ?? "the set"}: ${what}`;
  return closest === undefined ? head : `${head}\n    closest text there: ${JSON.stringify(closest)}`;
}

/** What a person should know of frozen pages: how many, and what was handled how often. */
export function corpusNotes(frozen: readonly Page[], pages: readonly ParsedPage[]): string[] {
  const { pages: count, characters, ...lists } = census(frozen);
  const withFrontMatter = pages.filter(({ frontMatter }) => frontMatter !== null).map(({ url }) => url);
  const told: [readonly string[], string][] = [
    [lists.empty, "empty (no chunks)"],
    [lists.byte_order_mark, "with a byte-order mark (not content)"],
    [withFrontMatter, "with front matter (not content)"],
    [lists.crlf, "with CR line endings (kept)"],
    [lists.lone_surrogate, "with half a surrogate pair (embedded as U+FFFD)"],
  ];
  const named = told
    .filter(([urls]) => urls.length > 0)
    .map(
      ([urls, what]) =>
        `${urls.length} ${what}: ${urls.slice(0, 3).join(", ")}${urls.length > 3 ? ", …" : ""}`,
    );
  return [
    `${count} ${count === 1 ? "page" : "pages"}, ${characters.toLocaleString("en")} characters`,
    ...named,
  ];
}

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
