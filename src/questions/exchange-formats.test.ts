import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { exchangeFormats, formatOfFile, readRows, writeItems } from "./exchange-formats.js";
import { escapeFormula, unescapeFormula } from "./formula.js";
import type { TestItem } from "./test-set.js";

describe("readRows", () => {
  it("reads lines of { q, evidence }, and names the lines it can't use", () => {
    const text = [
      '\ufeff{"q": "how?", "evidence": "Open it.", "score": 3}',
      "",
      "{broken",
      '{"evidence": "no question"}',
      '{"q": "both?", "evidence": ["one", "two"], "id": 7, "url": "a.md", "type": "t"}',
      '{"q": "open?"}',
      "[1]",
    ].join("\n");
    const { rows, problems, ignored } = readRows(text, "jsonl");
    assert.deepEqual(rows, [
      { place: "line 1", question: "how?", evidence: ["Open it."] },
      { place: "line 5", question: "both?", evidence: ["one", "two"], id: "7", url: "a.md", type: "t" },
      { place: "line 6", question: "open?", evidence: [] },
    ]);
    assert.deepEqual(
      problems.map(({ item }) => item),
      ["line 3", "line 4", "line 7"],
    );
    assert.match(problems[0].what, /^not JSON: /);
    assert.match(problems[1].what, /no question/);
    assert.deepEqual(ignored, ["score"]);
  });

  it("reads what a spreadsheet wrote, whatever it divides columns with", () => {
    for (const mark of [",", ";", "\t"]) {
      const csv = [
        ["\ufeffquestion", "answer_quote", "answer_quote_2", "url"],
        ['"one; two, ""three""\tfour?"', "'- first", "second", "a.md"],
        ["none?", "", "", ""],
      ]
        .map((cells) => cells.join(mark))
        .join("\r\n");
      const { rows, problems } = readRows(csv, "csv");
      assert.deepEqual(problems, []);
      assert.deepEqual(rows, [
        {
          place: "line 2",
          question: 'one; two, "three"\tfour?',
          evidence: ["- first", "second"],
          url: "a.md",
        },
        { place: "line 3", question: "none?", evidence: [] },
      ]);
    }
  });

  it("refuses a file that isn't of its format", () => {
    assert.throws(() => readRows("{}", "json"), /not a JSON array/);
    assert.throws(() => readRows('q,evidence\n"open', "csv"), /[Qq]uote/);
    assert.throws(() => readRows("q,also\nhow?,[broken", "csv"), /line 2: also: "\[broken" is not JSON/);
  });

  it("knows a format by the file's name", () => {
    assert.deepEqual(["a.jsonl", "a.NDJSON", "b.csv", "c.json", "d.txt", "json"].map(formatOfFile), [
      "jsonl",
      "jsonl",
      "csv",
      "json",
      null,
      null,
    ]);
  });
});

describe("writeItems", () => {
  const text = fc
    .oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("=1+1", "'=x", "''-", "- item", '"q"', "a\r\nb", "@x", "\tx"),
    )
    .filter((value) => value.trim() !== "");
  const item: fc.Arbitrary<TestItem> = fc
    .record({
      id: text,
      question: text,
      url: text,
      type: text,
      quotes: fc.array(text, { minLength: 1, maxLength: 3 }),
      also: fc.option(fc.array(fc.record({ url: text, answer_quote: text }), { minLength: 1, maxLength: 2 })),
    })
    .map(({ quotes, also, ...rest }) => {
      return {
        ...rest,
        ...(quotes.length === 1 ? { answer_quote: quotes[0] } : { answer_quotes: quotes }),
        ...(also === null ? {} : { also: also.map((each) => ({ ...each })) }),
      };
    });

  for (const format of exchangeFormats) {
    it(`loses nothing in ${format}`, () => {
      fc.assert(
        fc.property(fc.array(item, { minLength: 1, maxLength: 6 }), (items) => {
          const { rows, problems } = readRows(writeItems(items, format), format);
          assert.deepEqual(problems, []);
          const read = rows.map(({ place: _, evidence, ...row }) => {
            return {
              ...row,
              ...(evidence.length === 1 ? { answer_quote: evidence[0] } : { answer_quotes: evidence }),
            };
          });
          assert.deepEqual(read, items);
        }),
        { numRuns: 150 },
      );
    });
  }

  it("writes the columns that people expect, formulas made harmless", () => {
    const items: TestItem[] = [
      { id: "a", question: "=HYPERLINK(1)", url: "a.md", type: "t", answer_quotes: ["- one", "two"] },
      { id: "b", question: "pages?", type: "t", pages: ["a.md"] },
    ];
    assert.equal(
      writeItems(items, "csv"),
      'id,question,url,type,answer_quote,answer_quote_2,also,pages\na,\'=HYPERLINK(1),a.md,t,\'- one,two,,\nb,pages?,,t,,,,"[""a.md""]"\n',
    );
    assert.equal(
      writeItems(items.slice(0, 1), "jsonl"),
      '{"q":"=HYPERLINK(1)","evidence":["- one","two"],"id":"a","url":"a.md","type":"t"}\n',
    );
  });
});

describe("escapeFormula", () => {
  it("can be undone for every text", () => {
    for (const cell of ["=a", "'=a", "''=a", "'a", "a", "", "'", "-", "\tx"]) {
      assert.equal(unescapeFormula(escapeFormula(cell)), cell);
      assert.doesNotMatch(escapeFormula(cell), /^[=+\-@\t\r]/);
    }
  });
});
