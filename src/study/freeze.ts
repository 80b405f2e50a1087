import { freezeCorpus } from "../corpus/index.js";
import { parsePage } from "../markdown/index.js";
import { readStudyConfig } from "./config.js";
import { corpusNotes } from "./inputs.js";
import { cacheFolder } from "./places.js";

/**
 * Take a study's pages as they are now and lock them.
 *
 * @returns what a person should know of the pages
 */
export async function freezeStudy(
  studyFolder: string,
  date: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const { corpus } = await readStudyConfig(studyFolder);
  const pages = await freezeCorpus(
    corpus,
    { studyFolder, cacheFolder: cacheFolder(), ...(signal ? { signal } : {}) },
    date,
  );
  return [`froze ${studyFolder}`, ...corpusNotes(pages, pages.map(parsePage)).map((note) => `  ${note}`)];
}
