import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { reasonOf, VectorCacheError } from "./errors.js";
import { PROBE_DAMAGED } from "./probe-status.js";
import { type CachedVector, decodeEntry, encodeEntry } from "./vector-entry.js";
import { entryCount, openStore, type VectorStore } from "./vector-store.js";

/** Vectors by key, kept in a folder across runs. */
export interface VectorCache {
  /** @param key of `vectorKey`. An entry whose checksum is wrong counts as not there. */
  get(key: string): CachedVector | undefined;
  /** Resolves when the entries would survive the end of this process. @throws VectorCacheError (disk full, ...) */
  put(entries: readonly (readonly [key: string, entry: CachedVector])[]): Promise<void>;
  /** Number of vectors held. */
  count(): number;
  /** Notes that the cache is sound as it is now, which saves the next start from checking it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Size and time of the data file when it was last known to be sound. */
const STAMP_FILE = "sound.json";
const DATA_FILE = "data.mdb";

/**
 * Opens the vector cache in a folder, which is made if need be.
 *
 * Safe to kill at any moment: LMDB commits whole transactions or nothing. Safe to delete at any time, even
 * while it is open: what is open goes on working, and the next start begins anew. A cache that was not closed
 * or was changed from outside is read through in a process of its own first (about 0.2 s); if it is damaged,
 * the folder is renamed to `<folder>.damaged-<time>` and a new one is begun.
 *
 * @param folder usually `<cacheFolder>/vectors`
 * @param onStep told when a damaged cache was set aside
 * @throws VectorCacheError if the folder cannot be made, read or written
 */
export async function openVectorCache(folder: string, onStep?: (step: string) => void): Promise<VectorCache> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unusable(folder, error);
  }
  if ((await currentStamp(folder)) !== (await savedStamp(folder)) && (await isDamaged(folder))) {
    const aside = `${folder}.damaged-${new Date().toISOString().replace(/[:.]/g, "-")}`;
    try {
      await rename(folder, aside);
      await mkdir(folder, { recursive: true });
    } catch (error) {
      throw unusable(folder, error);
    }
    onStep?.(`the vector cache was damaged: set aside as ${aside}, starting a new one`);
  }
  try {
    return new LmdbVectorCache(folder, openStore(folder));
  } catch (error) {
    throw unusable(folder, error);
  }
}

class LmdbVectorCache implements VectorCache {
  readonly #folder: string;
  readonly #store: VectorStore;
  #closed = false;

  constructor(folder: string, store: VectorStore) {
    this.#folder = folder;
    this.#store = store;
  }

  get(key: string): CachedVector | undefined {
    const id = Buffer.from(key, "hex");
    const bytes = this.#store.getBinary(id);
    return bytes === undefined ? undefined : decodeEntry(id, bytes);
  }

  async put(entries: readonly (readonly [string, CachedVector])[]): Promise<void> {
    try {
      // Puts of one turn of the event loop share a transaction.
      await Promise.all(
        entries.map(([key, entry]) => {
          const id = Buffer.from(key, "hex");
          return this.#store.put(id, Buffer.from(encodeEntry(id, entry)));
        }),
      );
    } catch (error) {
      throw new VectorCacheError(
        `Vectors could not be written to the cache in ${this.#folder}:\n${reasonOf(error)}\n` +
          "Is the disk full? The folder may be deleted at any time; its vectors are then computed again.",
        { cause: error },
      );
    }
  }

  count(): number {
    return entryCount(this.#store);
  }

  async settle(): Promise<void> {
    try {
      await this.#store.flushed;
    } catch {
      // No stamp: the next start checks.
      return;
    }
    await saveStamp(this.#folder);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#store.close();
    await saveStamp(this.#folder);
  }
}

/** Size and time of change of the data file; "" where there is none. */
async function currentStamp(folder: string): Promise<string> {
  try {
    const { size, mtimeNs } = await stat(path.join(folder, DATA_FILE), { bigint: true });
    return JSON.stringify({ size: size.toString(), mtime_ns: mtimeNs.toString() });
  } catch {
    return "";
  }
}

async function savedStamp(folder: string): Promise<string> {
  try {
    return await readFile(path.join(folder, STAMP_FILE), "utf8");
  } catch {
    return "";
  }
}

async function saveStamp(folder: string): Promise<void> {
  const stamp = await currentStamp(folder);
  // The folder may have been deleted meanwhile. And without a stamp the next start checks: no harm done.
  if (stamp !== "") await writeFile(path.join(folder, STAMP_FILE), stamp).catch(() => undefined);
}

/** Whether reading the whole cache, in a process of its own, fails or ends that process. */
async function isDamaged(folder: string): Promise<boolean> {
  if ((await currentStamp(folder)) === "") return false;
  const program = fileURLToPath(new URL("./cache-probe.js", import.meta.url));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, folder], { stdio: "ignore" });
    // If no process can be started there is no verdict, and the cache gets the benefit of the doubt.
    child.once("error", () => resolve(false));
    child.once("exit", (status, signal) => resolve(status === PROBE_DAMAGED || isCrash(status, signal)));
  });
}

/** Whether a process ended by its own fault, not by an interrupt or for want of memory. */
function isCrash(status: number | null, signal: NodeJS.Signals | null): boolean {
  if (signal !== null) return ["SIGBUS", "SIGSEGV", "SIGABRT", "SIGILL"].includes(signal);
  // Windows has no signals; there a crash is a status of this range.
  return status !== null && status >= 0xc0000000;
}

function unusable(folder: string, error: unknown): VectorCacheError {
  return new VectorCacheError(
    `The vector cache cannot be opened in ${folder}:\n${reasonOf(error)}\n` +
      "Make that folder writable, delete it if it is of no use, or choose another cache folder.",
    { cause: error },
  );
}
