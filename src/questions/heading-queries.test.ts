import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../markdown/index.js";
import { answerSections, headingQueries, liesInAny, sectionsOf } from "./heading-queries.js";
import { locateTestSet } from "./index.js";

const filler = "Some words that fill it. ".repeat(4);
const page = parsePage({
  url: "a.md",
  markdown: `# Whole page title\n\n${filler}\n\n## Starting the pump\n\n${filler}\n\n#### Deeper heading here\n\n${filler}\n\n### Short section here\n\nLittle.\n\n## Options\n\n${filler}\n\n## Known limits\n\n${filler}\n`,
});
const other = parsePage({ url: "b.md", markdown: `## Known  *limits*\n\n${filler}\n` });
const options = { min_chars: 60, min_words: 2 };

describe("headingQueries", () => {
  it("asks for the sections of level 2 and 3 that are long enough, by titles that say enough", () => {
    const { questions, left_out } = headingQueries([page], options);
    assert.deepEqual(
      questions.map(({ question, type, url, sections: [section] }) => {
        return [question, type, url, page.markdown.slice(section.start, section.end).split("\n")[0]];
      }),
      [
        ["Starting the pump", "h2", "a.md", "## Starting the pump"],
        ["Known limits", "h2", "a.md", "## Known limits"],
      ],
    );
    assert.deepEqual(left_out, { short_section: 1, short_title: 1, repeated_title: 0 });
  });

  it("counts a deeper heading's text to the section, and ends at the next of level 3 or above", () => {
    const [
      {
        sections: [section],
        id,
      },
    ] = headingQueries([page], options).questions;
    const text = page.markdown.slice(section.start, section.end);
    assert.match(text, /#### Deeper heading here/);
    assert.doesNotMatch(text, /### Short section/m);
    assert.equal(id, `a.md#${page.markdown.indexOf("## Starting")}`);
  });

  it("leaves out titles that several sections have", () => {
    const { questions, left_out } = headingQueries([page, other], options);
    assert.deepEqual(
      questions.map(({ question }) => question),
      ["Starting the pump"],
    );
    assert.equal(left_out.repeated_title, 2);
  });

  it("makes questions that measures of quotes have no meaning for", () => {
    const [question] = headingQueries([page], options).questions;
    assert.deepEqual(question.answers, []);
    assert.equal(sectionsOf(question).length, 1);
  });
});

describe("answerSections", () => {
  it("are those that hold the quotes of any answer, each once", () => {
    const item = {
      id: "q",
      question: "x?",
      url: "a.md",
      type: "t",
      answer_quotes: ["Little.", "Deeper heading here"],
      also: [{ url: "b.md", answer_quote: "Some words" }],
    };
    const pages = new Map([page, other].map((each) => [each.url, each]));
    const [question] = locateTestSet([item], [page, other]).questions;
    assert.deepEqual(
      answerSections(question, pages).map(({ url, start }) => [
        url,
        pages.get(url)?.markdown.slice(start).split("\n")[0],
      ]),
      [
        ["a.md", "### Short section here"],
        ["a.md", "## Starting the pump"],
        ["b.md", "## Known  *limits*"],
      ],
    );
    const whole = { id: "q", question: "x?", type: "t", url: "a.md", answers: [], pages: ["a.md"] };
    assert.deepEqual(sectionsOf(whole), []);
  });
});

describe("liesInAny", () => {
  const among = [
    { url: "a.md", start: 100, end: 200 },
    { url: "b.md", start: 0, end: 10 },
  ];

  it("wants half of the span inside one of them, on its page", () => {
    assert.ok(liesInAny("a.md", { start: 50, end: 150 }, among));
    assert.ok(!liesInAny("a.md", { start: 49, end: 150 }, among));
    assert.ok(liesInAny("a.md", { start: 150, end: 250 }, among));
    assert.ok(liesInAny("a.md", { start: 120, end: 130 }, among));
    assert.ok(!liesInAny("b.md", { start: 120, end: 130 }, among));
    assert.ok(liesInAny("b.md", { start: 5, end: 15 }, among));
    assert.ok(!liesInAny("a.md", { start: 200, end: 210 }, among));
  });

  it("can't hold of a span more than twice as long as the section", () => {
    assert.ok(liesInAny("a.md", { start: 50, end: 250 }, among));
    assert.ok(!liesInAny("a.md", { start: 50, end: 251 }, among));
  });
});
