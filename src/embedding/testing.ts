/** What the tests of this room share: temporary folders, the built model, servers on the loopback address. */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { BUILTIN_MODEL, ensureBuiltinModel } from "./builtin-model.js";

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
  const model = await builtModel();
  const folder = await temporaryFolder(t);
  await mkdir(path.join(folder, "models"));
  await symlink(model, path.join(folder, "models", name));
  return folder;
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
