import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import { resolveChunker } from "../chunking/index.js";
import { CorpusError } from "../corpus/index.js";
import { ModelUnavailableError } from "../embedding/index.js";
import { StudyError } from "../study/index.js";
import { CellError, friendly } from "./friendly-error.js";

describe("friendly", () => {
  it("prints what a person can mend as its message alone", () => {
    for (const error of [
      new StudyError("no study"),
      new CorpusError("no page"),
      new ModelUnavailableError("no model"),
    ]) {
      assert.equal(inspect(friendly(error)), error.message);
    }
  });

  it("takes a bad number in a cell as theirs, and the engine's range errors as ours", () => {
    const thrown = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return friendly(error);
      }
    };
    const bad = thrown(() => resolveChunker({ strategy: "semantic", break_pct: 2 }));
    assert.ok(bad instanceof CellError);
    assert.match(bad.message, /break_pct: 2/);
    assert.ok(thrown(() => (Array.from({ length: 1 }).fill(0).length = -1)) instanceof RangeError);
  });

  it("leaves a fault of ours its stack", () => {
    const ours = new TypeError("undefined is not a function");
    assert.equal(friendly(ours), ours);
  });
});
