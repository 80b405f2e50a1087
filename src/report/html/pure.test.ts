import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { badgeOf } from "./badge.js";
import { sharedStarts, spansOf } from "./boundaries.js";
import type { HeadingData, MetricData, QuestionData } from "./data.js";
import { jsonForScript } from "./escape.js";
import { pathAt } from "./heading-path.js";
import { filterQuestions, type QuestionFilter } from "./question-filter.js";
import { namedAt, parseRoute, routeHash } from "./route.js";
import { segmentsOf } from "./segments.js";
import { nextDirection, sortedPositions } from "./sorting.js";
import { hostile } from "./testing.js";

describe("escaping", () => {
  it("lets nothing in a value end the script it stands in, and gives the value back exactly", () => {
    const value = { text: hostile, list: ["\u2028", "\u2029", "<!--", "</SCRIPT "] };
    const json = jsonForScript(value);
    assert.doesNotMatch(json, /[<\u2028\u2029]/);
    assert.ok(json.isWellFormed(), "half surrogate pairs are written as escapes");
    assert.deepEqual(JSON.parse(json), value);
  });
});

describe("badgeOf", () => {
  it("says rank, split or beyond", () => {
    const texts = [
      badgeOf(1, false),
      badgeOf(5, false),
      badgeOf(10, false),
      badgeOf(11, false),
      badgeOf(0, false),
    ];
    assert.deepEqual(
      texts.map(({ text, kind }) => `${text} ${kind}`),
      ["1 top", "5 near", "10 far", ">10 beyond", ">10 beyond"],
    );
    assert.equal(badgeOf(0, true).text, "split");
    assert.equal(badgeOf(11, false).words, "rank 11");
  });
});

describe("segmentsOf", () => {
  const marks = [
    { start: 2, end: 6, kind: "a" },
    { start: 4, end: 8, kind: "b" },
    { start: -3, end: 1, kind: "c" },
  ];

  it("divides where marks start and end, and at cuts", () => {
    assert.deepEqual(
      segmentsOf({ start: 0, end: 10 }, marks, [9, 0, 10]).map(({ start, end, kinds }) => [
        start,
        end,
        kinds.join(""),
      ]),
      [
        [0, 1, "c"],
        [1, 2, ""],
        [2, 4, "a"],
        [4, 6, "ab"],
        [6, 8, "b"],
        [8, 9, ""],
        [9, 10, ""],
      ],
    );
  });

  it("is one segment where nothing is marked, and starts inside a mark that reaches over the start", () => {
    assert.deepEqual(segmentsOf({ start: 0, end: 0 }, []), [{ start: 0, end: 0, kinds: [] }]);
    assert.deepEqual(segmentsOf({ start: 5, end: 6 }, marks), [{ start: 5, end: 6, kinds: ["a", "b"] }]);
  });
});

describe("pathAt", () => {
  const headings: HeadingData[] = [
    [0, 3, 1, "A"],
    [10, 13, 3, "B"],
    [20, 23, 2, "C"],
  ];

  it("holds the titles that are open, whatever levels are left out", () => {
    assert.deepEqual(
      [0, 9, 10, 19, 20].map((place) => pathAt(headings, place).join(">")),
      ["A", "A", "A>B", "A>B", "A>C"],
    );
    assert.deepEqual(pathAt([[5, 6, 1, "late"]], 4), []);
  });
});

describe("routes", () => {
  it("come back from an address as they went in, whatever a url holds", () => {
    const route = { question: `"><b>&a=1#?`, page: "a/<img>.md", at: 12 };
    assert.deepEqual(parseRoute(routeHash(route)), route);
    assert.deepEqual(parseRoute("#scores"), { question: null, page: null, at: null });
    assert.equal(parseRoute("#page=a&at=1e9").at, null);
  });

  it("find a name with half a surrogate pair by its well-formed twin", () => {
    const { question } = parseRoute(routeHash({ question: "q\ud800", page: null, at: null }));
    assert.equal(namedAt(["p", "q\ud800"], question), 1);
    assert.deepEqual([namedAt(["p"], "nobody"), namedAt(["p"], null)], [-1, -1]);
  });
});

describe("sorting", () => {
  it("falls, rises, and goes back to the order in which rows came; what has no value stands last", () => {
    const values = [2, null, 3, 2];
    assert.deepEqual(sortedPositions(values, "descending"), [2, 0, 3, 1]);
    assert.deepEqual(sortedPositions(values, "ascending"), [0, 3, 2, 1]);
    assert.deepEqual(sortedPositions(values, null), [0, 1, 2, 3]);
    assert.deepEqual(sortedPositions(["b 10", "b 9"], "ascending"), [1, 0]);
    assert.deepEqual(
      [null, "descending", "ascending"].map((each) => nextDirection(each as null)),
      ["descending", "ascending", null],
    );
  });
});

describe("boundaries", () => {
  it("are shared where chunks start at the same place, the page's start left out", () => {
    const [left, right] = [spansOf([0, 4, 5, 9, 10, 12]), spansOf([0, 7, 10, 12])];
    assert.equal(sharedStarts(left, right), 1);
  });
});

describe("filterQuestions", () => {
  const metrics: MetricData[] = [
    { name: "hit@5", scale: "binary", better: "higher", ranked: true, title: "" },
    { name: "split", scale: "binary", better: "lower", ranked: false, title: "" },
  ];
  const question = (
    id: string,
    type: string,
    page: number,
    hits: readonly (number | null)[],
    ranks: readonly number[],
  ) =>
    ({
      ...{ id, type, page, question: `About ${id}`, pages: [], answers: [], split: [] },
      found: [ranks.map((rank) => ({ rank, top: [] }))],
      misses: [hits.map((hit, arm) => (hit === 0 ? { why: "", tags: [`tag ${arm}`] } : null))],
      scores: [[hits], [hits.map((hit) => (hit === null ? null : 1 - hit))]],
    }) satisfies QuestionData;
  const data = {
    metrics,
    arms: ["a", "b"],
    pages: [{ url: "guide/one.md" }, { url: "two.md" }],
    questions: [
      question("x", "fact", 0, [1, 0], [1, 0]),
      question("y", "fact", 1, [0, 0], [11, 10]),
      question("z", "table", 1, [1, 1], [2, 3]),
      question("w", "pages", 1, [null, null], [4, 0]),
    ],
  };
  const all: QuestionFilter = {
    ...{
      text: "",
      type: null,
      page: null,
      foundBy: "any",
      missedBy: "any",
      tag: null,
      criterion: 0,
      retriever: 0,
      order: "set",
    },
  };
  const kept = (change: Partial<QuestionFilter>): string =>
    filterQuestions(data, { ...all, ...change })
      .map((i) => data.questions[i].id)
      .join("");

  it("keeps all where nothing is asked for", () => assert.equal(kept({}), "xyzw"));

  it("takes questions whose miss has a tag, of the arm that missed them where one is chosen", () => {
    assert.equal(kept({ tag: "tag 1" }), "xy");
    assert.equal(kept({ tag: "tag 0" }), "y");
    assert.equal(kept({ tag: "tag 0", missedBy: 1 }), "");
    assert.equal(kept({ tag: "tag 1", missedBy: 1 }), "xy");
  });

  it("takes every word of the text, in question, id or url", () => {
    assert.equal(kept({ text: "ABOUT guide" }), "x");
    assert.equal(kept({ text: "about nothing" }), "");
  });

  it("takes type and page together", () => assert.equal(kept({ type: "fact", page: 1 }), "y"));

  it("finds what one arm found and another missed, and what all or none found", () => {
    assert.equal(kept({ foundBy: 0, missedBy: 1 }), "x");
    assert.equal(kept({ missedBy: 1 }), "xy");
    assert.equal(kept({ foundBy: "every" }), "z");
    assert.equal(kept({ missedBy: "every" }), "y");
    assert.equal(kept({ criterion: 1, missedBy: "every" }), "y");
    assert.equal(kept({ criterion: "rank", foundBy: 1 }), "yz");
  });

  it("puts the hardest first, others as they were", () => assert.equal(kept({ order: "hardest" }), "yxzw"));
});
