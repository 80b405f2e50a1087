import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Comparison, disagreements } from "./comparison.js";
import { agreementText } from "./report.js";
import { changedRows } from "./reproduce.js";

function rows() {
  const comparison = new Comparison("x");
  comparison.add(
    { arm: "a", quantity: "hit@1", ours: 0.3955 },
    { basis: "independent run", value: 0.396, tolerance: 0.0005 },
  );
  comparison.add(
    { arm: "b", quantity: "hit@1", ours: 0.3949 },
    { basis: "independent run", value: 0.396, tolerance: 0.0005 },
  );
  comparison.add({ arm: "c", quantity: "hit@1", ours: 0.3 }, { basis: "published", value: 0.396 });
  comparison.add(
    { arm: "d", quantity: "sha256", ours: "aa" },
    { basis: "independent run", value: "ab", tolerance: 0 },
  );
  comparison.add({ arm: "e", quantity: "hit@1", ours: 0.5, estimated: { n: 20, lo: 0.3, hi: 0.7 } });
  return comparison.rows;
}

describe("a comparison", () => {
  it("agrees up to the tolerance, and says nothing where values stand side by side", () => {
    assert.deepEqual(
      rows().map(({ agrees }) => agrees),
      ["yes", "no", "", "no", ""],
    );
    assert.equal(rows()[2].difference, 0.3 - 0.396);
    assert.deepEqual([rows()[3].difference, rows()[4].expected, rows()[4].n], [null, null, 20]);
    assert.deepEqual(
      disagreements(rows()).map(({ arm }) => arm),
      ["b", "d"],
    );
  });

  it("is told in a sentence", () => {
    assert.equal(
      agreementText(rows()),
      "1 of 3 values that have to agree (independent run) do; not hit@1 of b and sha256 of d.",
    );
  });

  it("finds a row that isn't as committed, to the last digit", () => {
    const committed = rows();
    assert.deepEqual(changedRows(rows(), committed), []);
    const [first, ...others] = rows();
    const changed = { ...first, ours: 0.39550000000000002 + 1e-15 };
    assert.deepEqual(changedRows([changed, ...others], committed), [changed]);
  });
});
