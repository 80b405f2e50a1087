import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parsePage } from "../markdown/index.js";
import { placeRows } from "./exchange.js";
import { withItems } from "./exchange-append.js";
import { readRows } from "./exchange-formats.js";
import { itemsAsWritten } from "./exchange-items.js";
import type { ImportedRow } from "./exchange-rows.js";

describe("placeRows", () => {
  const pages = [
    parsePage({
      url: "pump/start.md",
      markdown: "Press the *green* button.\n\nWait for\nsteam.\n\nStand back. And again: stand back.\n",
    }),
    parsePage({ url: "tank.md", markdown: "Open the lower valve.\n\nCall for help.\n" }),
    parsePage({ url: "door.md", markdown: "Call for help.\n\nLock the door with two turns.\n" }),
  ];
  const row = (
    question: string,
    evidence: string | string[],
    more: Partial<ImportedRow> = {},
  ): ImportedRow => {
    return { place: "line 1", question, evidence: [evidence].flat(), ...more };
  };
  const place = (...rows: ImportedRow[]) => placeRows(rows, pages, []);

  it("finds the page by the evidence and takes the quote from its source", () => {
    assert.deepEqual(
      place(row("how to start?", "press the *green* button."), row("then?", "Wait for steam.")),
      {
        items: [
          {
            id: "pump-001",
            question: "how to start?",
            url: "pump/start.md",
            type: "untyped",
            answer_quote: "Press the *green* button.",
          },
          {
            id: "pump-002",
            question: "then?",
            url: "pump/start.md",
            type: "untyped",
            answer_quote: "Wait for\nsteam.",
          },
        ],
        problems: [],
        known: 0,
      },
    );
  });

  it("wants all of an item's evidence on one page", () => {
    const [item] = place(row("how?", ["Press the *green* button.", "Wait for steam."])).items;
    assert.deepEqual(item.answer_quotes, ["Press the *green* button.", "Wait for\nsteam."]);
    const { items, problems } = place(row("how?", ["Press the *green* button.", "Open the lower valve."]));
    assert.deepEqual(items, []);
    assert.match(problems[0].what, /no page holds all of them/);
  });

  it("answers evidence that is nowhere with the closest text and its page", () => {
    const { items, problems } = place(row("how?", "Press the green button"));
    assert.deepEqual(items, []);
    assert.equal(problems[0].severity, "error");
    assert.match(problems[0].what, /is not on any of 3 pages; the closest text is on pump\/start\.md/);
    assert.equal(problems[0].closest, "Press the *green* button");
    assert.match(place(row("how?", "zzzz qqqq xxxx")).problems[0].what, /nothing comes close/);
  });

  it("names the pages of evidence that is on several, and takes the row's word for which", () => {
    const { items, problems } = place(row("whom?", "Call for help."));
    assert.deepEqual(items, []);
    assert.match(problems[0].what, /is on 2 pages, tank\.md, door\.md; name the page in url/);
    assert.equal(place(row("whom?", "Call for help.", { url: "door.md" })).items[0].url, "door.md");
    assert.match(
      place(row("whom?", "Call for help.", { url: "x.md" })).problems[0].what,
      /"x\.md" is not a page/,
    );
    assert.match(
      place(row("whom?", "Open the lower valve.", { url: "door.md" })).problems[0].what,
      /is not on door\.md/,
    );
  });

  it("takes evidence that occurs twice on its page, with a warning that says where", () => {
    const { items, problems } = place(row("where to?", "stand back."));
    assert.equal(items.length, 1);
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ["warning"],
    );
    assert.match(problems[0].what, /occurs 2 times on pump\/start\.md, at 44, 67/);
  });

  it("makes up ids that nothing else has, and refuses one that is taken", () => {
    const existing = [{ id: "pump-001", question: "old", url: "tank.md", type: "t", answer_quote: "x" }];
    const rows = [
      row("a", "Wait for steam."),
      row("b", "Wait for steam.", { id: "pump-002" }),
      row("c", "Wait for steam.", { id: "pump-001" }),
      row("d", [], { type: "fact" }),
    ];
    const { items, problems } = placeRows(rows, pages, existing);
    assert.deepEqual(
      items.map(({ id, type }) => [id, type]),
      [
        ["pump-003", "untyped"],
        ["pump-002", "untyped"],
        ["q-001", "fact"],
      ],
    );
    assert.match(problems[0].what, /"pump-001" is used by another question/);
  });

  it("adds nothing twice, however the row or the answer changed since", () => {
    const rows = [row("how to start?", "Press the *green* button."), row("open?", []), row("open?", [])];
    const first = placeRows(rows, pages, []);
    assert.deepEqual([first.items.length, first.known], [2, 1]);
    const answered = [
      first.items[0],
      { ...first.items[1], url: "tank.md", answer_quote: "Open the lower valve." },
    ];
    const again = placeRows(rows, pages, answered);
    assert.deepEqual([again.items.length, again.known], [0, 3]);
  });
});

describe("withItems", () => {
  const added = [{ id: "n", question: "new?" }];

  it("adds at the end, as the last item is written, and keeps the rest", () => {
    const text = '[\n  {\n    "id":   "a"\n  }\n]\n';
    assert.equal(
      withItems(text, added),
      '[\n  {\n    "id":   "a"\n  },\n  {\n    "id": "n",\n    "question": "new?"\n  }\n]\n',
    );
    assert.equal(withItems('[{"id":"a"}]', added), '[{"id":"a"}, {"id":"n","question":"new?"}]');
  });

  it("begins a set that is empty or isn't there, and refuses what isn't one", () => {
    const begun = '[\n  {\n    "id": "n",\n    "question": "new?"\n  }\n]\n';
    assert.equal(withItems("", added), begun);
    assert.equal(withItems("[]\n", added), begun);
    assert.throws(() => withItems("{}", added), /JSON array/);
  });
});

describe("itemsAsWritten", () => {
  it("are those that can be used and those without quotes, in the file's order", () => {
    const whole = { id: "a", question: "q", url: "p.md", type: "t", answer_quote: "x" };
    assert.deepEqual(
      itemsAsWritten([{ id: "open", question: "q?", type: "t" }, whole, { id: "bad", type: "t" }]),
      [{ id: "open", question: "q?", type: "t" }, whole],
    );
    assert.deepEqual(itemsAsWritten(null), []);
  });

  it("are imported as they were exported", () => {
    const { rows } = readRows('{"q": "how?", "evidence": "Open it."}', "jsonl");
    const pages = [parsePage({ url: "a.md", markdown: "Open it.\n" })];
    const { items } = placeRows(rows, pages, []);
    assert.deepEqual(itemsAsWritten(JSON.parse(withItems("", items))), items);
  });
});
