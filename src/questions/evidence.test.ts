import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { splitUnits } from "../chunking/index.js";
import { type ParsedPage, parsePage } from "../markdown/index.js";
import { EvidenceFinder } from "./evidence.js";
import { passagesOf } from "./evidence-passages.js";
import { uniqueQuote } from "./evidence-quote.js";

const unitsOf = (page: ParsedPage) => splitUnits(page, { max_chars: Number.POSITIVE_INFINITY });

const page = (url: string, markdown: string): ParsedPage => parsePage({ url, markdown });

describe("passagesOf", () => {
  const texts = (markdown: string): string[] => {
    const parsed = page("a.md", markdown);
    return passagesOf(parsed, unitsOf).map(({ start, end }) => parsed.markdown.slice(start, end));
  };

  it("gives sentences, items, rows below the header, and lines of code", () => {
    assert.deepEqual(
      texts(
        "# The pump and its valves\n\nIt starts by itself. It stops\nby itself.\n\n- Open the valve.\n1. Close the valve.\n\n| part | life |\n|---|---|\n| seal | two years |\n\n```sh\npump --start\n  pump --drain\n```\n\n> Mind the pressure.\n",
      ),
      [
        "It starts by itself.",
        "It stops\nby itself.",
        "Open the valve.",
        "Close the valve.",
        "| seal | two years |",
        "pump --start",
        "pump --drain",
        "Mind the pressure.",
      ],
    );
  });

  it("leaves out what is shorter than a quote may be, and cuts an item that is longer", () => {
    assert.deepEqual(texts("Too short.\n"), []);
    const sentence = `${"Word after word ".repeat(12)}ends.`;
    assert.deepEqual(texts(`- ${sentence} ${sentence}\n`), [sentence, sentence]);
  });
});

describe("EvidenceFinder", () => {
  const pump = page(
    "pump.md",
    "# Pump\n\nThe pump needs oil. Grease the bearing monthly. Use the blue can.\n\nThe pump is red. The pump is loud. The pump is old.\n",
  );
  const tank = page("tank.md", "# Tank\n\n## Bearing\n\nThe tank holds forty litres of oil.\n");
  const finder = new EvidenceFinder([pump, tank], unitsOf);
  const found = (question: string, url?: string): string[] =>
    finder.candidates(question, 10, url).map(({ text }) => text);

  it("puts rare words before common ones", () => {
    assert.equal(found("how loud can a pump be?")[0], "The pump is loud.");
    assert.equal(finder.candidates("pump bearing", 1)[0].text, "Grease the bearing monthly.");
    assert.deepEqual(finder.candidates("pump bearing", 1)[0].words, ["bearing"]);
  });

  it("counts a word beside the passage half, and doesn't look at headings", () => {
    const [best, ...others] = finder.candidates("bearing", 10);
    assert.equal(best.text, "Grease the bearing monthly.");
    assert.deepEqual(
      others.map(({ text, score }) => [text, score / best.score]),
      [
        ["The pump needs oil.", 0.5],
        ["Use the blue can.", 0.5],
        ["The pump is red.", 0.5],
      ],
    );
  });

  it("keeps to a page where one is named, and says where a passage stands", () => {
    assert.deepEqual(found("which oil?", "tank.md"), ["The tank holds forty litres of oil."]);
    const [{ page: url, start, path }] = finder.candidates("which oil?", 1, "tank.md");
    assert.deepEqual({ url, start, path }, { url: "tank.md", start: 20, path: ["Tank", "Bearing"] });
    assert.deepEqual(found("nothing shared"), []);
  });

  it("finds parts of names, and plurals", () => {
    const code = page(
      "code.md",
      "Set `keepAliveTimeout` to five seconds.\n\nAnother sentence is here.\n\nOne more of them here.\n",
    );
    const names = new EvidenceFinder([code], unitsOf);
    assert.match(names.candidates("alive timeouts", 1)[0].text, /keepAliveTimeout/);
  });
});

describe("uniqueQuote", () => {
  const quoteOf = (markdown: string, passage: string, occurrence = 0) => {
    const parsed = page("a.md", markdown);
    let start = markdown.indexOf(passage);
    for (let i = 0; i < occurrence; i++) start = markdown.indexOf(passage, start + 1);
    const { text, occurrences } = uniqueQuote(parsed, { start, end: start + passage.length }, unitsOf);
    return { text, occurrences };
  };

  it("keeps a passage that occurs once", () => {
    assert.deepEqual(quoteOf("Open the valve. Then wait a while.\n", "Open the valve."), {
      text: "Open the valve.",
      occurrences: 1,
    });
  });

  it("adds the next sentence, or the one before where there is none", () => {
    const twice = "Open the valve. Wait for steam.\n\nClose the door. Open the valve.\n";
    assert.equal(quoteOf(twice, "Open the valve.").text, "Open the valve. Wait for steam.");
    assert.equal(quoteOf(twice, "Open the valve.", 1).text, "Close the door. Open the valve.");
  });

  it("adds lines of code, never a fence", () => {
    const code =
      "```js\nconst a = require('a')\nrun(a)\n```\n\n```js\nconst a = require('a')\nstop(a)\n```\n";
    assert.equal(quoteOf(code, "const a = require('a')", 1).text, "const a = require('a')\nstop(a)");
  });

  it("tells where nothing longer in the block is unique", () => {
    assert.deepEqual(quoteOf("- Open the valve.\n- Open the valve.\n", "Open the valve.", 1), {
      text: "Open the valve.",
      occurrences: 2,
    });
  });
});
