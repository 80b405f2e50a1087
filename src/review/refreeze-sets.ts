import { readFile } from "node:fs/promises";
import path from "node:path";
import { corpusText, lockText, type TakenPages } from "../corpus/index.js";
import { parseTestSet, type TestItem } from "../questions/index.js";
import { parseJson, problemText, type StudyConfig, StudyError } from "../study/index.js";
import { withItems, withVersions } from "./refreeze-edit.js";
import type { AnchoredItem } from "./refreeze-item.js";

/** A file of a study's test set. */
export interface SetFile {
  /** As study.json names it. */
  readonly file: string;
  readonly text: string;
  readonly items: readonly TestItem[];
}

/**
 * A study's test set, as its files have it.
 *
 * @throws StudyError where one can't be read, or has items that aren't well-formed
 */
export async function readSets(config: StudyConfig, studyFolder: string): Promise<SetFile[]> {
  return Promise.all(
    [config.test_set].flat().map(async (file) => {
      const full = path.join(studyFolder, file);
      const text = await readFile(full, "utf8").catch(() => {
        throw new StudyError(`test set ${full} can't be read; study.json names it in "test_set"`);
      });
      const { items, problems } = parseTestSet(parseJson(text, full));
      if (problems.length > 0)
        throw new StudyError(
          [`${full} has errors, mend them first:`, ...problems.map(problemText)].join("\n"),
        );
      return { file, text, items };
    }),
  );
}

/** What a person should know of where the files are. */
export function outsideNotes(sets: readonly SetFile[]): string[] {
  return sets
    .filter(({ file }) => path.normalize(file).startsWith(".."))
    .map(
      ({ file }) => `${file} lies outside of the study: where another study uses it, refreeze that one too`,
    );
}

/** The new files' texts by the old files' names, relative to the study. */
export async function nextTexts(
  studyFolder: string,
  sets: readonly SetFile[],
  items: readonly AnchoredItem[],
  versions: ReadonlyMap<string, string>,
  { pages, lock }: TakenPages,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (!("file" in lock.source)) texts.set("corpus.json", corpusText(pages));
  let first = 0;
  for (const { file, text, items: own } of sets) {
    const anchored = items.slice(first, first + own.length);
    first += own.length;
    const changes = anchored.flatMap(({ is_edited, item }, i) => (is_edited ? [[i, item] as const] : []));
    texts.set(file, withItems(text, new Map(changes)));
  }
  if (versions.size > 0) {
    const file = path.join(studyFolder, "study.json");
    texts.set("study.json", withVersions(await readFile(file, "utf8"), versions, file));
  }
  // Last, since a lock that doesn't agree with the rest is what a run refuses.
  texts.set("corpus.lock.json", lockText(lock));
  return texts;
}
