import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chunkFaults } from "../../chunking/index.js";
import { parsePage } from "../../markdown/index.js";
import { cl100kCount, cl100kEnds, cl100kIds } from "./cl100k.js";
import { foundPosition } from "./positions.js";
import { recursiveBy } from "./recursive-tokens.js";
import { strategy as tokenWindows } from "./token-windows.js";

const textsOf = (markdown: string, spans: readonly { start: number; end: number }[]): string[] =>
  spans.map(({ start, end }) => markdown.slice(start, end));

describe("cl100k tokens", () => {
  it("have the vocabulary's ids, those of a special token's name among them as text", () => {
    assert.deepEqual(cl100kIds("hello world"), [15339, 1917]);
    assert.ok(cl100kCount("<|endoftext|>") > 1);
  });

  it("end where their bytes end, or before a character that they cut", () => {
    assert.deepEqual([...cl100kEnds("hello world")], [5, 11]);
    const text = "a 🤷🏽 é\u{1F9EA} \ud83d b";
    const ends = cl100kEnds(text);
    assert.equal(ends.length, cl100kIds(text).length);
    assert.equal(ends.at(-1), text.length);
    for (const end of ends) assert.ok(text.slice(0, end).isWellFormed() || end > text.indexOf("\ud83d b"));
  });
});

describe("token windows", () => {
  it("step by size less overlap, and end with the window that reaches the end", () => {
    const page = parsePage({ url: "a.md", markdown: "one two three four five six seven" });
    const spans = tokenWindows.chunk(page, { size: 3, overlap: 1 });
    assert.deepEqual(textsOf(page.markdown, spans), ["one two three", " three four five", " five six seven"]);
  });

  it("keep the rules for every strategy where tokens cut characters", () => {
    const page = parsePage({ url: "a.md", markdown: "🤷🏽‍♀️ ok 🧪🧪🧪\n\n\n\n𝒳𝒴 end" });
    for (const [size, overlap] of [
      [1, 0],
      [2, 1],
      [3, 1],
      [5, 4],
    ]) {
      const spans = tokenWindows.chunk(page, { size, overlap });
      assert.deepEqual(chunkFaults(page, spans, { mayOverlap: true }), [], `${size}/${overlap}`);
    }
  });
});

describe("the recursive splitter with lengths in tokens", () => {
  const words = (text: string): number => text.match(/\w+/g)?.length ?? 0;
  const cut = (markdown: string, lengthOf: (text: string) => number, size: number): string[] =>
    textsOf(
      markdown,
      recursiveBy("words", lengthOf).chunk(parsePage({ url: "a.md", markdown }), { size, overlap: 0 }),
    );

  it("keeps a separator at the front of what follows, and splits further only what isn't below the size", () => {
    assert.deepEqual(cut("One two. Three four five? Six seven.\n\nEight nine ten.", words, 5), [
      "One two",
      ". Three four five? Six seven",
      ".",
      "Eight nine ten.",
    ]);
  });

  it("counts the length of an empty text with every piece and with every join", () => {
    // Each line is 2 + 2, a join 2 more: two lines are 10.
    const framed = (text: string): number => 2 + words(text);
    assert.deepEqual(cut("a b\nc d\ne f", framed, 10), ["a b\nc d", "e f"]);
    assert.deepEqual(cut("a b\nc d\ne f", framed, 9), ["a b", "c d", "e f"]);
    assert.deepEqual(cut("a b\nc d\ne f", words, 5), ["a b\nc d", "e f"]);
  });
});

describe("foundPosition", () => {
  it("is the first place with the text, without a final full stop", () => {
    const markdown = "Paid in full. Later: paid in full. Paid in full.";
    assert.deepEqual(foundPosition(markdown, { start: 35, end: 48 }), { start: 0, end: 12 });
    assert.deepEqual(foundPosition(markdown, { start: 21, end: 34 }), { start: 21, end: 33 });
  });
});
