import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { boldTitles, type ParsedPage, parsePage, withBoldHeadings } from "../../markdown/index.js";
import {
  type Chunker,
  chunkFaults,
  chunkPage,
  embeddedText,
  neighbourSimilarities,
  resolveChunker,
  splitUnits,
  strategies,
} from "../index.js";

const page = (markdown: string): ParsedPage => parsePage({ url: "p.md", markdown });

/** A vector for each unit by its length: neighbours are more or less alike, and always in the same way. */
function similaritiesOf(parsed: ParsedPage, max_chars: number): Float64Array {
  const units = splitUnits(parsed, { max_chars });
  return neighbourSimilarities(
    units,
    units.map(({ text }) => [Math.cos(text.length), Math.sin(text.length), 1]),
  );
}

function texts(markdown: string, chunker: Chunker & { max_chars: number }): string[] {
  const parsed = page(markdown);
  return chunkPage(parsed, chunker, similaritiesOf(parsed, chunker.max_chars)).map(({ start, end }) =>
    markdown.slice(start, end),
  );
}

describe("bold_headings", () => {
  const markdown =
    "# Tea\n\nIntro.\n\n### Kinds\n\n**Green:**\n\nFrom China.\n\n__Black__\n\nFrom Assam.\n\n## Water\n\nHot.";

  it("starts a section at bold text that stands where a heading should, and at nothing else", () => {
    const with_ = texts(markdown, { strategy: "heading", max_chars: 500, bold_headings: true });
    assert.deepEqual(with_, [
      "# Tea\n\nIntro.",
      "### Kinds",
      "**Green:**\n\nFrom China.",
      "__Black__\n\nFrom Assam.",
      "## Water\n\nHot.",
    ]);
    assert.deepEqual(texts(markdown, { strategy: "hybrid", max_chars: 500, bold_headings: true }), with_);
    assert.deepEqual(texts(markdown, { strategy: "heading", max_chars: 500 }), [
      "# Tea\n\nIntro.",
      "### Kinds\n\n**Green:**\n\nFrom China.\n\n__Black__\n\nFrom Assam.",
      "## Water\n\nHot.",
    ]);
  });

  it("puts the title into the path, below the headings that it stands under", () => {
    const titled = withBoldHeadings(page(markdown), 3);
    const path = (text: string): string => {
      const start = markdown.indexOf(text);
      const span = { start, end: start + text.length };
      return embeddedText(titled.page, span, { path: "breadcrumb", levels: titled.levels }).split("\n")[0];
    };
    assert.equal(path("From China."), "Tea > Kinds > Green");
    assert.equal(path("From Assam."), "Tea > Kinds > Black");
    assert.equal(path("Hot."), "Tea > Water");
  });

  it("leaves sentences, bold words in a line, lists and long text alone", () => {
    const titles = (text: string): string[] => boldTitles(page(text)).map(({ title }) => title);
    assert.deepEqual(titles("**How do I brew?**\n\n**Note**:\n\n__Two words__"), [
      "How do I brew?",
      "Note",
      "Two words",
    ]);
    for (const text of [
      "**This is deprecated.**",
      "**Note** that it is hot",
      "**a** and **b**",
      "- **Item**",
      "> **Quoted**",
      `**${"long ".repeat(20)}title**`,
      "**two\nlines**",
      "*Emphasis*",
      "## **Heading**",
    ])
      assert.deepEqual(titles(text), [], text);
  });
});

describe("whole_lists", () => {
  const list = "- one\n- two two two two\n- three three\n- four four four four";
  const markdown = `Before it.\n\n${list}\n\nAfter it all. And more than that.`;
  const often = { break_pct: 1, min_chars: 0, max_chars: 200 };

  it("keeps a list whole that fits, whatever its items are like", () => {
    for (const strategy of ["semantic", "hybrid"]) {
      // For hybrid the section has to be over the limit.
      const max_chars = strategy === "hybrid" ? 70 : 200;
      const cut = texts(markdown, { ...often, strategy, max_chars });
      const kept = texts(markdown, { ...often, strategy, max_chars, whole_lists: true });
      assert.ok(!cut.some((text) => text.includes(list)), strategy);
      assert.ok(kept.includes(list), strategy);
      assert.ok(kept.length > 1 && kept.every((text) => text.length <= max_chars));
    }
  });

  it("cuts a list that doesn't fit, as without it", () => {
    const small = { ...often, strategy: "semantic", max_chars: 30 };
    assert.deepEqual(texts(markdown, { ...small, whole_lists: true }), texts(markdown, small));
  });

  it("reports breaks in the page's units", () => {
    const parsed = page(markdown);
    const { strategy, parameters } = resolveChunker({ strategy: "semantic", ...often, whole_lists: true });
    const report = strategy.breaks?.(parsed, parameters, similaritiesOf(parsed, often.max_chars));
    const units = splitUnits(parsed, often);
    const ends = report?.breaks.map(({ after }) => markdown.slice(0, units[after].end).split("\n").at(-1));
    assert.deepEqual(ends, ["Before it.", "- four four four four", "After it all."]);
    assert.equal(report?.considered, 3, "boundaries inside the list weren't looked at");
  });
});

describe("both", () => {
  it("are left out of an arm's parameters where they are off, so that older results read the same", () => {
    for (const name of ["heading", "semantic", "hybrid"]) {
      const { parameters } = resolveChunker({ strategy: name });
      assert.ok(!("bold_headings" in parameters) && !("whole_lists" in parameters));
    }
    assert.equal(resolveChunker({ strategy: "hybrid", whole_lists: true }).parameters.whole_lists, true);
    assert.throws(() => resolveChunker({ strategy: "fixed", whole_lists: true }), /not a parameter of fixed/);
  });

  it("leave nothing out and keep to the limit, on any page", () => {
    const line = fc.constantFrom(
      "# A",
      "### B",
      "**Bold**",
      "- item one",
      "- item two",
      "1. step",
      "Some text. More.",
      "",
    );
    const options = fc.record({
      bold_headings: fc.boolean(),
      whole_lists: fc.boolean(),
      max_chars: fc.integer({ min: 5, max: 60 }),
    });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 25 }),
        options,
        (lines, { bold_headings, whole_lists, max_chars }) => {
          const parsed = page(lines.join("\n"));
          for (const { name, parameters } of [strategies.heading, strategies.semantic, strategies.hybrid]) {
            const chunker = {
              ...{ strategy: name, max_chars },
              ...("min_chars" in parameters ? { min_chars: 0 } : {}),
              ...("bold_headings" in parameters ? { bold_headings } : {}),
              ...("whole_lists" in parameters ? { whole_lists } : {}),
            };
            const spans = chunkPage(parsed, chunker, similaritiesOf(parsed, max_chars));
            assert.deepEqual(chunkFaults(parsed, spans, { limit: max_chars }), []);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
