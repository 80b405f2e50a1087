import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { openItems, withAnswer } from "./evidence-edit.js";

describe("openItems", () => {
  it("are those with a question and nothing that answers it", () => {
    const json: unknown = [
      { id: "a", question: "open?", url: "p.md" },
      { id: "b", question: "answered?", url: "p.md", answer_quote: "yes" },
      { id: "c", question: "several?", url: "p.md", answer_quotes: ["yes", "no"] },
      { id: "d", question: "pages?", pages: ["p.md"] },
      { question: "no id, blank quote?", answer_quote: " " },
      { id: "f", question: "" },
      "no item",
    ];
    assert.deepEqual(openItems(json), [
      { position: 0, name: "a", question: "open?", url: "p.md" },
      { position: 4, name: "item 5", question: "no id, blank quote?" },
    ]);
    assert.deepEqual(openItems({}), []);
  });
});

describe("withAnswer", () => {
  it("leaves every other character of the file as it is", () => {
    const text = `[
    {"id": "a",   "question": "odd \\"spacing], }", "url": "p.md", "type": "t", "answer_quote": "é"},

  {
    "type": "t",
    "id": "b",
    "note": {"deep": [1, 2]},
    "question": "open?"
  }
]`;
    const before = text.slice(0, text.indexOf('  {\n    "type"'));
    const written = withAnswer(text, 1, "q.md", ['one "quoted"\nline']);
    assert.ok(written.startsWith(before));
    assert.equal(
      written.slice(before.length),
      `  {
    "type": "t",
    "id": "b",
    "note": {
      "deep": [
        1,
        2
      ]
    },
    "question": "open?",
    "url": "q.md",
    "answer_quote": "one \\"quoted\\"\\nline"
  }
]`,
    );
  });

  it("puts url and quotes where items have them, and a blank quote's place is used", () => {
    const open =
      '[{ "id": "a", "question": "q", "type": "t" }, { "id": "b", "answer_quote": "", "question": "q" }]\n';
    assert.equal(
      withAnswer(open, 0, "p.md", ["x", "y"]),
      '[{ "id": "a", "question": "q", "url": "p.md", "type": "t", "answer_quotes": [ "x", "y" ] }, { "id": "b", "answer_quote": "", "question": "q" }]\n',
    );
    assert.equal(
      withAnswer(open, 1, "p.md", ["x"]),
      '[{ "id": "a", "question": "q", "type": "t" }, { "id": "b", "answer_quote": "x", "question": "q", "url": "p.md" }]\n',
    );
    assert.equal(
      withAnswer('[{"question":"q","url":"wrong.md"}]', 0, "p.md", ["x"]),
      '[{"question":"q","url":"p.md","answer_quote":"x"}]',
    );
  });

  it("keeps the file's line ends", () => {
    const windows = '[\r\n {\r\n  "question": "q"\r\n }\r\n]\r\n';
    assert.equal(
      withAnswer(windows, 0, "p.md", ["x"]),
      '[\r\n {\r\n  "question": "q",\r\n  "url": "p.md",\r\n  "answer_quote": "x"\r\n }\r\n]\r\n',
    );
  });

  it("refuses a position without an item, quoting it", () => {
    assert.throws(() => withAnswer("[]", 0, "p.md", ["x"]), /no item at position 0/);
    assert.throws(() => withAnswer('["text"]', 0, "p.md", ["x"]), RangeError);
  });

  it("changes that item alone, whatever the others hold and however the file is indented", () => {
    const others = fc.array(fc.jsonValue(), { maxLength: 5 });
    fc.assert(
      fc.property(
        others,
        others,
        fc.constantFrom(0, 1, 2, "\t"),
        fc.string(),
        (before, after, indent, quote) => {
          const item = { id: "x", question: "open?" };
          const text = JSON.stringify([...before, item, ...after], null, indent);
          const written = JSON.parse(withAnswer(text, before.length, "p.md", [quote])) as unknown[];
          const unchanged = JSON.parse(text) as unknown[];
          unchanged[before.length] = { ...item, url: "p.md", answer_quote: quote };
          assert.deepEqual(written, unchanged);
        },
      ),
      { numRuns: 200 },
    );
  });
});
