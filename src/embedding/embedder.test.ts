import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { z } from "zod";
import type { EmbedProgress } from "./embedder.js";
import {
  cacheWithModel,
  cosine,
  open,
  plainEmbedder,
  projectFolder,
  sameBytes,
  sharedJson,
} from "./testing.js";

const Reference = z.object({
  items: z.array(z.object({ text: z.string(), tokens: z.number(), vector: z.array(z.number()) })),
});
const reference = sharedJson("reference/minilm-vectors.json");

/** Texts of many lengths, some equal; every length occurs more than once. */
const texts = Array.from({ length: 60 }, (_, i) => {
  return `Item ${i % 50}: ${"the server keeps a connection open ".repeat(i % 5)}for ${i % 9} seconds.`;
});

const plain = plainEmbedder();

const skip = reference === undefined ? "no ../shared/reference/minilm-vectors.json" : false;

test("vectors and token counts are those of the reference implementation", { skip }, async () => {
  const { items } = Reference.parse(reference);
  const { vectors, tokens, fresh } = await plain().embed(items.map(({ text }) => text));
  assert.equal(fresh, items.length);
  assert.deepEqual(
    tokens,
    items.map((item) => item.tokens),
  );
  items.forEach(({ text, vector }, i) => {
    assert.ok(cosine(vectors[i] ?? [], vector) >= 0.99999, text);
  });
});

test("a second run takes everything from the cache, without model, Python or network", async (t) => {
  const cacheFolder = await cacheWithModel(t);
  const first = await open(t, cacheFolder);
  assert.deepEqual(await first.missing(texts), [...texts.keys()]);
  const embedded = await first.embed(texts);
  assert.equal(embedded.fresh, new Set(texts).size);
  assert.deepEqual(await first.missing(["new", ...texts, "new"]), [0, texts.length + 1]);
  assert.equal((await first.embed(texts)).fresh, 0);
  await first.close();
  await rm(path.join(cacheFolder, "models"), { recursive: true });
  const nowhere = path.join(cacheFolder, "no-project");
  const second = await open(t, cacheFolder, {}, { projectFolder: nowhere });
  const again = await second.embed(texts);
  assert.deepEqual(again, { ...embedded, fresh: 0 });
  assert.deepEqual(await second.countTokens(texts), embedded.tokens);
});

test("vectors are the same bytes one at a time, shuffled, and with any number of workers", async (t) => {
  const together = await plain().embed(texts);
  const single = await open(t, await cacheWithModel(t));
  for (const [i, text] of texts.slice(0, 20).entries()) {
    const { vectors } = await single.embed([text]);
    assert.ok(sameBytes(vectors[0], together.vectors[i]), text);
  }
  // Long enough to be worth two workers.
  const long = Array.from({ length: 3 }, (_, i) => `${i} ${"some words ".repeat(1000)}`);
  const shuffled = [...long, ...[...texts].sort((a, b) => (a.slice(6) < b.slice(6) ? -1 : 1))];
  const two = await (await open(t, await cacheWithModel(t), {}, { workers: 2 })).embed(shuffled);
  shuffled.slice(long.length).forEach((text, i) => {
    assert.ok(sameBytes(two.vectors[long.length + i], together.vectors[texts.indexOf(text)]), text);
  });
});

test("equal texts are embedded once; nothing to embed is fine", async () => {
  const progress: EmbedProgress[] = [];
  const { vectors, fresh } = await plain().embed(["a", "b", "a"], { onProgress: (p) => progress.push(p) });
  assert.equal(fresh, 2);
  assert.ok(sameBytes(vectors[0], vectors[2]));
  assert.deepEqual(progress[0], { done: 0, total: 2, doneTokens: 0, totalTokens: 6 });
  assert.deepEqual(progress.at(-1), { done: 2, total: 2, doneTokens: 6, totalTokens: 6 });
  assert.deepEqual(await plain().embed([]), { vectors: [], tokens: [], fresh: 0 });
  // Overlapping calls: the second finds the first one's in the cache.
  const [x, y] = await Promise.all([plain().embed(["c"]), plain().embed(["c"])]);
  assert.deepEqual([x.fresh, y.fresh], [1, 0]);
});

test("a long text is cut to max_tokens with its closing token, and counted before that", async (t) => {
  const embedder = await open(t, await cacheWithModel(t), { max_tokens: 64 });
  const { vectors, tokens } = await embedder.embed([
    "word ".repeat(100),
    "word ".repeat(62),
    "word ".repeat(63),
  ]);
  assert.deepEqual(tokens, [102, 64, 65]);
  assert.ok(sameBytes(vectors[0], vectors[1]));
  assert.ok(sameBytes(vectors[2], vectors[1]));
});

test("mean_of_windows embeds all of a long text", async (t) => {
  const cacheFolder = await cacheWithModel(t);
  const [first, second] = ["alpha beta gamma delta ".repeat(15), "one two three four ".repeat(15)];
  const cut = await (await open(t, cacheFolder, { max_tokens: 62 })).embed([first, first + second]);
  assert.ok(sameBytes(cut.vectors[0], cut.vectors[1]));
  const windows = await open(t, cacheFolder, { max_tokens: 62, long_texts: "mean_of_windows" });
  const { vectors, tokens } = await windows.embed([first, second, first + second]);
  assert.deepEqual(tokens, [62, 62, 122]);
  const mean = (vectors[0] ?? new Float32Array()).map((value, i) => value + (vectors[1]?.[i] ?? 0));
  assert.ok(cosine(vectors[2] ?? [], mean) > 1 - 1e-9);
});

test("prefixes belong to the kind of text", async (t) => {
  const cacheFolder = await cacheWithModel(t);
  const embedder = await open(t, cacheFolder, { query_prefix: "query: ", text_prefix: "passage: " });
  const query = await embedder.embed(["how long"], { kind: "query" });
  const text = await embedder.embed(["how long"]);
  const whole = await plain().embed(["query: how long", "passage: how long"]);
  assert.equal(text.fresh, 1);
  assert.ok(sameBytes(query.vectors[0], whole.vectors[0]));
  assert.ok(sameBytes(text.vectors[0], whole.vectors[1]));
  assert.deepEqual([query.tokens[0], text.tokens[0]], [whole.tokens[0], whole.tokens[1]]);
});

test("any text can be embedded: empty, half a surrogate pair, control characters", async () => {
  const odd = ["", " \n", "a\ud800b", "a\ufffdb", "\0", "[SEP] [PAD]", "\u{1F600}".repeat(50)];
  const { vectors, tokens } = await plain().embed(odd);
  assert.equal(tokens[0], 2);
  assert.ok(sameBytes(vectors[2], vectors[3]));
  for (const vector of vectors) {
    assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-6);
  }
});

test("an abort rejects with its reason and keeps what was embedded", async () => {
  const many = Array.from({ length: 300 }, (_, i) => `${i} ${"some more words ".repeat(30)}`);
  const controller = new AbortController();
  let seen: EmbedProgress | undefined;
  const embedding = plain().embed(many, {
    signal: controller.signal,
    onProgress: (progress) => {
      seen ??= progress.done > 0 ? progress : undefined;
      if (seen !== undefined) controller.abort(new Error("enough"));
    },
  });
  await assert.rejects(embedding, /enough/);
  const left = (await plain().missing(many)).length;
  assert.ok(seen !== undefined && left <= many.length - seen.done && left > 0, `${left} left`);
  await assert.rejects(plain().embed(["x"], { signal: AbortSignal.abort() }), { name: "AbortError" });
  // It still works.
  assert.equal((await plain().embed(["x"])).fresh, 1);
});

test("a process that is killed while embedding loses only the current batches", async (t) => {
  const cacheFolder = await cacheWithModel(t);
  const many = Array.from({ length: 200 }, (_, i) => `${i} ${"some more words ".repeat(20)}`);
  const textFile = path.join(cacheFolder, "texts.json");
  await writeFile(textFile, JSON.stringify(many));
  const program = `
    import { readFileSync } from "node:fs";
    import { openEmbedder } from ${JSON.stringify(new URL("./index.js", import.meta.url).href)};
    const [cacheFolder, projectFolder, file] = process.argv.slice(1);
    const embedder = await openEmbedder({ model: "all-MiniLM-L6-v2" }, { cacheFolder, projectFolder });
    await embedder.embed(JSON.parse(readFileSync(file, "utf8")), { onProgress: ({ done }) => console.log(done) });`;
  const args = ["--input-type=module", "-e", program, cacheFolder, projectFolder, textFile];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let done = 0;
  for await (const lines of child.stdout.setEncoding("utf8")) {
    done = Math.max(done, ...String(lines).trim().split("\n").map(Number));
    if (done >= 20) child.kill("SIGKILL");
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, "exit");
  assert.equal(child.signalCode, "SIGKILL");

  const steps: string[] = [];
  const embedder = await open(t, cacheFolder, {}, { onStep: (step) => steps.push(step) });
  const left = await embedder.missing(many);
  assert.ok(left.length > 0 && left.length < many.length - done / 2, `${left.length} left after ${done}`);
  const some = many.filter((_, i) => i % 10 === 0);
  const { fresh, vectors } = await embedder.embed(some);
  assert.equal(fresh, left.filter((i) => i % 10 === 0).length);
  assert.deepEqual(steps, []);
  const direct = await plain().embed(some);
  direct.vectors.forEach((vector, i) => {
    assert.ok(sameBytes(vector, vectors[i]));
  });
});
