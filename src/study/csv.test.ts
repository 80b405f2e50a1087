import assert from "node:assert/strict";
import { describe, it } from "node:test";
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

  it("takes the columns in the order given", () => {
    assert.equal(toCsv([{ a: 1, b: 2 }], ["b", "a"]), "b,a\n2,1\n");
    assert.equal(toCsv([], ["b", "a"] as never), "b,a\n");
  });
});
