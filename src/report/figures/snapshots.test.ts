import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { examples } from "./examples.js";
import { renderSvg } from "./render.js";

/*
 * Every figure, drawn from a small input, equals a committed drawing byte by byte. After a change that is meant,
 * `UPDATE_SNAPSHOTS=1` writes the drawings anew: look at each before it is committed.
 */

const folder = fileURLToPath(new URL("../../../src/report/figures/snapshots/", import.meta.url));
const isUpdating = process.env.UPDATE_SNAPSHOTS === "1";

describe("snapshots of the figures", () => {
  for (const [name, make] of Object.entries(examples)) {
    it(name, async () => {
      const svg = await renderSvg(make());
      const file = path.join(folder, `${name}.svg`);
      if (isUpdating) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, svg);
      }
      const expected = readFileSync(file, "utf8");
      assert.ok(svg === expected, difference(svg, expected));
    });
  }

  it("there is no drawing without an example", () => {
    const drawings = readdirSync(folder).map((file) => path.basename(file, ".svg"));
    assert.deepEqual(drawings.sort(), Object.keys(examples).sort());
  });
});

/** Where two drawings part, in a few words: they are too long to be printed. */
function difference(actual: string, expected: string): string {
  let same = 0;
  while (same < actual.length && actual[same] === expected[same]) same++;
  const at = Math.max(0, same - 40);
  return `differs at character ${same}:\n${actual.slice(at, at + 120)}\n${expected.slice(at, at + 120)}`;
}
