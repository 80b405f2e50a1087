import { existsSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeAtomically } from "../corpus/index.js";
import { parseJson, StudyError, sha256 } from "../study/index.js";

/** A file of the study and the one that is to take its place. */
export interface NextFile {
  /** The file that stands there now. */
  readonly file: string;
  /** Beside it: `test_set.next.json`. */
  readonly next: string;
}

/** `a/test_set.json` → `a/test_set.next.json`; `corpus.lock.json` → `corpus.next.lock.json`. */
export function nextTo(file: string): string {
  const name = path.basename(file);
  const at = name.indexOf(".", 1);
  const next = at === -1 ? `${name}.next` : `${name.slice(0, at)}.next${name.slice(at)}`;
  return path.join(path.dirname(file), next);
}

const stateSchema = z.object({
  /** Files, their next ones, and SHA-256 of both when the next ones were written; null where there was no file. */
  files: z.array(
    z.object({ file: z.string(), next: z.string(), was: z.string().nullable(), written: z.string() }),
  ),
  /** Ids of the questions that wait for a person's word. */
  open: z.array(z.string()),
  /** Set before the first file is moved: from then on there is only forward. */
  accepting: z.boolean().default(false),
});

/** `refreeze.json`: which files wait to be taken. Written last, so that what it names is whole. */
export type RefreezeState = z.infer<typeof stateSchema>;

const stateFile = (studyFolder: string): string => path.join(studyFolder, "refreeze.json");

/** Null where nothing waits; a state that can't be read is none, and what it named is written anew. */
export async function readState(studyFolder: string): Promise<RefreezeState | null> {
  const text = await readFile(stateFile(studyFolder), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return stateSchema.parse(parseJson(text, stateFile(studyFolder)));
  } catch {
    return null;
  }
}

async function writeState(studyFolder: string, state: RefreezeState): Promise<void> {
  await writeAtomically(stateFile(studyFolder), `${JSON.stringify(state, null, 1)}\n`);
}

/** Write the next files beside the old ones, and then the state that names them. Nothing old is touched. */
export async function writeNext(
  studyFolder: string,
  texts: ReadonlyMap<string, string>,
  open: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  await discardNext(studyFolder);
  const files: RefreezeState["files"] = [];
  for (const [file, text] of texts) {
    signal?.throwIfAborted();
    const full = path.join(studyFolder, file);
    await writeAtomically(nextTo(full), text);
    files.push({ file, next: nextTo(file), was: await hashOf(full), written: sha256(text) });
  }
  await writeState(studyFolder, { files, open: [...open], accepting: false });
}

/**
 * Throw away what waits.
 *
 * @throws StudyError where it is being taken already
 */
export async function discardNext(studyFolder: string): Promise<void> {
  const state = await readState(studyFolder);
  if (state?.accepting === true) throw halfway(studyFolder);
  await rm(stateFile(studyFolder), { force: true });
  const known = state?.files.map(({ next }) => next) ?? [];
  // A stop while they were being written leaves some that no state names.
  for (const next of [...known, ...usual.map(nextTo)])
    await rm(path.join(studyFolder, next), { force: true });
}

/** The files that mostly have a next one. */
const usual = ["corpus.json", "corpus.lock.json", "test_set.json", "study.json"];

/** Next files that a person has edited since they were written: they aren't overwritten without a word. */
export async function editedSince(studyFolder: string): Promise<string[]> {
  const state = await readState(studyFolder);
  if (state?.accepting === true) throw halfway(studyFolder);
  const edited: string[] = [];
  for (const { next, written } of state?.files ?? []) {
    const now = await hashOf(path.join(studyFolder, next));
    if (now !== null && now !== written) edited.push(path.join(studyFolder, next));
  }
  return edited;
}

function halfway(studyFolder: string): StudyError {
  return new StudyError(
    `the new files of ${studyFolder} were being put in place when it was stopped; finish it: npx seamlab refreeze ${studyFolder} --accept`,
  );
}

/** Next files that are no longer there. */
export function missingNext(studyFolder: string, { files }: RefreezeState): string[] {
  return files.map(({ next }) => path.join(studyFolder, next)).filter((next) => !existsSync(next));
}

/** Files that are no longer what they were when the next ones were made from them. */
export async function changedSince(studyFolder: string, { files }: RefreezeState): Promise<string[]> {
  const changed: string[] = [];
  for (const { file, was } of files) {
    const full = path.join(studyFolder, file);
    // The frozen copy needn't be there, and holds nothing that the lock doesn't vouch for.
    const isCopy = file === "corpus.json";
    if (!isCopy && (await hashOf(full)) !== was) changed.push(full);
  }
  return changed;
}

/**
 * Put the next files in place. A stop on the way is made good by the next call: the state says that it was begun, and
 * a file that is in place already is passed over.
 */
export async function moveIntoPlace(studyFolder: string, state: RefreezeState): Promise<void> {
  if (!state.accepting) await writeState(studyFolder, { ...state, accepting: true });
  for (const { file, next } of state.files) {
    await rename(path.join(studyFolder, next), path.join(studyFolder, file)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      },
    );
  }
  await rm(stateFile(studyFolder), { force: true });
}

async function hashOf(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : sha256(text);
}
