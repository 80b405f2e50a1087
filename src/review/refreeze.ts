import { existsSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  CorpusError,
  type CorpusLock,
  lockDifferences,
  openCorpus,
  type Page,
  type Place,
  readLock,
  takePages,
} from "../corpus/index.js";
import type { TestItem } from "../questions/index.js";
import { cacheFolder, readStudyConfig, StudyError } from "../study/index.js";
import { withSpecs } from "./refreeze-edit.js";
import { discardNext, editedSince, writeNext } from "./refreeze-files.js";
import { type AnchoredItem, anchorItem } from "./refreeze-item.js";
import { type PageUpdate, updateOf } from "./refreeze-pages.js";
import type { NewPages } from "./refreeze-place.js";
import { nextTexts, outsideNotes, readSets } from "./refreeze-sets.js";
import { changedPackages, newVersions } from "./refreeze-versions.js";

export interface RefreezeOptions {
  /** New versions of packages of the corpus, such as `pino@10.5.0`. */
  readonly npm?: readonly string[];
  /** Whether npm is asked for the newest version of the packages not named. */
  readonly latest?: boolean;
  /** The day to record, as an ISO date. */
  readonly date: string;
  readonly signal?: AbortSignal;
  /** Questions looked for, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A study's pages as they are now, against those that it froze. */
export interface Refreeze {
  readonly frozen_at: string;
  /** Packages that were frozen in another version than they are taken now. */
  readonly packages: readonly { readonly from: string; readonly to: string }[];
  readonly update: PageUpdate;
  readonly items: readonly AnchoredItem[];
  /** What a person should know beside that. */
  readonly notes: readonly string[];
  /** The files that wait to be taken, relative to the study; none where nothing changed. */
  readonly written: readonly string[];
}

/**
 * Fetch a study's pages again and write them beside the old ones, with the test set anchored anew. Nothing old is
 * touched; `acceptRefreeze` puts the new files in place.
 *
 * @throws StudyError, CorpusError where something is wrong that a person can mend
 */
export async function refreezeStudy(studyFolder: string, options: RefreezeOptions): Promise<Refreeze> {
  const { date, signal } = options;
  const config = await readStudyConfig(studyFolder);
  const place = { studyFolder, cacheFolder: cacheFolder(), ...(signal ? { signal } : {}) };
  if (!existsSync(path.join(studyFolder, "corpus.lock.json")))
    throw new StudyError(
      `${studyFolder} has no frozen pages yet; npx seamlab freeze ${studyFolder} takes them`,
    );
  const edited = await editedSince(studyFolder);
  if (edited.length > 0) {
    throw new StudyError(
      `${edited.join(", ")} was edited since it was written, and nothing of it is overwritten: take it with --accept, or throw it away with --discard`,
    );
  }
  const lock = await readLock(place);
  const sets = await readSets(config, studyFolder);
  const { pages: frozen, note } = await frozenPages(lock, place, date);
  const versions = await newVersions(config.corpus, options.npm ?? [], options.latest === true, signal);
  const source = withSpecs(config.corpus, versions);
  const taken = await takePages(source, place, date);
  const update = updateOf(lock.pages, frozen, taken.pages, taken.lock.pages);
  const where = {
    pages: new Map(taken.pages.map((page) => [page.url, page])),
    frozen: new Map(frozen?.map((page) => [page.url, page])),
    update,
  };
  const items = await anchorAll(
    sets.flatMap((set) => set.items),
    where,
    options,
  );
  const notes = [...(note === null ? [] : [note]), ...outsideNotes(sets)];
  const packages = changedPackages(lock.source, source);
  const result = { frozen_at: lock.retrieved_at, packages, update, items, notes };
  const isMoved = lockDifferences(taken.pages, lock.pages).length > 0;
  const isOtherSource = JSON.stringify(source) !== JSON.stringify(lock.source);
  if (!isMoved && !isOtherSource) {
    await discardNext(studyFolder);
    return { ...result, written: [] };
  }
  const texts = await nextTexts(studyFolder, sets, items, versions, taken);
  const open = items.filter(({ is_open }) => is_open).map(({ id }) => id);
  await writeNext(studyFolder, texts, open, signal);
  return { ...result, written: [...texts.keys()] };
}

/** The frozen pages' texts; null, and why, where they can't be had any more: their hashes are in the lock. */
async function frozenPages(
  lock: CorpusLock,
  place: Place,
  date: string,
): Promise<{ pages: readonly Page[] | null; note: string | null }> {
  try {
    return { pages: (await openCorpus(lock.source, place, date)).pages, note: null };
  } catch (error) {
    if (!(error instanceof CorpusError)) throw error;
    const note =
      "the frozen pages' texts are no longer there, only their hashes: a page that was renamed is known only where nothing else of it changed, and a quote that left its page only where it came to a new one";
    return { pages: null, note };
  }
}

/** Looking for the closest text to a quote that is gone takes a moment for each: progress is told, and it can be stopped. */
async function anchorAll(
  items: readonly TestItem[],
  where: NewPages,
  { signal, onProgress }: RefreezeOptions,
): Promise<AnchoredItem[]> {
  const anchored: AnchoredItem[] = [];
  for (const item of items) {
    anchored.push(anchorItem(item, where));
    onProgress?.(anchored.length, items.length);
    await setImmediate();
    signal?.throwIfAborted();
  }
  return anchored;
}
