import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { splitUnits } from "../chunking/index.js";
import { parsePage } from "../markdown/index.js";
import {
  breaksTable,
  curveOptions,
  curveUnits,
  headingPoints,
  type PageUnits,
  pageNamed,
  typicalPage,
  unitsTable,
} from "./units.js";

const rule = { break_pct: 0.3, min_chars: 0, max_chars: 500 };

/** A page of sentences and headings, with the similarities between its units. */
function pageOf(url: string, markdown: string, similarities: readonly number[]): PageUnits {
  const page = parsePage({ url, markdown });
  return { page, units: splitUnits(page, rule), similarities: Float64Array.from(similarities) };
}

// Units: # A | One. | Two. | ## B | Three. | Four.
const six = pageOf("docs/six.md", "# A\n\nOne. Two.\n\n## B\n\nThree. Four.", [0.9, 0.8, 0.1, 0.7, 0.2]);
const two = pageOf("docs/two.md", "# C\n\nFive.", [0.5]);

describe("headingPoints", () => {
  it("counts breaks on headings and headings found, leaving out a heading that nothing precedes", () => {
    // Of five boundaries the rule takes the two least similar: before ## B, and after Three.
    assert.deepEqual(headingPoints([six], rule, [0.3]), [
      { break_pct: 0.3, breaks_on_heading_share: 0.5, headings_found_share: 1 },
    ]);
    assert.deepEqual(headingPoints([six], rule, [0])[0], {
      break_pct: 0,
      breaks_on_heading_share: null,
      headings_found_share: 0,
    });
    assert.equal(headingPoints([two], rule, [1])[0].headings_found_share, null);
  });
});

describe("breaksTable", () => {
  it("gives nominal and realised shares", () => {
    const { rows } = breaksTable([six, two], rule, [0.3]);
    assert.deepEqual(rows, [[".30", "3", "0", "6", ".50", ".33", "1.00"]]);
  });
});

describe("curveOptions", () => {
  it("has the breaks and the cutoff of the rule", () => {
    const { breaks, cutoff } = curveOptions(six, rule);
    assert.deepEqual(
      breaks.map(({ after }) => after),
      [2, 4],
    );
    assert.equal(cutoff, 0.2);
    assert.equal(curveOptions(six, { ...rule, break_pct: 0 }).cutoff, null);
    assert.equal(curveOptions(six, { ...rule, break_pct: 1 }).cutoff, 0.9);
  });
});

describe("curveUnits", () => {
  it("has a row for each unit, the last without a next one", () => {
    const rows = curveUnits(six);
    assert.equal(rows.length, 6);
    assert.deepEqual(rows[5], { page: "docs/six.md", unit: 5, start: 29, similarity_to_next: null });
  });
});

describe("pages", () => {
  it("are found by a part of their url, and named where there is none", () => {
    assert.equal(pageNamed([six, two], "two"), two);
    assert.throws(
      () => pageNamed([six, two], "ten"),
      /no page's url holds "ten"; pages are docs\/six.md, docs\/two.md/,
    );
    assert.equal(typicalPage([six, two]), six);
  });
});

describe("unitsTable", () => {
  it("counts the units by kind", () => {
    assert.deepEqual(unitsTable([six]).rows, [
      ["heading", "2", ".33", "4", "4"],
      ["sentence", "4", ".67", "5", "6"],
    ]);
  });
});
