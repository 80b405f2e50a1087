import assert from "node:assert/strict";
import { cp, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { EmbeddingError, ModelUnavailableError } from "./errors.js";
import type { EmbedderConfig } from "./index.js";
import {
  builtModel,
  cacheWithModel,
  closedEndpoint,
  open,
  plainEmbedder,
  sameBytes,
  serve,
  temporaryFolder,
} from "./testing.js";

const plain = plainEmbedder();

test("a model in the cache folder, or anywhere by its path, is known by its files", async (t) => {
  const cacheFolder = await cacheWithModel(t, "mine");
  const builtin = await plain().embed(["text"]);
  const mine = await open(t, cacheFolder, { model: "mine" });
  const elsewhere = path.join(cacheFolder, "models", "mine");
  const byPath = await open(t, cacheFolder, { model: elsewhere });
  assert.match(mine.description.revision, /^[0-9a-f]{64}$/);
  assert.equal(byPath.description.revision, mine.description.revision);
  assert.equal(mine.description.dimension, undefined);
  for (const embedder of [mine, byPath]) {
    const { vectors, fresh } = await embedder.embed(["text"]);
    assert.equal(fresh, 1);
    assert.ok(sameBytes(vectors[0], builtin.vectors[0]));
  }
  assert.equal(mine.description.dimension, 384);
});

test("another tokeniser is another model", async (t) => {
  const cacheFolder = await cacheWithModel(t, "mine");
  const changed = path.join(cacheFolder, "models", "changed");
  await cp(await builtModel(), changed, { recursive: true, dereference: true });
  const file = path.join(changed, "tokenizer.json");
  await writeFile(file, `${await readFile(file, "utf8")} `);
  const revisions = ["mine", "changed"].map(async (model) => {
    return (await open(t, cacheFolder, { model })).description.revision;
  });
  const [a, b] = await Promise.all(revisions);
  assert.notEqual(a, b);
});

test("a quantised model runs one text at a time", async (t) => {
  const cacheFolder = await temporaryFolder(t);
  const folder = path.join(cacheFolder, "models", "q");
  await cp(await builtModel(), folder, { recursive: true, dereference: true });
  await rename(path.join(folder, "onnx", "model.onnx"), path.join(folder, "onnx", "model_quantized.onnx"));
  const embedder = await open(t, cacheFolder, { model: "q", dtype: "q8" });
  const { vectors } = await embedder.embed(["a b", "c d"]);
  const whole = await plain().embed(["a b", "c d"]);
  vectors.forEach((vector, i) => {
    assert.ok(sameBytes(vector, whole.vectors[i]));
  });
  await assert.rejects(open(t, cacheFolder, { model: "q" }), /lacks onnx\/model\.onnx/);
});

test("what cannot work is refused when it is opened, with the reason", async (t) => {
  const cacheFolder = await cacheWithModel(t, "mine");
  const refusals: [Partial<EmbedderConfig>, RegExp, typeof EmbeddingError][] = [
    [{ dtype: "q8" }, /embedder\.dtype: "q8".*fp32 only/, EmbeddingError],
    [{ max_tokens: 513 }, /embedder\.max_tokens: 513 .*512/, EmbeddingError],
    [{ model: "mine", max_tokens: 1024 }, /embedder\.max_tokens: 1024 .*512/, EmbeddingError],
    [{ model: "./not/here" }, /not[/\\]here does not exist/, ModelUnavailableError],
    [{ model: "no such model" }, /no model folder no such model/, ModelUnavailableError],
    [{ model: "../models/../mine/x" }, /does not exist/, ModelUnavailableError],
  ];
  for (const [config, message, type] of refusals) {
    await assert.rejects(open(t, cacheFolder, config), (error) => {
      assert.ok(error instanceof type);
      assert.match(error.message, message);
      return true;
    });
  }
  const closed = await open(t, cacheFolder);
  await closed.close();
  await assert.rejects(closed.embed(["x"]), /has been closed/);
});

test("a model of the hub: downloaded once, then used without network", async (t) => {
  const built = await builtModel();
  const { url, received } = await serve(t, async (request, response) => {
    const file = /^\/owner\/mini\/resolve\/(?:main|v1)\/(.+)$/.exec(request.url)?.[1];
    const content =
      file === undefined ? undefined : await readFile(path.join(built, file)).catch(() => undefined);
    response.writeHead(content === undefined ? 404 : 200, { "content-length": content?.length ?? 0 });
    response.end(request.method === "HEAD" ? undefined : content);
  });
  t.after(() => {
    delete process.env.HF_ENDPOINT;
  });
  process.env.HF_ENDPOINT = url;
  const cacheFolder = await temporaryFolder(t);
  const config = { model: "owner/mini", revision: "v1" };
  const steps: string[] = [];
  const first = await open(t, cacheFolder, config, { onStep: (step) => steps.push(step) });
  assert.match(steps.join("\n"), /downloading the model owner\/mini/);
  assert.ok(received.some((request) => request.url === "/owner/mini/resolve/v1/onnx/model.onnx"));
  const { vectors } = await first.embed(["text"]);
  const builtin = await plain().embed(["text"]);
  assert.ok(sameBytes(vectors[0], builtin.vectors[0]));

  process.env.HF_ENDPOINT = await closedEndpoint();
  const requests = received.length;
  assert.equal((await (await open(t, cacheFolder, config)).embed(["text", "new"])).fresh, 1);
  assert.equal(received.length, requests);

  for (const endpoint of [process.env.HF_ENDPOINT, url]) {
    process.env.HF_ENDPOINT = endpoint;
    await assert.rejects(open(t, cacheFolder, { model: "owner/other" }), (error) => {
      assert.ok(error instanceof ModelUnavailableError);
      assert.match(error.message, /owner\/other.*revision main/);
      assert.match(error.message, endpoint === url ? /Could not locate file|404/ : /ECONNREFUSED/);
      assert.match(error.message, /embedder\.endpoint/);
      assert.doesNotMatch(error.message, /\n\s+at /);
      return true;
    });
  }
});

test("a model that cannot be loaded is an error with its reason", async (t) => {
  const cacheFolder = await temporaryFolder(t);
  const folder = path.join(cacheFolder, "models", "broken");
  await mkdir(path.join(folder, "onnx"), { recursive: true });
  const built = await builtModel();
  for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json"]) {
    await symlink(path.join(built, file), path.join(folder, file));
  }
  await writeFile(path.join(folder, "onnx", "model.onnx"), "not a model");
  const embedder = await open(t, cacheFolder, { model: "broken" });
  await assert.rejects(embedder.embed(["x"]), (error) => {
    return (
      error instanceof EmbeddingError &&
      /The embedding model failed:\n.*(protobuf|parse|model)/i.test(error.message)
    );
  });
});
