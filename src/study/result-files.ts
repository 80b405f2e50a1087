import { execFile } from "node:child_process";
import { access, constants, mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { writeAtomically } from "../corpus/index.js";
import { StudyError } from "./study-error.js";

/** The files of a results folder, by name. */
export type ResultFiles = Readonly<Record<string, string>>;

/**
 * Make sure that results can be written, before anything costly is done.
 *
 * @throws StudyError naming the folder and what to do
 */
export async function openResultsFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StudyError(
      `results can't be written to ${folder}\n${reason}\nnothing was run; name another folder with --results`,
    );
  }
}

/** Longest file that is committed as it is, in bytes; a longer one is committed compressed. */
const longest = 2 ** 21;

/** Write every file, each whole or not at all. */
export async function writeResults(folder: string, files: ResultFiles): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeAtomically(path.join(folder, name), text);
}

/**
 * Write the files that are to be committed. One over 2 MiB gets a compressed twin (`scores.csv.gz`), which is
 * committed in its place.
 */
export async function writeCommittedResults(folder: string, files: ResultFiles): Promise<void> {
  await writeResults(folder, files);
  for (const [name, text] of Object.entries(files)) {
    const twin = path.join(folder, `${name}.gz`);
    if (Buffer.byteLength(text) > longest) await writeAtomically(twin, gzipSync(text, { level: 9 }));
    else await rm(twin, { force: true });
  }
}

/**
 * A results file's text, from its compressed twin where only that is there, as in a clone; null where neither is.
 *
 * @throws StudyError naming a twin that can't be unpacked
 */
export async function readResultFile(folder: string, name: string): Promise<string | null> {
  const read = (file: string): Promise<Buffer | null> =>
    readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
      throw error;
    });
  const plain = await read(name);
  if (plain !== null) return plain.toString("utf8");
  const packed = await read(`${name}.gz`);
  if (packed === null) return null;
  try {
    return gunzipSync(packed).toString("utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StudyError(`${path.join(folder, `${name}.gz`)} can't be unpacked (${reason})`);
  }
}

/** How results compare with those that stood there before. */
export interface Against {
  /** `committed`: as in the last commit of the repository that the folder is in. */
  readonly origin: "committed" | "earlier";
  /** Lines that differ; none where the results are equal. */
  readonly differences: readonly string[];
}

/** Write the files that are to be committed, and say how they differ from earlier ones; null where there were none. */
export async function writeAndCompare(folder: string, files: ResultFiles): Promise<Against | null> {
  const earlier = await earlierResults(folder, Object.keys(files));
  await writeCommittedResults(folder, files);
  return earlier === null ? null : { origin: earlier.origin, differences: differencesFrom(earlier, files) };
}

/** What stood in a results folder before a run. */
export interface EarlierResults {
  readonly origin: Against["origin"];
  readonly files: ReadonlyMap<string, string>;
}

/** The committed results of a folder, or where there are none the ones on disk; null where there are neither. */
export async function earlierResults(
  folder: string,
  names: readonly string[],
): Promise<EarlierResults | null> {
  const committed = await readEach(names, (name) => committedFile(folder, name));
  if (committed.size > 0) return { origin: "committed", files: committed };
  const earlier = await readEach(names, (name) => readFile(path.join(folder, name), "utf8"));
  return earlier.size > 0 ? { origin: "earlier", files: earlier } : null;
}

async function readEach(
  names: readonly string[],
  read: (name: string) => Promise<string>,
): Promise<Map<string, string>> {
  const texts = await Promise.all(names.map((name) => read(name).catch(() => null)));
  return new Map(names.flatMap((name, i) => (texts[i] === null ? [] : [[name, texts[i]] as const])));
}

async function committedFile(folder: string, name: string): Promise<string> {
  const show = async (file: string): Promise<Buffer> => {
    const options = { cwd: folder, maxBuffer: 2 ** 26, encoding: "buffer" } as const;
    return (await promisify(execFile)("git", ["show", `HEAD:./${file}`], options)).stdout;
  };
  const whole = await show(name).catch(async () => gunzipSync(await show(`${name}.gz`)));
  return whole.toString("utf8");
}

/** The lines in which new results differ from earlier ones, the file's name in front; none where they are equal. */
export function differencesFrom({ files: earlier }: EarlierResults, files: ResultFiles): string[] {
  return [...earlier].flatMap(([name, before]) => {
    const now = files[name];
    if (now === undefined || now === before) return [];
    const had = new Set(before.split("\n"));
    const lines = now.split("\n").filter((line) => !had.has(line));
    return lines.length > 0
      ? lines.map((line) => `${name}: ${line}`)
      : [`${name}: rows missing, or in another order`];
  });
}
