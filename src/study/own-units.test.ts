import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Strategy, strategies, type Unit } from "../chunking/index.js";
import { type ParsedPage, parsePage } from "../markdown/index.js";
import { armsByUnits, chunkArm, similaritiesFrom, unitTexts } from "./chunked-arm.js";

/** Units of this strategy are lines; a chunk ends before each line that is unlike the one above. */
const byLines: Strategy = {
  name: "by-lines",
  parameters: { max_chars: { type: "number", default: 100, min: 1, whole: true } },
  needsSimilarities: true,
  units: linesOf,
  chunk: (page, { max_chars }, similarities = new Float64Array()) => {
    const units = linesOf(page, Number(max_chars));
    assert.equal(similarities.length, units.length - 1);
    const first = units.findIndex((_, i) => i > 0 && similarities[i - 1] < 0.5);
    return [
      { start: 0, end: units[first].start },
      { start: units[first].start, end: page.content.end },
    ];
  },
};

function linesOf({ markdown }: ParsedPage, max_chars: number): Unit[] {
  return [...markdown.matchAll(/.+/g)].map(({ index, 0: line }) => {
    const text = line.slice(0, max_chars);
    return { start: index, end: index + line.length, kind: "other", text };
  });
}

const pages = [parsePage({ url: "a.md", markdown: "apples here\napples there\nbolts. nuts.\n" })];
const armOf = (strategy: Strategy, max_chars: number) => ({
  name: strategy.name,
  strategy,
  parameters: { max_chars, min_chars: 0, break_pct: 0.2 },
  text: { path: "none" as const },
});

describe("a strategy's own units", () => {
  it("are what is embedded for it", () => {
    assert.deepEqual(unitTexts(pages, armOf(byLines, 100)), ["apples here", "apples there", "bolts. nuts."]);
    assert.deepEqual(unitTexts(pages, armOf(byLines, 6)), ["apples", "apples", "bolts."]);
    assert.notDeepEqual(
      unitTexts(pages, armOf(strategies.semantic, 100)),
      unitTexts(pages, armOf(byLines, 100)),
    );
  });

  it("are those that its similarities lie between, whichever other arms break by similarity", () => {
    const similaritiesOf = similaritiesFrom(
      (text) => new Float32Array(text.startsWith("apples") ? [1, 0] : [0, 1]),
    );
    const { parameters, ...arm } = armOf(byLines, 100);
    const own = { ...arm, parameters: { max_chars: parameters.max_chars } };
    // At the same limit: neither may be given the other's.
    chunkArm(armOf(strategies.semantic, 100), pages, similaritiesOf);
    const { chunks } = chunkArm(own, pages, similaritiesOf);
    assert.deepEqual(
      chunks.map(({ start, end }) => pages[0].markdown.slice(start, end)),
      ["apples here\napples there\n", "bolts. nuts.\n"],
    );
  });

  it("are embedded once for all arms that have the same", () => {
    const arms = [
      armOf(byLines, 100),
      armOf(strategies.semantic, 100),
      armOf(byLines, 100),
      armOf(byLines, 6),
    ];
    assert.deepEqual(armsByUnits(arms), [arms[0], arms[1], arms[3]]);
  });
});
