import { readFile } from "node:fs/promises";
import path from "node:path";
import { openCorpus } from "../corpus/index.js";
import { type ParsedPage, parsePage } from "../markdown/index.js";
import { cacheFolder, parseJson, readStudyConfig, type StudyConfig } from "../study/index.js";

/** A file of a study's test set, as it stands. */
export interface TestSetFile {
  /** Where it is. */
  readonly path: string;
  /** Empty where there is no such file yet. */
  readonly text: string;
  /** The parsed text; null where there is no such file yet. */
  readonly json: unknown;
}

/** A study whose questions are to be worked on: they need not be complete, or right. */
export interface EditableStudy {
  readonly config: StudyConfig;
  readonly pages: readonly ParsedPage[];
  readonly files: readonly TestSetFile[];
}

/** @throws StudyError, CorpusError where study.json, the pages or a file's JSON can't be read */
export async function openEditable(studyFolder: string, signal: AbortSignal): Promise<EditableStudy> {
  const { config, files } = await openTestSet(studyFolder);
  const place = { studyFolder, cacheFolder: cacheFolder(), signal };
  const { pages } = await openCorpus(config.corpus, place, new Date().toISOString().slice(0, 10));
  return { config, files, pages: pages.map(parsePage) };
}

/** The files of a study's test set alone; see `openEditable`. */
export async function openTestSet(studyFolder: string): Promise<Omit<EditableStudy, "pages">> {
  const config = await readStudyConfig(studyFolder);
  const names = [config.test_set].flat();
  return { config, files: await Promise.all(names.map((name) => readFileOf(path.join(studyFolder, name)))) };
}

async function readFileOf(file: string): Promise<TestSetFile> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return { path: file, text: "", json: null };
  return { path: file, text, json: parseJson(text, file) };
}
