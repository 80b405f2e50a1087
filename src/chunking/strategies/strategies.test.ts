import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ParsedPage, parsePage } from "../../markdown/index.js";
import {
  type Chunker,
  chunkPage,
  matchingSize,
  neighbourSimilarities,
  resolveChunker,
  splitUnits,
  strategies,
} from "../index.js";

const page = (markdown: string): ParsedPage => parsePage({ url: "p.md", markdown });

function texts(
  markdown: string,
  chunker: Chunker,
  vectorOf: (text: string) => number[] = () => [1],
): string[] {
  const parsed = page(markdown);
  const { strategy, parameters } = resolveChunker(chunker);
  const units = splitUnits(parsed, { max_chars: Number(parameters.max_chars ?? 1) });
  const similarities = strategy.needsSimilarities
    ? neighbourSimilarities(
        units,
        units.map(({ text }) => vectorOf(text)),
      )
    : undefined;
  return chunkPage(parsed, chunker, similarities).map(({ start, end }) => markdown.slice(start, end));
}

describe("fixed", () => {
  it("leaves out windows of white space, and never goes back", () => {
    assert.deepEqual(texts(`ab${" ".repeat(10)}cd`, { strategy: "fixed", size: 4, overlap: 0 }), [
      "ab  ",
      "cd",
    ]);
    assert.deepEqual(texts("abc", { strategy: "fixed", size: 1, overlap: 0 }), ["a", "b", "c"]);
  });

  it("moves on through pairs that a window of one unit cannot hold", () => {
    assert.deepEqual(texts("😀😀", { strategy: "fixed", size: 1, overlap: 0 }), ["😀", "😀"]);
    assert.deepEqual(texts("a😀b😀c", { strategy: "fixed", size: 3, overlap: 2 }), [
      "a😀",
      "😀b",
      "b😀",
      "😀c",
    ]);
  });
});

describe("matchingSize", () => {
  it("finds the size whose windows are on average within 2 % of a length", () => {
    const pages = [3000, 5000, 12000].map((length) => page("lorem ipsum ".repeat(length / 12)));
    for (const mean of [150, 400, 900]) {
      const size = matchingSize(pages, mean, 0);
      const spans = pages.flatMap((each) => chunkPage(each, { strategy: "fixed", size, overlap: 0 }));
      const found = spans.reduce((sum, { start, end }) => sum + end - start, 0) / spans.length;
      assert.ok(Math.abs(found - mean) / mean < 0.02, `${size}: ${found} for ${mean}`);
    }
  });
});

describe("paragraph", () => {
  it("packs blocks as long as they fit, and cuts only what does not", () => {
    const markdown = "One two three.\n\nFour five six.\n\n- seven\n- eight nine ten eleven\n\nEnd.\n";
    assert.deepEqual(texts(markdown, { strategy: "paragraph", max_chars: 32 }), [
      "One two three.\n\nFour five six.",
      "- seven\n- eight nine ten eleven",
      "End.",
    ]);
    assert.deepEqual(texts(markdown, { strategy: "paragraph", max_chars: 24 }), [
      "One two three.",
      "Four five six.\n\n- seven",
      "- eight nine ten eleven",
      "End.",
    ]);
  });

  it("does not leave a heading alone above a table that is cut", () => {
    const markdown = "# T\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n";
    assert.deepEqual(texts(markdown, { strategy: "paragraph", max_chars: 36 }), [
      "# T\n\n| a | b |\n| - | - |\n| 1 | 2 |",
      "| 3 | 4 |",
    ]);
  });
});

describe("heading", () => {
  it("opens sections down to `levels` and no deeper", () => {
    const markdown = "Intro.\n\n# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n";
    assert.deepEqual(texts(markdown, { strategy: "heading", levels: 2 }), [
      "Intro.",
      "# A\n\na",
      "## B\n\nb\n\n### C\n\nc",
    ]);
    assert.equal(texts(markdown, { strategy: "heading" }).length, 4);
  });
});

describe("semantic", () => {
  const vectorOf = (text: string): number[] => (text.includes("cat") ? [1, 0] : [0, 1]);

  it("breaks where the topic shifts, and by size where it does not", () => {
    const markdown = "A cat sat. The cat ran. A dog barked. The dog slept.";
    const rule = { strategy: "semantic", break_pct: 0.2, min_chars: 5 };
    assert.deepEqual(texts(markdown, { ...rule, max_chars: 100 }, vectorOf), [
      "A cat sat. The cat ran.",
      "A dog barked. The dog slept.",
    ]);
    assert.equal(texts(markdown, { ...rule, break_pct: 0, max_chars: 25 }, vectorOf).length, 3);
  });

  it("reports its breaks and how many boundaries it looked at", () => {
    const parsed = page("A cat sat. The cat ran. A dog barked. The dog slept.");
    const units = splitUnits(parsed, { max_chars: 100 });
    const similarities = neighbourSimilarities(
      units,
      units.map(({ text }) => vectorOf(text)),
    );
    const { parameters } = resolveChunker({ strategy: "semantic", min_chars: 5, max_chars: 100 });
    assert.deepEqual(strategies.semantic.breaks?.(parsed, parameters, similarities), {
      breaks: [{ after: 1, cause: "topic" }],
      considered: 3,
    });
  });

  it("wants the similarities of its own units", () => {
    assert.throws(
      () => chunkPage(page("One. Two. Three."), { strategy: "semantic" }),
      /0 similarities for 3 units: 2 are needed/,
    );
    assert.throws(
      () => chunkPage(page("# A\n\nOne. Two."), { strategy: "hybrid" }, new Float64Array(5)),
      /5 similarities for 3 units/,
    );
  });
});

describe("splitUnits", () => {
  it("refuses a limit that is no limit, instead of looking for a cut for ever", () => {
    for (const max_chars of [Number.NaN, 0, -5]) {
      assert.throws(
        () => splitUnits(page("Some words."), { max_chars }),
        new RegExp(`invalid max_chars: ${max_chars}`),
      );
    }
    assert.equal(splitUnits(page("Some words."), { max_chars: Number.POSITIVE_INFINITY }).length, 1);
  });
});

describe("hybrid", () => {
  it("merges small neighbours under one parent when asked to", () => {
    const markdown =
      "# A\n\n## B\n\nb\n\n## C\n\nc\n\n## D\n\nd and much more than the least there has to be\n\n# E\n\ne\n";
    const small = { strategy: "hybrid", min_chars: 20, max_chars: 40 };
    assert.deepEqual(texts(markdown, small).slice(0, 3), ["# A", "## B\n\nb", "## C\n\nc"]);
    const merged = texts(markdown, { ...small, merge_small: true });
    assert.deepEqual(merged.slice(0, 2), ["# A", "## B\n\nb\n\n## C\n\nc"]);
    assert.equal(merged.at(-1), "# E\n\ne");
  });
});
