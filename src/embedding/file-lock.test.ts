import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { withFileLock } from "./file-lock.js";
import { temporaryFolder } from "./testing.js";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("actions under one lock don't overlap; nothing is left", async (t) => {
  const folder = path.join(await temporaryFolder(t), "new");
  const lock = path.join(folder, "x.lock");
  let inside = 0;
  let waited = 0;
  const action = async (): Promise<number> => {
    inside += 1;
    assert.equal(inside, 1);
    await pause(20);
    inside -= 1;
    return 7;
  };
  const onWait = (): void => {
    waited += 1;
  };
  const all = [1, 2, 3].map(() => withFileLock(lock, action, { onWait }));
  assert.deepEqual(await Promise.all(all), [7, 7, 7]);
  assert.equal(waited, 2);
  assert.deepEqual(await readdir(folder), []);
});

test("the lock is freed when the action fails", async (t) => {
  const lock = path.join(await temporaryFolder(t), "x.lock");
  await assert.rejects(
    withFileLock(lock, () => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.equal(existsSync(lock), false);
});

test("a lock whose process is gone, or that was not touched for long, is taken over", async (t) => {
  const lock = path.join(await temporaryFolder(t), "x.lock");
  await writeFile(lock, JSON.stringify({ host: hostname(), pid: 2 ** 30 }));
  assert.equal(await withFileLock(lock, async () => 1), 1);
  await writeFile(lock, JSON.stringify({ host: "another", pid: 1 }));
  const longAgo = new Date(Date.now() - 10 * 60_000);
  await utimes(lock, longAgo, longAgo);
  assert.equal(await withFileLock(lock, async () => 2), 2);
});

test("an abort ends the waiting and leaves the lock to its holder", async (t) => {
  const lock = path.join(await temporaryFolder(t), "x.lock");
  await writeFile(lock, JSON.stringify({ host: hostname(), pid: process.pid }));
  const controller = new AbortController();
  const waiting = withFileLock(lock, async () => 1, {
    onWait: () => controller.abort(),
    signal: controller.signal,
  });
  await assert.rejects(waiting, { name: "AbortError" });
  assert.equal(existsSync(lock), true);
});
