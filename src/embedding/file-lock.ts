import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "./errors.js";

/** The holder touches its lock this often, so that one left behind by a killed process is told apart. */
const TOUCH_MS = 5_000;
/** A lock that nobody has touched for this long has no holder any more. */
const STALE_MS = 60_000;
const POLL_MS = 200;

/**
 * Runs `action` while no other process runs one under the same lock file.
 *
 * It is for saving double work. In the rare case that two processes take over a stale lock at once both run,
 * so `action` must not depend on being alone.
 *
 * @param file made, and deleted at the end; its folder is made too
 * @param onWait called once, if another process has the lock
 * @throws the signal's reason while waiting; whatever `action` throws
 */
export async function withFileLock<T>(
  file: string,
  action: () => Promise<T>,
  options: { onWait?: () => void; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  const owner = JSON.stringify({ host: hostname(), pid: process.pid, id: randomUUID() });
  let told = false;
  while (!(await take(file, owner))) {
    if (await isStale(file)) {
      await discard(file);
      continue;
    }
    if (!told) options.onWait?.();
    told = true;
    await sleep(POLL_MS, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal?.throwIfAborted();
  }
  const touch = setInterval(() => {
    utimes(file, new Date(), new Date()).catch(() => undefined);
  }, TOUCH_MS);
  touch.unref();
  try {
    return await action();
  } finally {
    clearInterval(touch);
    // Only one's own: it may have been taken over while this machine was asleep.
    if ((await readFile(file, "utf8").catch(() => "")) === owner) await rm(file, { force: true });
  }
}

async function take(file: string, owner: string): Promise<boolean> {
  try {
    await writeFile(file, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function isStale(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > STALE_MS) return true;
    const owner: unknown = JSON.parse(await readFile(file, "utf8"));
    if (typeof owner !== "object" || owner === null || !("host" in owner) || !("pid" in owner)) return false;
    return owner.host === hostname() && typeof owner.pid === "number" && !isAlive(owner.pid);
  } catch {
    // Gone, or just being written.
    return false;
  }
}

/** Whether a process of this machine with that id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Renamed first: of several processes that want to delete it, one succeeds. */
async function discard(file: string): Promise<void> {
  const away = `${file}.${randomUUID()}`;
  try {
    await rename(file, away);
    await rm(away, { force: true });
  } catch {
    // Another process was quicker.
  }
}
