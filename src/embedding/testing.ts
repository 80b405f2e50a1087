/** What the tests of this room share: temporary folders, the built model, servers on the loopback address. */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { BUILTIN_MODEL, ensureBuiltinModel } from "./builtin-model.js";
import type { Embedder } from "./embedder.js";
import { isAlive } from "./file-lock.js";
import { type EmbedderConfig, type EmbedderPlaces, openEmbedder } from "./index.js";

/** The project's folder; these tests run from `dist/embedding`. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));

/** The cache folder in which the tests set up the built-in model once. */
export const sharedCache = process.env.SEAMLAB_CACHE ?? path.join(projectFolder, ".cache");

/** A file of the folder `shared` beside the project, parsed; undefined where there is no such folder. */
export function sharedJson(file: string): unknown {
  const full = path.join(projectFolder, "..", "shared", file);
  return existsSync(full) ? JSON.parse(readFileSync(full, "utf8")) : undefined;
}

/** An empty folder that is deleted after the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "embedding-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The built-in model, set up if need be. */
export async function builtModel(): Promise<string> {
  return (await ensureBuiltinModel({ cacheFolder: sharedCache, projectFolder })).folder;
}

/** A cache folder without vectors that has the built-in model, under its own or another name. */
export async function cacheWithModel(t: TestContext, name = BUILTIN_MODEL): Promise<string> {
  const folder = await temporaryFolder(t);
  await linkModel(folder, name);
  return folder;
}

async function linkModel(cacheFolder: string, name: string): Promise<void> {
  const model = await builtModel();
  await mkdir(path.join(cacheFolder, "models"));
  await symlink(model, path.join(cacheFolder, "models", name));
}

/** A request that a test server got. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/**
 * An HTTP server on the loopback address for one test.
 *
 * @param answer called for each request, with those before it
 */
export async function serve(
  t: TestContext,
  answer: (request: Received, response: ServerResponse, number: number) => void,
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((message, response) => {
    let body = "";
    message.setEncoding("utf8");
    message.on("data", (text: string) => {
      body += text;
    });
    message.on("end", () => {
      const request = {
        method: message.method ?? "",
        url: message.url ?? "",
        headers: message.headers,
        body,
      };
      received.push(request);
      answer(request, response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, received };
}

/** An address on which nobody listens. */
export async function closedEndpoint(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

/** Whether two vectors are the same to the last bit. */
export function sameBytes(a: Float32Array | undefined, b: Float32Array | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(
    Buffer.from(b.buffer, b.byteOffset, b.byteLength),
  );
}

/** Cosine of two vectors of the same length. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot / Math.sqrt(aa * bb);
}

/** Whether a process runs; one that has ended but was not collected by its parent yet does not. */
export async function runs(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return isAlive(pid) && !/\) Z /.test(state);
}

/** The process id that another process writes to a file. */
export async function readPid(file: string): Promise<number> {
  let pid = 0;
  await until(async () => {
    pid = Number(await readFile(file, "utf8").catch(() => "0"));
    return pid > 0;
  });
  return pid;
}

/** Waits until something is so. @throws Error if it isn't after half a minute */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 3000; i++) {
    if (await condition()) return;
    await sleep(10);
  }
  throw new Error("what was waited for did not happen");
}

/** An embedder of the built-in model, or of another one, that is closed after the test. */
export async function open(
  t: TestContext,
  cacheFolder: string,
  config: Partial<EmbedderConfig> = {},
  where: Partial<EmbedderPlaces> = {},
) {
  const settings = { model: BUILTIN_MODEL, ...config };
  const embedder = await openEmbedder(settings, { cacheFolder, projectFolder, ...where });
  t.after(() => embedder.close());
  return embedder;
}

/**
 * An embedder of the built-in model with one worker, shared by the tests of a file that need none of their own.
 *
 * Call it at the top of the file; what it returns gives the embedder inside tests.
 */
export function plainEmbedder(): () => Embedder {
  let embedder: Embedder | undefined;
  let cacheFolder = "";
  before(async () => {
    cacheFolder = await mkdtemp(path.join(tmpdir(), "embedding-"));
    await linkModel(cacheFolder, BUILTIN_MODEL);
    embedder = await openEmbedder({ model: BUILTIN_MODEL }, { cacheFolder, projectFolder, workers: 1 });
  });
  after(async () => {
    await embedder?.close();
    await rm(cacheFolder, { recursive: true, force: true });
  });
  return () => {
    if (embedder === undefined) throw new Error("only inside tests");
    return embedder;
  };
}
