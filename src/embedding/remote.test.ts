import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import type { NewVector } from "./engine.js";
import { EmbeddingError, RemoteEmbedderError } from "./errors.js";
import { openEmbedder } from "./index.js";
import { readVectors } from "./remote-answer.js";
import { type Clock, parseRetryAfter } from "./remote-client.js";
import { RemoteEngine } from "./remote-engine.js";
import { checkSettings, type EmbedderConfig } from "./settings.js";
import { closedEndpoint, type Received, serve, temporaryFolder } from "./testing.js";

const OpenAiRequest = z.object({
  model: z.string(),
  input: z.array(z.string()),
  encoding_format: z.literal("float"),
});
const TeiRequest = z.object({ inputs: z.array(z.string()), truncate: z.literal(true) });

/** A vector that can be told from that of any other text of these tests. */
function vectorOf(text: string): number[] {
  const number = Number(/\d+/.exec(text)?.[0] ?? 0);
  return [3 + number, 4, text.length];
}

function unit(numbers: readonly number[]): number[] {
  const norm = Math.hypot(...numbers);
  return numbers.map((number) => Math.fround(number / norm));
}

function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

const inputsOf = (request: Received): string[] => OpenAiRequest.parse(JSON.parse(request.body)).input;

function answer(request: Received, response: ServerResponse): void {
  json(response, { data: inputsOf(request).map((text, index) => ({ index, embedding: vectorOf(text) })) });
}

/** A clock on which no time passes; it notes how long it was asked to wait. */
function testClock(random = 0.5): Clock & { waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    random: () => random,
    sleep: async (ms) => {
      waits.push(ms);
    },
  };
}

function engine(url: string, config: Partial<EmbedderConfig> = {}, clock: Clock = testClock()): RemoteEngine {
  return new RemoteEngine(checkSettings({ model: "demo", endpoint: url, ...config }), undefined, clock);
}

async function run(
  remote: RemoteEngine,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<NewVector[]> {
  const found: NewVector[] = [];
  let [planned, done] = [0, 0];
  const events = {
    planned: (tokens: number) => {
      planned = tokens;
    },
    embedded: (vectors: readonly NewVector[], tokens: number) => {
      found.push(...vectors);
      done += tokens;
    },
  };
  await remote.embed(texts, events, signal);
  assert.equal(done, planned);
  return found.sort((a, b) => a.index - b.index);
}

async function refusal(
  remote: RemoteEngine,
  texts: readonly string[] = ["text 1"],
): Promise<RemoteEmbedderError> {
  try {
    await run(remote, texts);
  } catch (error) {
    assert.ok(error instanceof RemoteEmbedderError, String(error));
    return error;
  }
  assert.fail("no error");
}

const texts = Array.from({ length: 70 }, (_, i) => `text ${i} ${"x".repeat(i % 7)}`);
const expected = texts.map((text) => unit(vectorOf(text)));
const vectors = (found: readonly NewVector[]): number[][] => found.map(({ vector }) => [...vector]);

test("openai: batches of 32, unit vectors in the order of the texts, no token counts", async (t) => {
  const { url, received } = await serve(t, answer);
  const found = await run(engine(`${url}/v1`), texts);
  assert.deepEqual(vectors(found), expected);
  assert.ok(found.every(({ tokens }) => tokens === null));
  assert.deepEqual(
    received.map((request) => [request.method, request.url, inputsOf(request).length]),
    [
      ["POST", "/v1/embeddings", 32],
      ["POST", "/v1/embeddings", 32],
      ["POST", "/v1/embeddings", 6],
    ],
  );
  assert.equal(received[0]?.headers.authorization, undefined);
});

test("openai: an endpoint that already ends with /embeddings", async (t) => {
  const { url, received } = await serve(t, answer);
  await run(engine(`${url}/v1/embeddings`), ["text 1"]);
  assert.equal(received[0]?.url, "/v1/embeddings");
});

test("openai: answers in another order are sorted by index", async (t) => {
  const { url } = await serve(t, (request, response) => {
    const data = inputsOf(request).map((text, index) => ({ index, embedding: vectorOf(text) }));
    json(response, { data: data.reverse() });
  });
  assert.deepEqual(vectors(await run(engine(url), texts)), expected);
});

test("batches are bounded by characters too, and lone surrogates are replaced", async (t) => {
  const { url, received } = await serve(t, answer);
  const long = [`1 ${"x".repeat(60_000)}`, `2 ${"x".repeat(60_001)}`, `3 ${"x".repeat(200_000)}\ud800`];
  await run(engine(url), long);
  assert.deepEqual(
    received.map((request) => inputsOf(request).map((text) => text[0])),
    [["1"], ["2"], ["3"]],
  );
  assert.ok(received[2] !== undefined && inputsOf(received[2])[0]?.endsWith("\ufffd"));
});

test("tei: the server's batch size is asked for and kept to", async (t) => {
  const { url, received } = await serve(t, (request, response) => {
    if (request.url === "/info") return json(response, { model_id: "demo", max_client_batch_size: 50 });
    json(response, TeiRequest.parse(JSON.parse(request.body)).inputs.map(vectorOf));
  });
  assert.deepEqual(vectors(await run(engine(url, { api: "tei" }), texts)), expected);
  assert.deepEqual(
    received.map((request) => request.url),
    ["/info", "/embed", "/embed"],
  );
});

test("tei: without /info, batches of 32", async (t) => {
  const { url, received } = await serve(t, (request, response) => {
    if (request.url === "/info") return json(response, {}, 404);
    json(response, TeiRequest.parse(JSON.parse(request.body)).inputs.map(vectorOf));
  });
  assert.deepEqual(vectors(await run(engine(url, { api: "tei" }), texts)), expected);
  assert.equal(received.length, 1 + 3);
});

for (const [status, body] of [
  [413, "payload too large"],
  [422, "batch size 32 > maximum allowed batch size 10"],
] as const) {
  test(`HTTP ${status}: batches are halved until they are small enough, and stay so`, async (t) => {
    const { url, received } = await serve(t, (request, response) => {
      if (inputsOf(request).length > 10) json(response, { error: body }, status);
      else answer(request, response);
    });
    const clock = testClock();
    assert.deepEqual(vectors(await run(engine(url, {}, clock), texts)), expected);
    const sizes = received.map((request) => inputsOf(request).length);
    assert.deepEqual(sizes, [32, 16, 8, 8, 8, 8, 8, 8, 8, 8, 6]);
    assert.deepEqual(clock.waits, []);
  });
}

test("HTTP 413 for a single text names it", async (t) => {
  const { url, received } = await serve(t, (_, response) => json(response, {}, 413));
  const error = await refusal(engine(url), ["the long one"]);
  assert.match(error.message, /single text too large:\n12 characters, it begins "the long one"/);
  assert.equal(error.status, 413);
  assert.equal(received.length, 1);
});

test("HTTP 422 that is not about the batch stops", async (t) => {
  const { url, received } = await serve(t, (_, response) => json(response, { error: "unknown field" }, 422));
  const error = await refusal(engine(url));
  assert.match(error.message, /HTTP 422.*\n.*unknown field/);
  assert.equal(received.length, 1);
});

for (const status of [429, 502, 503, 504]) {
  test(`HTTP ${status} is tried again, with longer and longer waits`, async (t) => {
    const { url, received } = await serve(t, (request, response, number) => {
      if (number === 2 || number === 3) json(response, {}, status);
      else answer(request, response);
    });
    const clock = testClock();
    assert.deepEqual(vectors(await run(engine(url, {}, clock), texts)), expected);
    assert.equal(received.length, 3 + 2);
    assert.deepEqual(clock.waits, [750, 1500]);
  });
}

test("the waits have jitter: half of each is random", async (t) => {
  for (const [random, wait] of [
    [0, 500],
    [0.999, 999.5],
  ] as const) {
    const { url } = await serve(t, (request, response, number) => {
      if (number === 1) json(response, {}, 503);
      else answer(request, response);
    });
    const clock = testClock(random);
    await run(engine(url, {}, clock), ["text 1"]);
    assert.deepEqual(clock.waits, [wait]);
  }
});

test("Retry-After is honoured, in seconds or as a date", async (t) => {
  const { url } = await serve(t, (request, response, number) => {
    if (number === 1) json(response, {}, 429, { "retry-after": "7" });
    else answer(request, response);
  });
  const clock = testClock();
  await run(engine(url, {}, clock), ["text 1"]);
  assert.deepEqual(clock.waits, [7000]);

  const now = Date.UTC(2026, 0, 1);
  assert.equal(parseRetryAfter("Thu, 01 Jan 2026 00:00:30 GMT", now), 30_000);
  assert.equal(parseRetryAfter("Wed, 31 Dec 2025 00:00:00 GMT", now), 0);
  assert.equal(parseRetryAfter("0.5", now), 500);
  assert.equal(parseRetryAfter("soon", now), undefined);
  assert.equal(parseRetryAfter(null, now), undefined);
});

test("a server that asks for hours is not waited for", async (t) => {
  const { url, received } = await serve(t, (_, response) =>
    json(response, {}, 429, { "retry-after": "7200" }),
  );
  const clock = testClock();
  const error = await refusal(engine(url, {}, clock));
  assert.match(error.message, /asks to wait 120 minutes/);
  assert.deepEqual([received.length, clock.waits], [1, []]);
});

test("a server that stays down is given up with a message", async (t) => {
  const { url, received } = await serve(t, (_, response) => json(response, { error: "loading" }, 503));
  const error = await refusal(engine(`${url}/v1`));
  assert.equal(received.length, 6);
  assert.equal(error.status, 503);
  assert.ok(error.message.includes(`${url}/v1/embeddings`));
  assert.match(error.message, /model demo.*HTTP 503 .*loading.*tried 6 times/);
});

test("a dropped connection is tried again", async (t) => {
  const { url, received } = await serve(t, (request, response, number) => {
    if (number === 1) return void response.destroy();
    if (number === 3) {
      // In the middle of the body.
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"data": [');
      return void setImmediate(() => response.destroy());
    }
    answer(request, response);
  });
  const clock = testClock();
  assert.deepEqual(vectors(await run(engine(url, {}, clock), texts)), expected);
  assert.equal(received.length, 3 + 2);
  assert.equal(clock.waits.length, 2);
});

test("an endpoint where nobody listens is given up sooner", async () => {
  const clock = testClock();
  const error = await refusal(engine(await closedEndpoint(), {}, clock));
  assert.match(error.message, /ECONNREFUSED.*tried 3 times/);
  assert.match(error.message, /Check that the server runs/);
  assert.equal(error.status, null);
});

for (const [status, advice] of [
  [400, /Check embedder\.model/],
  [401, /embedder\.api_key_env/],
  [403, /embedder\.api_key_env/],
  [404, /Check embedder\.endpoint/],
] as const) {
  test(`HTTP ${status} stops at once and says what to do`, async (t) => {
    const { url, received } = await serve(t, (_, response) => json(response, { error: "because" }, status));
    const error = await refusal(engine(url));
    assert.equal(received.length, 1);
    assert.equal(error.status, status);
    assert.ok(
      error.message.includes(url) && error.message.includes("demo") && error.message.includes("because"),
    );
    assert.match(error.message, new RegExp(`HTTP ${status}`));
    assert.match(error.message, advice);
  });
}

test("the key comes from the environment and is never shown", async (t) => {
  const { url, received } = await serve(t, (request, response) => {
    json(response, { error: `incorrect key: ${request.headers.authorization}` }, 401);
  });
  t.after(() => {
    delete process.env.EMBEDDING_TEST_KEY;
  });
  assert.throws(
    () => engine(url, { api_key_env: "EMBEDDING_TEST_KEY" }),
    (error) => {
      return error instanceof EmbeddingError && /EMBEDDING_TEST_KEY, but it is not set/.test(error.message);
    },
  );
  process.env.EMBEDDING_TEST_KEY = "very-secret\n";
  const error = await refusal(engine(url, { api_key_env: "EMBEDDING_TEST_KEY" }));
  assert.equal(received[0]?.headers.authorization, "Bearer very-secret");
  assert.match(error.message, /Check the key in the environment variable EMBEDDING_TEST_KEY/);
  assert.match(error.message, /incorrect key: Bearer \*\*\*/);
  assert.doesNotMatch(error.message, /very-secret/);
  // A key that no header can hold is quoted by the error that fetch throws.
  process.env.EMBEDDING_TEST_KEY = "very-\u0000-secret";
  assert.doesNotMatch((await refusal(engine(url, { api_key_env: "EMBEDDING_TEST_KEY" }))).message, /very-/);
});

test("answers that are not embeddings are refused", async (t) => {
  const good = (index: number): unknown => ({ index, embedding: [1, 2] });
  const cases: [body: unknown, message: RegExp][] = [
    [{ data: [good(0)] }, /1 vectors for 2 texts/],
    [{ data: [good(0), good(1), good(2)] }, /3 vectors for 2 texts/],
    [{ data: [good(0), good(0)] }, /`index` 0 twice/],
    [{ data: [good(1), good(2)] }, /`index` 2 twice or out of range/],
    [{ data: [good(0), { index: 1, embedding: [1, 2, 3] }] }, /vectors of 2 and of 3 dimensions/],
    [{ data: [good(0), { index: 1, embedding: [1, null] }] }, /not a list of finite numbers/],
    [{ data: [good(0), { index: 1, embedding: [] }] }, /not a list of finite numbers/],
    [{ data: [good(0), { index: 1, embedding: "AAAA" }] }, /base64/],
    [{ data: [good(0), { index: 1, embedding: [0, 0] }] }, /zero or not finite for the text that begins "b"/],
    [{ choices: [] }, /no `data` list/],
  ];
  let body: unknown;
  const { url } = await serve(t, (_, response) => json(response, body));
  for (const [wrong, message] of cases) {
    body = wrong;
    const error = await refusal(engine(url), ["a", "b"]);
    assert.match(error.message, message);
    assert.ok(error.message.includes(url));
  }
  assert.equal(
    readVectors("openai", JSON.parse('{"data":[{"embedding":[1e999]}]}'), 1),
    "a vector that is not a list of finite numbers",
  );
  assert.equal(readVectors("tei", { error: "x" }, 1), "no list of vectors");
  assert.deepEqual(readVectors("openai", { data: [{ embedding: [1] }, { embedding: [2] }] }, 2), [[1], [2]]);
});

test("a page that is not JSON is refused with its beginning", async (t) => {
  const { url } = await serve(t, (_, response) => response.end("<html>\n  Welcome to the proxy"));
  assert.match((await refusal(engine(url))).message, /not JSON: <html> Welcome to the proxy/);
});

test("an abort ends a request that hangs, and a wait", async (t) => {
  const controller = new AbortController();
  const { url } = await serve(t, () => controller.abort());
  await assert.rejects(run(engine(url), texts, controller.signal), { name: "AbortError" });

  const second = new AbortController();
  const { url: busy } = await serve(t, (_, response) => {
    json(response, {}, 503, { "retry-after": "300" });
    setImmediate(() => second.abort());
  });
  const settings = checkSettings({ model: "demo", endpoint: busy });
  await assert.rejects(run(new RemoteEngine(settings), texts, second.signal), { name: "AbortError" });
});

async function open(t: TestContext, endpoint: string, more: Partial<EmbedderConfig>, cacheFolder: string) {
  const where = { cacheFolder, projectFolder: cacheFolder };
  const embedder = await openEmbedder({ model: "demo", endpoint, ...more }, where);
  t.after(() => embedder.close());
  return embedder;
}

test("a remote embedder caches, and keeps what it got before a failure", async (t) => {
  let broken = false;
  const { url, received } = await serve(t, (request, response, number) => {
    if (broken && number > 1) json(response, { error: "no credit" }, 400);
    else answer(request, response);
  });
  const cacheFolder = await temporaryFolder(t);
  broken = true;
  const first = await open(t, url, {}, cacheFolder);
  await assert.rejects(first.embed(texts), /no credit/);
  assert.equal((await first.missing(texts)).length, texts.length - 32);
  assert.deepEqual((await first.countTokens(["a"]))[0], null);
  broken = false;
  const { fresh, vectors: all, tokens } = await first.embed([...texts, ...texts]);
  assert.equal(fresh, texts.length - 32);
  assert.deepEqual(
    all.map((vector) => [...vector]),
    [...expected, ...expected],
  );
  assert.ok(tokens.every((count) => count === null));
  assert.deepEqual([first.description.dimension, first.description.revision], [3, url]);
  const before = received.length;
  const second = await open(t, url, { max_tokens: 300, pooling: "cls" }, cacheFolder);
  assert.equal((await second.embed(texts)).fresh, 0);
  assert.equal(received.length, before);
});

test("another endpoint, prefix or revision is not served from the cache", async (t) => {
  const { url, received } = await serve(t, answer);
  const cacheFolder = await temporaryFolder(t);
  const plain = await open(t, url, {}, cacheFolder);
  await plain.embed(["text 1"]);
  const others: [Partial<EmbedderConfig>, "text" | "query"][] = [
    [{ revision: "2" }, "text"],
    [{ text_prefix: "passage: " }, "text"],
    [{ query_prefix: "query: " }, "query"],
  ];
  for (const [config, kind] of others) {
    const other = await open(t, url, config, cacheFolder);
    assert.equal((await other.embed(["text 1"], { kind })).fresh, 1);
  }
  const inputs = received.map((request) => inputsOf(request)[0]);
  assert.deepEqual(inputs, ["text 1", "text 1", "passage: text 1", "query: text 1"]);
  assert.deepEqual(await plain.missing(["text 1"], "query"), []);
});

test("a server that changes its model is noticed", async (t) => {
  let width = 3;
  const { url } = await serve(t, (request, response) => {
    const data = inputsOf(request).map((_, index) => ({ index, embedding: new Array(width).fill(1) }));
    json(response, { data });
  });
  const cacheFolder = await temporaryFolder(t);
  const first = await open(t, url, {}, cacheFolder);
  await first.embed(["a"]);
  width = 4;
  const second = await open(t, url, {}, cacheFolder);
  await assert.rejects(
    second.embed(["a", "b"]),
    /vectors of \d and of \d dimensions[\s\S]*embedder\.revision/,
  );
});
