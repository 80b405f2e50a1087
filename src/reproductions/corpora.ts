import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  CorpusError,
  type LockedPage,
  lockDifferences,
  type Page,
  readPages,
  writeAtomically,
} from "../corpus/index.js";
import { counted } from "../report/index.js";
import { cacheFolder, projectFolder, StudyError } from "../study/index.js";
import type { PublicSource } from "./experiment.js";

/** Where corpora are looked for when nobody says: `.cache/corpora`. */
export function defaultCorpora(): string {
  return path.join(cacheFolder(), "corpora");
}

/** A study of a reproduction, in `data/reproductions`. */
export function studyFolder(name: string): string {
  return path.join(projectFolder, "data/reproductions", name);
}

/**
 * The folder of a source's texts among the corpora.
 *
 * @throws StudyError saying where it was looked for and how to get it
 */
export function corpusFolder({ repository, commit, places, fetch }: PublicSource, corpora: string): string {
  const found = places.map((place) => path.join(corpora, place)).find((folder) => existsSync(folder));
  if (found !== undefined) return found;
  throw new StudyError(
    [
      `the pages of github.com/${repository} at ${commit} aren't in ${corpora} (looked for ${places.join(", ")})`,
      "they are another project's and not part of this one; to get them:",
      ...fetch.map((line) => `  ${line.replaceAll("$CORPORA", corpora)}`),
      "or name the folder that holds them with --corpora",
    ].join("\n"),
  );
}

/**
 * Give a study its frozen pages: those that its lock names, taken from the corpora into `corpus.json`, which isn't
 * committed. Pages that aren't those of the lock are never put there, and replaced where they stand.
 *
 * @throws StudyError where the corpora are missing; CorpusError naming pages that are missing or differ from the lock
 */
export async function bringPages(study: string, source: PublicSource, corpora: string): Promise<void> {
  const frozen = path.join(study, "corpus.json");
  const { pages: locked } = JSON.parse(await readFile(path.join(study, "corpus.lock.json"), "utf8")) as {
    pages: LockedPage[];
  };
  if (await holdsPages(frozen, locked)) return;
  const urls = new Set(locked.map(({ url }) => url));
  const folder = corpusFolder(source, corpora);
  const found = await readPages(folder, { include: ["**/*.md"] });
  const pages = found
    .filter(({ url }) => urls.has(url))
    .map(({ url, markdown }) => ({ url, retrieved_at: "", markdown }));
  const isIt = `is it github.com/${source.repository} at ${source.commit}? "npx seamlab reproduce --list" says how to get it`;
  const missing = [...urls].filter((url) => !pages.some((page) => page.url === url));
  if (missing.length > 0) {
    throw new CorpusError(
      `${counted(missing.length, "page")} of the lock not found in ${folder}, such as ${missing[0]}; ${isIt}`,
    );
  }
  const differences = lockDifferences(pages, locked);
  if (differences.length > 0) {
    throw new CorpusError(
      `${counted(differences.length, "page")} in ${folder} not as in ${source.lock}, such as: ${differences[0]}; ${isIt}`,
    );
  }
  await writeAtomically(frozen, `${JSON.stringify(pages, null, 1)}\n`);
}

async function holdsPages(frozen: string, locked: readonly LockedPage[]): Promise<boolean> {
  try {
    return lockDifferences(JSON.parse(await readFile(frozen, "utf8")) as Page[], locked).length === 0;
  } catch {
    return false;
  }
}
