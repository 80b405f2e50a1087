import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { headingPath, isBlank, linesOf, parsePage, sections, unionOf } from "./index.js";

describe("parsePage", () => {
  it("reads an .mdx page that is not MDX as Markdown, and says so", () => {
    const { headings, warnings } = parsePage({ url: "a.mdx", markdown: "# Sets {a\n\nText.\n" });
    assert.deepEqual(
      headings.map(({ title }) => title),
      ["Sets {a"],
    );
    assert.match(warnings[0], /^a\.mdx: not valid MDX, read as Markdown/);
  });

  it("never reads an .md page as MDX", () => {
    const { headings, warnings } = parsePage({ url: "a.md", markdown: "export const x = 1\n\n# {x}\n" });
    assert.deepEqual([headings[0].title, warnings], ["{x}", []]);
  });

  it("knows front matter in either mark, only at the start and only if it is closed", () => {
    const matter = (markdown: string) => parsePage({ url: "a.md", markdown }).frontMatter;
    assert.deepEqual(matter("+++\na = 1\n+++\nText"), { start: 0, end: 13 });
    assert.deepEqual(matter("\ufeff---\na: 1\n---\n"), { start: 1, end: 13 });
    assert.deepEqual(matter("---\r\na: 1\r\n---"), { start: 0, end: 14 });
    for (const none of [
      "---\na: 1\n",
      "---\n\na: 1\n---\n",
      "\n---\na: 1\n---\n",
      "---\na: 1\n+++\n",
      "---- \na\n---\n",
    ]) {
      assert.equal(matter(none), null, JSON.stringify(none));
    }
  });

  it("starts an underlined heading at its title, not at link definitions above it", () => {
    const { headings, blocks } = parsePage({
      url: "a.md",
      markdown: "[ref]: http://x\nTitle\n---\n\nText.\n",
    });
    assert.deepEqual(
      headings.map(({ start, end }) => [start, end]),
      [[16, 25]],
    );
    assert.deepEqual(
      blocks.map(({ kind, start, end }) => [kind, start, end]),
      [
        ["other", 0, 15],
        ["heading", 16, 25],
        ["paragraph", 27, 32],
      ],
    );
  });

  it("has offsets into the text, however many byte-order marks it starts with", () => {
    const { headings, content } = parsePage({ url: "a.md", markdown: "\ufeff\ufeff# T\n" });
    assert.deepEqual([headings[0].title, headings[0].start, content.start], ["T", 2, 2]);
  });

  it("has every character that is not white space in a block, MDX tags included", () => {
    const markdown = "<Box>\n\n## In a box\n\n- one\n- two\n\n</Box>\n\nAfter.\u00a0\n\n\u00a0\n";
    const { blocks } = parsePage({ url: "a.mdx", markdown });
    let at = 0;
    for (const { start, end } of blocks) {
      assert.ok(isBlank(markdown.slice(at, start)));
      assert.ok(!isBlank(markdown.slice(start, end)));
      at = end;
    }
    assert.ok(isBlank(markdown.slice(at)));
    assert.deepEqual(
      blocks.map(({ kind }) => kind),
      ["other", "heading", "list", "other", "paragraph"],
    );
  });
});

describe("sections", () => {
  it("touch, and together are the content", () => {
    const page = parsePage({ url: "a.md", markdown: "Intro.\n\n## A\n\n#### Deep\n\n# B\n" });
    const spans = sections(page, 3);
    assert.deepEqual(
      spans.map(({ heading, start, end }) => [heading?.title, start, end]),
      [
        [undefined, 0, 8],
        ["A", 8, 25],
        ["B", 25, 29],
      ],
    );
    assert.deepEqual(headingPath(page, 0), []);
    assert.deepEqual(headingPath(page, 20), ["A", "Deep"]);
    assert.deepEqual(headingPath(page, 20, 3), ["A"]);
  });
});

describe("spans", () => {
  it("linesOf keeps indentation and leaves out blank lines and line endings", () => {
    const text = "  a\r\n\r\n\tb\rc\n";
    assert.deepEqual(
      linesOf(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end)),
      ["  a", "\tb", "c"],
    );
  });

  it("unionOf joins what touches", () => {
    assert.deepEqual(
      unionOf([
        { start: 5, end: 7 },
        { start: 0, end: 3 },
        { start: 3, end: 4 },
        { start: 6, end: 9 },
      ]),
      [
        { start: 0, end: 4 },
        { start: 5, end: 9 },
      ],
    );
  });
});
