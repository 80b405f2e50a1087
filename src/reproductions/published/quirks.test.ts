import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chunkFaults, chunkPage, type Strategy, type Unit } from "../../chunking/index.js";
import { parsePage } from "../../markdown/index.js";
import { packAtBlankLines, strategy as paragraphs } from "./blank-line-packing.js";
import { bracketPieces, strategy as brackets } from "./bracket-posts.js";
import { headerSections } from "./header-sections.js";
import { strategy as headingAware, headingAwarePieces } from "./heading-aware.js";
import { headingChunkPieces, strategy as headingChunks } from "./heading-chunks.js";
import { headingLineQueries } from "./heading-line-queries.js";
import { headingLinePieces, strategy as headingLines } from "./heading-lines.js";
import { strategy as recursive } from "./recursive.js";
import { strategy as semantic, semanticPieces } from "./semantic.js";
import { sentenceUnits } from "./sentence-units.js";
import { strategy as fixed, windows } from "./windows.js";

const texts = (pieces: readonly { text: string }[]): string[] => pieces.map(({ text }) => text);
const page = (markdown: string) => parsePage({ url: "a.md", markdown });
const word = (length: number, letter: string): string => letter.repeat(length);

describe("the published rules keep their quirks", () => {
  it("windows count code points and stop before a tail of overlap alone", () => {
    const text = "ab😀cd😀ef";
    assert.deepEqual(
      windows(text, 4, 1).map(({ start, end }) => text.slice(start, end)),
      ["ab😀c", "cd😀e", "ef"],
    );
    assert.deepEqual(windows("abcd", 4, 2), [{ start: 0, end: 4 }]);
    assert.deepEqual(windows("", 4, 2), [{ start: 0, end: 0 }]);
  });

  it("the last paragraph of a section is never held to the limit", () => {
    const text = `${word(700, "a")}\n\n${word(700, "b")}`;
    assert.deepEqual(packAtBlankLines(text, { start: 0, end: text.length }, 800), [{ start: 0, end: 1402 }]);
    const longer = `${text}\n\nend`;
    assert.deepEqual(packAtBlankLines(longer, { start: 0, end: longer.length }, 800), [
      { start: 0, end: 702 },
      { start: 702, end: longer.length },
    ]);
  });

  it("a comment in a code block opens a section, and a title loses its anchor", () => {
    const pieces = headingLinePieces("# T { #t }\n\n```sh\n# comment here\nls\n```\n", 800);
    assert.deepEqual(
      pieces.map(({ path }) => path),
      [["T"], ["comment here"]],
    );
  });

  it("queries are titles of two words above sections of 300 characters, repeated or not", () => {
    const body = `${word(298, "x")}\n`;
    const queries = headingLineQueries([
      page(
        `# One two\n${body}## Three four { #a }\n${body}### Single\n${body}## Three four\n${body}## Too short\n`,
      ),
    ]);
    assert.deepEqual(
      queries.map(({ question, type }) => [question, type]),
      [
        ["Three four", "h2"],
        ["Three four", "h2"],
      ],
    );
  });

  it("after a skipped level a heading is filed under its own sibling", () => {
    const paths = headingChunkPieces("# A\n\na\n\n### B\n\nb\n\n### C\n\nc", 1500).map(({ path }) => path);
    assert.deepEqual(paths, [["A"], ["A", "B"], ["A", "B", "C"]]);
    assert.deepEqual(headingChunkPieces("## A\n\na\n\n## B\n\nb", 1500)[1].path, ["A", "B"]);
  });

  it("a paragraph is never cut, and the joining blank line isn't counted", () => {
    assert.equal(headingChunkPieces(word(5000, "a"), 1500).length, 1);
    const two = `${word(750, "a")}\n\n${word(750, "b")}`;
    assert.deepEqual(texts(headingChunkPieces(two, 1500)), [two]);
    assert.equal(headingChunkPieces(`${two}a`, 1500).length, 2);
  });

  it("a fence opened and closed on one line swallows all later headings", () => {
    assert.equal(headingChunkPieces("# A\n\na\n\n```ls```\n\n## B\n\nb", 1500).length, 1);
  });

  it("list numbers and abbreviations are units, and backticks in prose swap code and prose", () => {
    assert.deepEqual(texts(sentenceUnits("## List\n\n1. Open it. E.g. now.\n2. Done!")), [
      "List",
      "1.",
      "Open it.",
      "E.g.",
      "now.",
      "2.",
      "Done!",
    ]);
    const swapped = sentenceUnits("Use ``` for code. Then stop.\n\n```\nrun. now.\n```\n");
    assert.deepEqual(texts(swapped), ["Use", "``` for code. Then stop.\n\n```", "run.", "now.", "```"]);
  });

  it("a unit's span is where its text came from, whatever heading marks it lost", () => {
    const markdown = "x\n\n### A title\nand more. Next one.";
    const [, unit] = sentenceUnits(markdown);
    assert.equal(unit.text, "A title\nand more.");
    assert.equal(markdown.slice(unit.start, unit.end), unit.text);
  });

  it("equal similarities all break, and a page of two units always does", () => {
    const parameters = { break_pct: 0.05, min_chars: 0, max_chars: 1500 };
    const ten = Array.from({ length: 10 }, (_, i) => `Unit ${i} is here.`).join(" ");
    assert.equal(semanticPieces(ten, parameters, new Float64Array(9).fill(0.7)).length, 10);
    assert.equal(semanticPieces("One is here. Two is here.", parameters, new Float64Array([1])).length, 2);
    assert.deepEqual(
      texts(semanticPieces("One.\n\nTwo.", { ...parameters, break_pct: 0 }, new Float64Array([1]))),
      ["One. Two."],
    );
  });

  it("`min_chars` isn't kept before a long unit", () => {
    const short = "Short one.";
    const text = `${short}\n\n${word(1495, "a")}.\n\n${short}`;
    const pieces = semanticPieces(
      text,
      { break_pct: 0, min_chars: 200, max_chars: 1500 },
      new Float64Array(2),
    );
    assert.deepEqual(
      pieces.map((piece) => piece.text.length),
      [10, 1496, 10],
    );
  });

  it("the header splitter trims lines, drops what Python doesn't print and merges sections of one name", () => {
    const [first, ...others] = headerSections("## R\n\n  10\u00a0ms\n\n    code\n\n## R\n\nsecond");
    assert.equal(others.length, 0);
    assert.equal(first.text.text, "10ms  \ncode  \nsecond");
    assert.deepEqual(first.path, ["R"]);
  });

  it("the size doesn't cover the path that is put in front", () => {
    const title = word(100, "t");
    const [piece] = headingAwarePieces(`# ${title}\n\n${"word ".repeat(100)}`, 400, 0);
    assert.ok(piece.text.length <= 400);
    assert.ok(`${piece.path.join(" > ")}\n${piece.text}`.length > 400);
  });

  it("a post's intro has no heading, and CRLF changes nothing", () => {
    const post = "# Post\n\nintro\n\n## First part\n\none\n\ntwo\n\n## Empty\n\n## Last\n\nthree\n";
    const pieces = bracketPieces(post, 1);
    assert.deepEqual(
      pieces.map(({ path, text }) => [path.join(), text]),
      [
        ["", "# Post"],
        ["", "intro"],
        ["First part", "one"],
        ["First part", "two"],
        ["Last", "three"],
      ],
    );
    const crlf = post.replaceAll("\n", "\r\n");
    assert.deepEqual(texts(bracketPieces(crlf, 800)), texts(bracketPieces(post, 800)));
    assert.deepEqual(texts(bracketPieces(post, 800)), ["# Post\n\nintro", "one\n\ntwo", "three"]);
  });
});

describe("the published strategies", () => {
  const pages = [
    "",
    " \n\n ",
    "---\ntitle: a\n---\n\n# One\n\ntext 😀 more.\n\n## Two\n\n### Three\n\n- item\n- item\n\n```py\n# no heading\nx = 1\n```\n\n## End\n",
    "intro\r\n\r\n## A\r\n\r\nfirst. second.\r\n\r\nthird\r\n",
    `## R\n\n${"One two three. ".repeat(80)}\n\n## R\n\n${"😀 four five. ".repeat(60)}\n`,
  ].map((markdown, i) => parsePage({ url: `${i}.md`, markdown }));
  const arms: readonly [Strategy, Record<string, number>][] = [
    [fixed, { size: 60, overlap: 10 }],
    [recursive, { size: 60, overlap: 10 }],
    [headingAware, { size: 60, overlap: 10 }],
    [paragraphs, { max_chars: 80 }],
    [headingLines, { max_chars: 80 }],
    [headingChunks, { max_chars: 80 }],
    [brackets, { max_chars: 80 }],
    [semantic, { max_chars: 200, min_chars: 20, break_pct: 0.3 }],
  ];
  for (const [strategy, parameters] of arms) {
    it(`${strategy.name} gives spans that hold everything, in order`, () => {
      for (const each of pages) {
        const units: readonly Unit[] = strategy.units?.(each, 200) ?? [];
        const similarities = Float64Array.from(
          { length: Math.max(0, units.length - 1) },
          (_, i) => (i * 7) % 5,
        );
        const chunks = chunkPage(each, { strategy, ...parameters }, similarities);
        assert.deepEqual(chunkFaults(each, chunks, { mayOverlap: strategy.mayOverlap ?? false }), []);
      }
    });
  }
});
