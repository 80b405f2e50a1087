import assert from "node:assert/strict";
import { test } from "node:test";
import { EmbeddingError } from "./errors.js";
import { checkSettings, type EmbedderConfig } from "./settings.js";

/** Settings as a JSON file may hold them. */
function parse(json: string): EmbedderConfig {
  return JSON.parse(json);
}

function refusal(config: EmbedderConfig): string {
  try {
    checkSettings(config);
  } catch (error) {
    assert.ok(error instanceof EmbeddingError);
    return error.message;
  }
  assert.fail(`accepted ${JSON.stringify(config)}`);
}

test("only the model is required; undefined has its default", () => {
  assert.deepEqual(checkSettings({ model: "m", dtype: undefined }), {
    model: "m",
    dtype: "fp32",
    max_tokens: 512,
    pooling: "mean",
    query_prefix: "",
    text_prefix: "",
    long_texts: "truncate",
    endpoint: undefined,
    api: "openai",
    api_key_env: undefined,
    revision: undefined,
  });
});

test("a bad value is quoted with the name of its field", () => {
  assert.match(refusal({ model: " " }), /embedder\.model: " "/);
  assert.match(refusal(parse('{"model": 3}')), /embedder\.model: 3/);
  assert.match(refusal(parse('{"model": "m", "dtype": "int4"}')), /embedder\.dtype: "int4".*fp32, fp16, q8/);
  assert.match(refusal(parse('{"model": "m", "pooling": "max"}')), /embedder\.pooling: "max"/);
  assert.match(refusal(parse('{"model": "m", "long_texts": "cut"}')), /embedder\.long_texts: "cut"/);
  assert.match(refusal({ model: "m", max_tokens: 2 }), /embedder\.max_tokens: 2 /);
  assert.match(refusal({ model: "m", max_tokens: 100.5 }), /embedder\.max_tokens: 100\.5/);
  assert.match(refusal(parse('{"model": "m", "max_tokens": "512"}')), /embedder\.max_tokens: "512"/);
  assert.match(refusal(parse('{"model": "m", "query_prefix": 1}')), /embedder\.query_prefix: 1/);
  assert.match(
    refusal({ model: "m", endpoint: "localhost:80/v1" }),
    /embedder\.endpoint: "localhost:80\/v1"/,
  );
  assert.match(refusal({ model: "m", endpoint: "nowhere" }), /embedder\.endpoint: "nowhere"/);
});

test("an endpoint loses its closing slash", () => {
  assert.equal(
    checkSettings({ model: "m", endpoint: "http://127.0.0.1:1/v1/" }).endpoint,
    "http://127.0.0.1:1/v1",
  );
});

test("secrets in the wrong place are refused without being shown", () => {
  const misplaced = [
    refusal({ model: "m", endpoint: "http://127.0.0.1", api_key_env: "sk-SECRET-1" }),
    refusal({ model: "m", endpoint: "http://user:SECRET@127.0.0.1/v1" }),
    refusal({ model: "m", endpoint: "http://127.0.0.1/v1?key=SECRET" }),
  ];
  for (const message of misplaced) {
    assert.match(message, /environment variable/);
    assert.doesNotMatch(message, /SECRET/);
  }
  assert.match(refusal({ model: "m", api_key_env: "KEY" }), /endpoint/);
});
