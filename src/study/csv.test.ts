import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unescapeFormula } from "../questions/index.js";
import { toCsv } from "./csv.js";

describe("toCsv", () => {
  it("defuses text that a spreadsheet would run, and leaves numbers alone", () => {
    const rows = [
      { name: "=1+1", value: -0.05 },
      { name: "-x", value: 1 / 3 },
      { name: "a,b", value: null },
    ];
    assert.equal(toCsv(rows), "name,value\n'=1+1,-0.05\n'-x,0.3333333333333333\n\"a,b\",\n");
  });

  it("reads back as it was, apostrophes of a name's own included", () => {
    for (const name of ["=1", "'=1", "'a", "''-x", "plain"]) {
      const [, cell] = toCsv([{ name }]).split("\n");
      assert.equal(unescapeFormula(cell), name);
    }
  });

  it("takes the columns in the order given", () => {
    assert.equal(toCsv([{ a: 1, b: 2 }], ["b", "a"]), "b,a\n2,1\n");
    assert.equal(toCsv([], ["b", "a"] as never), "b,a\n");
  });
});
