import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../markdown/index.js";
import { locateTestSet, type TestItem } from "./index.js";
import { summarizeOverlaps, wordOverlaps } from "./overlap.js";
import { contentWords } from "./overlap-words.js";

describe("contentWords", () => {
  it("keeps words of three letters or more that aren't stop words, identifiers whole", () => {
    assert.deepEqual(
      [...contentWords("How do I set the `keepAliveTimeout` of a UND_ERR-prone Client, and why?")],
      ["keepalivetimeout", "und_err", "prone", "client"],
    );
  });
});

describe("wordOverlaps", () => {
  const page = parsePage({
    url: "a.md",
    markdown:
      "The tank holds forty litres.\n\n## Draining the tank\n\nOpen the lower valve.\n\n### Cleaning\n\nRinse the filter twice.\n",
  });
  const item = (id: string, question: string, quotes: string[]): TestItem => {
    return { id, question, url: "a.md", type: "t", answer_quotes: quotes };
  };
  const overlaps = (...items: TestItem[]) => wordOverlaps(locateTestSet(items, [page]).questions, [page]);

  it("counts a question's words in its quotes and in the headings right above them", () => {
    assert.deepEqual(overlaps(item("one", "Which valve empties the tank?", ["Open the lower valve."])), [
      { item: "one", quote: 1 / 3, heading: 1 / 3 },
    ]);
    const both = item("both", "draining, cleaning, filter or valve", [
      "Open the lower valve.",
      "Rinse the filter twice.",
    ]);
    assert.deepEqual(overlaps(both), [{ item: "both", quote: 2 / 4, heading: 2 / 4 }]);
  });

  it("has no heading share above the first heading, and nothing for a question without content words", () => {
    assert.deepEqual(overlaps(item("top", "capacity in litres", ["The tank holds forty litres."])), [
      { item: "top", quote: 1 / 2, heading: null },
    ]);
    assert.deepEqual(overlaps(item("empty", "What is it?", ["Open the lower valve."])), []);
  });

  it("is summed up by its median and its worst items, those that share nothing unnamed", () => {
    const all = [
      { item: "a", quote: 0.2, heading: null },
      { item: "b", quote: 0.6, heading: 0.5 },
      { item: "c", quote: 0, heading: 0 },
      { item: "d", quote: 0.4, heading: 0 },
    ];
    const { n, median, worst } = summarizeOverlaps(all, "quote", 5);
    assert.equal(n, 4);
    assert.ok(Math.abs((median ?? 0) - 0.3) < 1e-12);
    assert.deepEqual(
      worst.map((each) => each.item),
      ["b", "d", "a"],
    );
    assert.deepEqual(summarizeOverlaps(all, "heading", 1), {
      n: 3,
      median: 0,
      worst: [{ item: "b", share: 0.5 }],
    });
    assert.equal(summarizeOverlaps([], "quote", 5).median, null);
  });
});
