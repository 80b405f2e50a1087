import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  type CorpusSource,
  lockDifferences,
  type Page,
  readCorpusFile,
  readLock,
  writeAtomically,
} from "../corpus/index.js";
import { parsePage } from "../markdown/index.js";
import { checkTestSet, locateQuote, type Problem, parseTestSet, type TestItem } from "../questions/index.js";
import { parseJson, parseStudyConfig, problemText, type StudyConfig, StudyError } from "../study/index.js";
import { withItems } from "./refreeze-edit.js";
import {
  changedSince,
  missingNext,
  moveIntoPlace,
  nextTo,
  type RefreezeState,
  readState,
} from "./refreeze-files.js";
import { withoutVanished } from "./refreeze-item.js";
import { dropJudgements } from "./review-file.js";

/** What was put in place. */
export interface Accepted {
  readonly files: readonly string[];
  /** Ids of the questions that were taken out, and of those that lost one of several places. */
  readonly dropped: readonly string[];
  readonly shortened: readonly string[];
}

/**
 * Put the files that `refreezeStudy` wrote, and a person may have edited, in place of the old ones.
 *
 * @param dropVanished whether questions whose answer is gone are taken out; otherwise they keep the files from being
 * taken
 * @throws StudyError where nothing waits, an old file changed meanwhile, or a question's quote isn't on its page
 */
export async function acceptRefreeze(studyFolder: string, dropVanished: boolean): Promise<Accepted> {
  const state = await readState(studyFolder);
  if (state === null)
    throw new StudyError(
      `nothing waits to be taken in ${studyFolder}; npx seamlab refreeze ${studyFolder} first`,
    );
  const files = state.files.map(({ file }) => path.join(studyFolder, file));
  if (state.accepting) {
    await moveIntoPlace(studyFolder, state);
    return { files, dropped: [], shortened: [] };
  }
  const missing = missingNext(studyFolder, state);
  if (missing.length > 0)
    throw new StudyError(
      `${missing.join(", ")} isn't there any more; npx seamlab refreeze ${studyFolder} --discard, and again without`,
    );
  const changed = await changedSince(studyFolder, state);
  if (changed.length > 0) {
    throw new StudyError(
      `${changed.join(", ")} changed since the new files were made from it; npx seamlab refreeze ${studyFolder} makes them again`,
    );
  }
  const { pages, source } = await nextPages(studyFolder, state);
  const config = await nextConfig(studyFolder, state, source);
  const sets = await nextSets(studyFolder, state, pages, config, dropVanished);
  for (const { file, text } of sets) await writeAtomically(file, text);
  const dropped = sets.flatMap((set) => set.dropped);
  // Before the files are in place: stopped in between, a question without a judgement is asked again, while a judgement
  // without its question would keep every run from starting.
  await dropJudgements(studyFolder, dropped);
  await moveIntoPlace(studyFolder, state);
  return {
    files,
    dropped,
    shortened: sets.flatMap(({ shortened }) => shortened),
  };
}

/** The new pages, equal to their lock. */
async function nextPages(
  studyFolder: string,
  state: RefreezeState,
): Promise<{ pages: Page[]; source: CorpusSource }> {
  const nextOf = (name: string): string | null => nextFileOf(studyFolder, state, name);
  const place = { studyFolder, cacheFolder: "" };
  const lock = await readLock(place, nextOf("corpus.lock.json") ?? undefined);
  const own = "file" in lock.source ? path.resolve(studyFolder, lock.source.file) : null;
  const file = nextOf("corpus.json") ?? own ?? path.join(studyFolder, "corpus.json");
  const pages = await readCorpusFile(file);
  const differences = lockDifferences(pages, lock.pages);
  if (differences.length > 0) {
    throw new StudyError(
      `${file} isn't what was fetched; npx seamlab refreeze ${studyFolder} --discard, and again without:\n  ${differences.slice(0, 10).join("\n  ")}`,
    );
  }
  return { pages, source: lock.source };
}

function nextFileOf(studyFolder: string, { files }: RefreezeState, name: string): string | null {
  const found = files.find(({ file }) => file === name);
  return found === undefined ? null : path.join(studyFolder, found.next);
}

/** The settings that the new files are for. */
async function nextConfig(
  studyFolder: string,
  state: RefreezeState,
  source: CorpusSource,
): Promise<StudyConfig> {
  const file = nextFileOf(studyFolder, state, "study.json") ?? path.join(studyFolder, "study.json");
  const config = parseStudyConfig(parseJson(await readFile(file, "utf8"), file), file);
  const waits = [config.test_set].flat().every((name) => nextFileOf(studyFolder, state, name) !== null);
  if (!waits || JSON.stringify(config.corpus) !== JSON.stringify(source)) {
    throw new StudyError(
      `${file} names another corpus or test set than when the new files were made; npx seamlab refreeze ${studyFolder} makes them again`,
    );
  }
  return config;
}

interface NextSet {
  readonly file: string;
  readonly text: string;
  readonly dropped: readonly string[];
  readonly shortened: readonly string[];
}

/** The new test sets, with nothing in them that a run would refuse. */
async function nextSets(
  studyFolder: string,
  state: RefreezeState,
  pages: readonly Page[],
  { test_set, types }: StudyConfig,
  dropVanished: boolean,
): Promise<NextSet[]> {
  const parsed = pages.map(parsePage);
  const byUrl = new Map(parsed.map((page) => [page.url, page]));
  const holds = ({ url, quotes }: { url: string; quotes: readonly string[] }): boolean => {
    const page = byUrl.get(url);
    return page !== undefined && quotes.every((quote) => locateQuote(page, quote).length > 0);
  };
  const faults: string[] = [];
  const sets: NextSet[] = [];
  for (const name of [test_set].flat()) {
    const file = nextTo(path.join(studyFolder, name));
    const text = await readFile(file, "utf8");
    const { items, problems } = parseTestSet(parseJson(text, file));
    const errors = [...problems, ...checkTestSet(items, parsed, types)].filter(isError);
    const openIds = new Set(dropVanished ? state.open : []);
    const left = errors.filter(({ item }) => item === null || !openIds.has(item));
    faults.push(...left.map((problem) => `${file}:\n${problemText(problem)}`));
    const broken = new Set(errors.map(({ item }) => item));
    const changes = new Map<number, TestItem | null>();
    items.forEach((item, i) => {
      if (!broken.has(item.id) || !openIds.has(item.id)) return;
      changes.set(
        i,
        withoutVanished(item, holds, (url) => byUrl.has(url)),
      );
    });
    const ids = (isDropped: boolean): string[] =>
      [...changes].filter(([, item]) => (item === null) === isDropped).map(([i]) => items[i].id);
    if (problems.length === 0)
      sets.push({ file, text: withItems(text, changes), dropped: ids(true), shortened: ids(false) });
  }
  if (faults.length > 0) {
    throw new StudyError(
      [
        "the new files can't be taken yet, a person has to decide (nothing was changed):",
        ...faults,
        "edit the new test set, or leave out the questions whose answer is gone with --drop-vanished",
      ].join("\n"),
    );
  }
  return sets;
}

const isError = ({ severity }: Problem): boolean => severity === "error";
