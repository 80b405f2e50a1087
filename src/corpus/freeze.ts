import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeAtomically } from "./files.js";
import { CorpusError, type LockedPage, lockPage, type Page } from "./page.js";
import { type CorpusSource, corpusSource, fetchSource, readCorpusFile } from "./source.js";

/** `corpus.lock.json`: what the pages were when they were frozen. Committed; the pages themselves need not be. */
export interface CorpusLock {
  readonly source: CorpusSource;
  readonly retrieved_at: string;
  readonly pages: readonly LockedPage[];
}

const lockSchema = z.object({
  source: corpusSource,
  retrieved_at: z.string(),
  pages: z.array(z.object({ url: z.string(), sha256: z.string(), length: z.number() })),
});

export interface Place {
  readonly studyFolder: string;
  readonly cacheFolder: string;
  readonly signal?: AbortSignal;
}

const lockFile = ({ studyFolder }: Place): string => path.join(studyFolder, "corpus.lock.json");

/** The frozen pages: the file that the source names, or the copy beside study.json that freezing writes. */
function pagesFile(source: CorpusSource, { studyFolder }: Place): string {
  return path.resolve(studyFolder, "file" in source ? source.file : "corpus.json");
}

/** Pages as they were taken, and what a lock keeps of them. */
export interface TakenPages {
  readonly pages: readonly Page[];
  readonly lock: CorpusLock;
}

/**
 * Take a source's pages as they are now; nothing is written.
 *
 * @param date the day to record, as an ISO date
 * @throws CorpusError where there are none, or two have the same url
 */
export async function takePages(source: CorpusSource, place: Place, date: string): Promise<TakenPages> {
  const pages = (await fetchSource(source, place)).map(({ url, markdown }) => ({
    url,
    retrieved_at: date,
    markdown,
  }));
  if (pages.length === 0) throw new CorpusError("the corpus has no pages; nothing was frozen");
  const repeated = pages.find(({ url }, i) => pages.findIndex((page) => page.url === url) !== i);
  if (repeated !== undefined) {
    throw new CorpusError(
      `two pages of the corpus have the url ${JSON.stringify(repeated.url)}; each needs its own`,
    );
  }
  return { pages, lock: { source, retrieved_at: date, pages: pages.map(lockPage) } };
}

/**
 * Take a source's pages as they are now, and write `corpus.json` and `corpus.lock.json`.
 *
 * @param date the day to record, as an ISO date
 */
export async function freezeCorpus(source: CorpusSource, place: Place, date: string): Promise<Page[]> {
  const { pages, lock } = await takePages(source, place, date);
  if (!("file" in source)) await writePages(source, place, pages);
  await writeAtomically(lockFile(place), lockText(lock));
  return [...pages];
}

async function writePages(source: CorpusSource, place: Place, pages: readonly Page[]): Promise<void> {
  await writeAtomically(pagesFile(source, place), corpusText(pages));
}

/** `corpus.json`. */
export function corpusText(pages: readonly Page[]): string {
  return `${JSON.stringify(pages, null, 1)}\n`;
}

/** `corpus.lock.json`. */
export function lockText(lock: CorpusLock): string {
  return `${JSON.stringify(lock, null, 1)}\n`;
}

/**
 * A study's frozen pages, each equal to its entry in the lock.
 *
 * Where there is no lock yet, the pages are frozen now. Where the frozen copy is missing (it isn't committed), it is
 * made again from the source and has to come out the same.
 *
 * @returns the pages and what a person should be told about them
 * @throws CorpusError naming the pages that differ from the lock, are missing or are new
 */
export async function openCorpus(
  source: CorpusSource,
  place: Place,
  date: string,
): Promise<{ pages: Page[]; notes: string[] }> {
  if (!existsSync(lockFile(place))) {
    const pages = await freezeCorpus(source, place, date);
    return { pages, notes: [`froze ${pages.length} pages: corpus.lock.json is new, commit it`] };
  }
  const lock = await readLock(place);
  if (JSON.stringify(lock.source) !== JSON.stringify(source)) {
    throw new CorpusError(
      `the corpus of study.json is no longer the one that was frozen:\n  study.json        ${JSON.stringify(source)}\n  corpus.lock.json  ${JSON.stringify(lock.source)}\nrun "seamlab freeze" to freeze the new one, or put the old one back`,
    );
  }
  const file = pagesFile(source, place);
  const isThere = existsSync(file);
  const found = isThere ? await readCorpusFile(file) : await fetchSource(source, place);
  const pages = found.map(({ url, markdown }) => ({ url, retrieved_at: lock.retrieved_at, markdown }));
  const differences = lockDifferences(pages, lock.pages);
  if (differences.length > 0) throw new CorpusError(differs(differences, isThere ? file : "the source"));
  if (!isThere && !("file" in source)) await writePages(source, place, pages);
  return { pages, notes: isThere ? await sourceNotes(source, place, lock) : [] };
}

/**
 * A study's lock.
 *
 * @param file by default `corpus.lock.json`
 * @throws CorpusError where it isn't there or can't be read, saying what to do
 */
export async function readLock(place: Place, file = lockFile(place)): Promise<CorpusLock> {
  try {
    return lockSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new CorpusError(
      `${file} can't be read (${reason}); put back the committed one, or run "seamlab freeze"`,
    );
  }
}

/** A folder may have moved on since it was frozen; the run goes on with the frozen pages, and says so. */
async function sourceNotes(source: CorpusSource, place: Place, lock: CorpusLock): Promise<string[]> {
  if (!("folder" in source) || !existsSync(path.resolve(place.studyFolder, source.folder))) return [];
  const now = await fetchSource(source, place).catch(() => null);
  const changed =
    now === null
      ? []
      : lockDifferences(
          now.map((page) => ({ ...page, retrieved_at: "" })),
          lock.pages,
        );
  if (changed.length === 0) return [];
  return [
    `${changed.length} pages of ${source.folder} changed since ${lock.retrieved_at}; the frozen ones are used ("seamlab refreeze" takes the new ones)`,
  ];
}

/** How pages differ from a lock, one line each; none where they are the same in the same order. */
export function lockDifferences(pages: readonly Page[], locked: readonly LockedPage[]): string[] {
  const expected = new Map(locked.map((page) => [page.url, page]));
  const present = new Set(pages.map(({ url }) => url));
  const changed = pages.flatMap((page) => {
    const lock = expected.get(page.url);
    if (lock === undefined) return [`${page.url} is new`];
    if (lock.sha256 === lockPage(page).sha256) return [];
    return [`${page.url} changed (${lock.length} → ${page.markdown.length} characters)`];
  });
  const gone = locked.filter(({ url }) => !present.has(url)).map(({ url }) => `${url} is gone`);
  const differences = [...changed, ...gone];
  if (differences.length > 0) return differences;
  const moved = pages.findIndex(({ url }, i) => url !== locked[i].url);
  return moved === -1
    ? []
    : [`${pages[moved].url} stands in another place of the order, which decides between equal scores`];
}

function differs(differences: readonly string[], what: string): string {
  const shown = differences.slice(0, 10).map((difference) => `  ${difference}`);
  if (differences.length > shown.length) shown.push(`  and ${differences.length - shown.length} more`);
  return [
    `${differences.length === 1 ? "a page differs" : `${differences.length} pages differ`} from corpus.lock.json, in ${what}:`,
    ...shown,
    `results are about the frozen pages, so nothing was run; delete corpus.json to make it again, or run "seamlab freeze" to take these pages`,
  ].join("\n");
}
