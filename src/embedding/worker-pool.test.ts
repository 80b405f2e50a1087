import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { EmbeddingError } from "./errors.js";
import { temporaryFolder } from "./testing.js";
import { WorkerPool } from "./worker-pool.js";
import type { WorkerReply, WorkerRequest } from "./worker-protocol.js";

/** A pool whose workers run `body` for each request, with `count` (its number for that worker) and `reply`. */
async function poolOf(t: TestContext, body: string): Promise<WorkerPool> {
  const file = path.join(await temporaryFolder(t), "worker.mjs");
  await writeFile(
    file,
    `import { parentPort } from "node:worker_threads";
    let count = 0;
    const reply = (message) => parentPort.postMessage(message);
    parentPort.on("message", async (request) => {
      if (request.type === "close") return parentPort.close();
      count += 1;
      ${body}
    });`,
  );
  const pool = new WorkerPool({ folder: "", dtype: "fp32", pooling: "mean" }, pathToFileURL(file));
  t.after(() => pool.terminate());
  return pool;
}

const requests = (count: number): WorkerRequest[] =>
  Array.from({ length: count }, (_, i) => ({ type: "tokenise", texts: [String(i)] }));
const echo = `reply({ type: "tokens", ids: new Int32Array([Number(request.texts[0])]), lengths: [1] });`;
const idOf = (reply: WorkerReply): number => (reply.type === "tokens" ? (reply.ids[0] ?? -1) : -1);

test("every request is answered once, whatever the number of workers", async (t) => {
  const pool = await poolOf(t, echo);
  for (const size of [1, 3, 2]) {
    const seen: number[] = [];
    await pool.run(requests(20), size, (index, reply) => {
      assert.equal(idOf(reply), index);
      seen.push(index);
    });
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      [...requests(20).keys()],
    );
  }
  await pool.close();
});

test("a worker that ends is an error that says so; the next run starts another", async (t) => {
  const pool = await poolOf(t, `if (request.texts[0] === "3") process.exit(7); ${echo}`);
  await assert.rejects(
    pool.run(requests(10), 1, () => undefined),
    (error) => error instanceof EmbeddingError && /ended unexpectedly \(exit code 7\)/.test(error.message),
  );
  await pool.run(requests(3), 1, () => undefined);
});

test("a worker that throws is an error with its reason", async (t) => {
  const pool = await poolOf(t, `throw new Error("out of luck");`);
  await assert.rejects(
    pool.run(requests(10), 2, () => undefined),
    (error) => error instanceof EmbeddingError && /worker failed:\nout of luck/.test(error.message),
  );
});

test("after a failure or an error of the listener no more requests are begun", async (t) => {
  const pool = await poolOf(t, `if (count === 2) return reply({ type: "failed", message: "no" }); ${echo}`);
  const seen: number[] = [];
  await assert.rejects(
    pool.run(requests(10), 1, (index) => seen.push(index)),
    /The embedding model failed:\nno/,
  );
  assert.deepEqual(seen, [0]);
  await assert.rejects(
    pool.run(requests(10), 1, (index) => {
      seen.push(index);
      throw new Error("disk full");
    }),
    /disk full/,
  );
  assert.deepEqual(seen, [0, 0]);
});

test("an abort keeps what is under way and begins nothing more", async (t) => {
  const pool = await poolOf(t, `await new Promise((resolve) => setTimeout(resolve, 50)); ${echo}`);
  const controller = new AbortController();
  const seen: number[] = [];
  const running = pool.run(
    requests(100),
    2,
    (index) => {
      seen.push(index);
      controller.abort();
    },
    controller.signal,
  );
  await assert.rejects(running, { name: "AbortError" });
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    [0, 1],
  );
});

test("an abort does not wait for a worker that hangs", async (t) => {
  const pool = await poolOf(t, `if (request.texts[0] === "1") for (;;) {} ${echo}`);
  const controller = new AbortController();
  const running = pool.run(requests(3), 1, () => setTimeout(() => controller.abort(), 20), controller.signal);
  await assert.rejects(running, { name: "AbortError" });
  await pool.run(requests(1), 1, () => undefined);
});
