import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "node:test";
import { resultsFolderOf } from "./places.js";

describe("resultsFolderOf", () => {
  it("is beside the data folder, or inside a study that lies elsewhere", () => {
    const of = (...parts: string[]): string =>
      path.relative("/home", resultsFolderOf(path.join("/home", ...parts)));
    assert.equal(of("data", "mine"), path.join("results", "mine"));
    assert.equal(of("data", "reproductions", "one"), path.join("results", "reproductions", "one"));
    assert.equal(of("docs", "mine"), path.join("docs", "mine", "results"));
    assert.equal(of("docs", "reproductions", "one"), path.join("docs", "reproductions", "one", "results"));
    assert.equal(of("data", "group", "one"), path.join("data", "group", "one", "results"));
  });
});
