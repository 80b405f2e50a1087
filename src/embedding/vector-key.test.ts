import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { sharedJson } from "./testing.js";
import { type VectorKeyFields, vectorKey } from "./vector-key.js";

const Fields = z.object({
  model: z.string(),
  revision: z.string(),
  dtype: z.string(),
  prefix: z.string(),
  text: z.string(),
});
const Case = z.object({
  input: z.object({ keys: z.record(z.string(), Fields) }),
  expect: z.object({ sameKey: z.array(z.array(z.string())), differentKeys: z.array(z.string()) }),
});

const base: VectorKeyFields = { model: "m", revision: "r", dtype: "fp32", prefix: "", text: "t" };

const cases = sharedJson("cases/config.json");
const skip = cases === undefined ? "no ../shared/cases/config.json" : false;

test("the cache keys of case a-f03", { skip }, () => {
  const list = z.array(z.looseObject({ id: z.string() })).parse(cases);
  const { input, expect } = Case.parse(list.find(({ id }) => id === "a-f03"));
  const key = (name: string): string => vectorKey(Fields.parse(input.keys[name]));
  for (const names of expect.sameKey) assert.equal(new Set(names.map(key)).size, 1);
  assert.equal(new Set(expect.differentKeys.map(key)).size, expect.differentKeys.length);
});

test("every field changes the key", () => {
  const keys = [
    vectorKey(base),
    vectorKey({ ...base, model: "m2" }),
    vectorKey({ ...base, revision: "r2" }),
    vectorKey({ ...base, dtype: "q8" }),
    vectorKey({ ...base, pooling: "cls" }),
    vectorKey({ ...base, max_tokens: 256 }),
    vectorKey({ ...base, long_texts: "mean_of_windows" }),
    vectorKey({ ...base, prefix: "p" }),
    vectorKey({ ...base, text: "t2" }),
  ];
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) assert.match(key, /^[0-9a-f]{64}$/);
});

test("a field that is left out has its default", () => {
  const full = vectorKey({ ...base, pooling: "mean", max_tokens: 512, long_texts: "truncate" });
  assert.equal(vectorKey(base), full);
});

test("fields don't run together, and lone surrogates differ from each other", () => {
  const keys = [
    vectorKey({ ...base, prefix: "a", text: "b" }),
    vectorKey({ ...base, prefix: "ab", text: "" }),
    vectorKey({ ...base, prefix: "", text: "ab" }),
    vectorKey({ ...base, prefix: 'a","', text: "b" }),
    vectorKey({ ...base, text: "\ud800" }),
    vectorKey({ ...base, text: "\ud801" }),
    vectorKey({ ...base, text: "\ufffd" }),
  ];
  assert.equal(new Set(keys).size, keys.length);
});
