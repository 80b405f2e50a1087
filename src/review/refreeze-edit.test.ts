import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withItems, withVersions } from "./refreeze-edit.js";

describe("withItems", () => {
  const text = '[\n  { "id": "a" },\n  {\n    "id": "b"\n  },\n  { "id": "c" }\n]\n';
  const cases: readonly [string, [number, object | null][], string][] = [
    ["nothing", [], text],
    ["one item", [[1, { id: "B" }]], text.replace('"b"', '"B"')],
    ["the first left out", [[0, null]], '[\n  {\n    "id": "b"\n  },\n  { "id": "c" }\n]\n'],
    ["the last left out", [[2, null]], '[\n  { "id": "a" },\n  {\n    "id": "b"\n  }\n]\n'],
    [
      "two side by side left out",
      [
        [0, null],
        [1, null],
      ],
      '[\n  { "id": "c" }\n]\n',
    ],
    [
      "one changed, the next left out",
      [
        [0, { id: "A" }],
        [1, null],
      ],
      '[\n  { "id": "A" },\n  { "id": "c" }\n]\n',
    ],
    [
      "the last two left out",
      [
        [1, null],
        [2, null],
      ],
      '[\n  { "id": "a" }\n]\n',
    ],
  ];
  for (const [what, changes, expected] of cases)
    it(`keeps every other character: ${what}`, () =>
      assert.equal(withItems(text, new Map(changes)), expected));

  it("leaves an empty set where all are left out", () => {
    assert.deepEqual(JSON.parse(withItems(text, new Map([0, 1, 2].map((i) => [i, null])))), []);
  });
});

describe("withVersions", () => {
  const text = `{ "name": "s",
  "corpus": { "npm": { "pino@1.0.0": "docs/**", "@a/b@1.0.0":"**" } }, "baseline": "fixed 800/100"
}`;
  const file = "study.json";

  it("changes the versions and nothing else, order and spaces included", () => {
    const versions = new Map([["@a/b@1.0.0", "@a/b@2.0.0-rc.1"]]);
    assert.equal(withVersions(text, versions, file), text.replace("@a/b@1.0.0", "@a/b@2.0.0-rc.1"));
  });

  it("refuses where the same text is a key elsewhere", () => {
    const twice = text.replace(
      '"baseline": "fixed 800/100"',
      '"arms": [{ "name": "x", "strategy": "heading", "pino@1.0.0": 1 }]',
    );
    assert.throws(
      () => withVersions(twice, new Map([["pino@1.0.0", "pino@2.0.0"]]), file),
      /study\.json can't be edited; write the new versions/,
    );
  });
});
