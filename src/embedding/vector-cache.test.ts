import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { VectorCacheError } from "./errors.js";
import { temporaryFolder } from "./testing.js";
import { openVectorCache } from "./vector-cache.js";
import { type CachedVector, decodeEntry, encodeEntry } from "./vector-entry.js";
import { vectorKey } from "./vector-key.js";

const key = (text: string): string =>
  vectorKey({ model: "m", revision: "r", dtype: "fp32", prefix: "", text });
const entry = (seed: number): CachedVector => ({
  vector: Float32Array.from({ length: 384 }, (_, i) => Math.sin(seed + i)),
  tokens: seed,
});

async function fill(folder: string, count: number): Promise<void> {
  const cache = await openVectorCache(folder);
  await cache.put(Array.from({ length: count }, (_, i) => [key(String(i)), entry(i)] as const));
  await cache.close();
}

test("an entry comes back as it was, on any alignment", () => {
  const id = Buffer.from(key("x"), "hex");
  for (const tokens of [0, 7, 4_000_000, null]) {
    const bytes = encodeEntry(id, { ...entry(1), tokens });
    const shifted = new Uint8Array(bytes.length + 1).subarray(1);
    shifted.set(bytes);
    assert.deepEqual(decodeEntry(id, shifted), { ...entry(1), tokens });
  }
});

test("an entry with a flipped bit, a lost end or another key is not taken", () => {
  const id = Buffer.from(key("x"), "hex");
  const bytes = encodeEntry(id, entry(1));
  for (const at of [0, 9, 12, bytes.length - 1]) {
    const flipped = Uint8Array.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    assert.equal(decodeEntry(id, flipped), undefined);
  }
  assert.equal(decodeEntry(id, bytes.subarray(0, -4)), undefined);
  assert.equal(decodeEntry(id, bytes.subarray(0, 5)), undefined);
  assert.equal(decodeEntry(Buffer.from(key("y"), "hex"), bytes), undefined);
});

test("vectors survive closing; the folder is made", async (t) => {
  const folder = path.join(await temporaryFolder(t), "a", "vectors");
  await fill(folder, 3);
  const cache = await openVectorCache(folder);
  assert.equal(cache.count(), 3);
  assert.deepEqual(cache.get(key("2")), entry(2));
  assert.equal(cache.get(key("3")), undefined);
  await cache.close();
  await cache.close();
});

test("two that are open at once see each other's vectors", async (t) => {
  const folder = await temporaryFolder(t);
  const [a, b] = [await openVectorCache(folder), await openVectorCache(folder)];
  await a.put([[key("1"), entry(1)]]);
  assert.deepEqual(b.get(key("1")), entry(1));
  await a.close();
  await b.put([[key("2"), entry(2)]]);
  assert.deepEqual(b.get(key("2")), entry(2));
  await b.close();
});

test("deleting the folder while it is open harms nobody; the next start is empty", async (t) => {
  const folder = path.join(await temporaryFolder(t), "vectors");
  const cache = await openVectorCache(folder);
  await cache.put([[key("1"), entry(1)]]);
  await rm(folder, { recursive: true });
  await cache.put([[key("2"), entry(2)]]);
  assert.deepEqual(cache.get(key("2")), entry(2));
  await cache.settle();
  await cache.close();
  const next = await openVectorCache(folder);
  assert.equal(next.count(), 0);
  await next.close();
});

const damages: [name: string, damage: (file: string) => void][] = [
  ["cut in half", (file) => truncateSync(file, statSync(file).size / 2)],
  ["cut within its first pages", (file) => truncateSync(file, 5000)],
  ["overwritten with noise", (file) => writeFileSync(file, randomBytes(100_000))],
  [
    "with its first pages overwritten",
    (file) => {
      const handle = openSync(file, "r+");
      writeSync(handle, randomBytes(8192), 0, 8192, 0);
      closeSync(handle);
    },
  ],
];
for (const [name, damage] of damages) {
  test(`a data file ${name} is set aside with a message`, async (t) => {
    const parent = await temporaryFolder(t);
    const folder = path.join(parent, "vectors");
    await fill(folder, 200);
    damage(path.join(folder, "data.mdb"));
    const steps: string[] = [];
    const cache = await openVectorCache(folder, (step) => steps.push(step));
    assert.equal(cache.count(), 0);
    await cache.put([[key("1"), entry(1)]]);
    assert.deepEqual(cache.get(key("1")), entry(1));
    await cache.close();
    assert.equal(readdirSync(parent).filter((file) => file.startsWith("vectors.damaged-")).length, 1);
    assert.match(steps.join("\n"), /damaged.*set aside as .*vectors\.damaged-/);
  });
}

test("a cache that only was not closed is kept", async (t) => {
  const parent = await temporaryFolder(t);
  const folder = path.join(parent, "vectors");
  await fill(folder, 20);
  await rm(path.join(folder, "sound.json"));
  const cache = await openVectorCache(folder);
  assert.equal(cache.count(), 20);
  await cache.close();
  assert.deepEqual(readdirSync(parent), ["vectors"]);
});

test("a folder that cannot be made or used is an error that names it", async (t) => {
  const parent = await temporaryFolder(t);
  const file = path.join(parent, "file");
  await writeFile(file, "");
  for (const folder of [file, path.join(file, "vectors")]) {
    await assert.rejects(openVectorCache(folder), (error) => {
      assert.ok(error instanceof VectorCacheError);
      assert.ok(error.message.includes(folder));
      assert.match(error.message, /writable/);
      return true;
    });
  }
  const folder = path.join(parent, "vectors");
  await mkdir(path.join(folder, "data.mdb"), { recursive: true });
  await assert.rejects(openVectorCache(folder), VectorCacheError);
});
