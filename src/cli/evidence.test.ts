import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UsageError } from "./command.js";
import { evidence } from "./evidence.js";
import { chosen, parseChoices } from "./evidence-choices.js";
import { EvidenceWriter } from "./evidence-writer.js";
import { openSet, testSetOf, withStudy } from "./exchange-fixture.js";
import { openEditable } from "./exchange-study.js";

const { signal } = new AbortController();

describe("seamlab evidence --choose", () => {
  it("writes the chosen passages and nothing else", () =>
    withStudy(openSet, async (folder) => {
      assert.equal(await evidence.run([folder], { choose: "a=1,b=1+3" }, signal), 0);
      const expected = openSet
        .replace('opened?",\n', 'opened?",\n    "url": "tank.md",\n')
        .replace('"fact"', '"fact",\n    "answer_quote": "Open the lower valve."')
        .replace(
          '"procedure"',
          '"procedure",\n    "answer_quotes": [\n      "Press the green button.",\n      "Mind the steam."\n    ]',
        );
      assert.equal(await testSetOf(folder), expected);
    }));

  it("writes nothing where one of the choices can't be made", () =>
    withStudy(openSet, async (folder) => {
      await assert.rejects(
        evidence.run([folder], { choose: "a=1,b=9" }, signal),
        /b: no passage 9; they go from 1 to 3/,
      );
      await assert.rejects(
        evidence.run([folder], { choose: "done=1" }, signal),
        /"done" is no question without quotes; there are a, b/,
      );
      await assert.rejects(evidence.run([folder], { choose: "a=1", top: "0" }, signal), UsageError);
      assert.equal(await testSetOf(folder), openSet);
    }));
});

describe("EvidenceWriter", () => {
  it("looks on all pages where the page isn't known, says so where it is wrong, and corrects it", () =>
    withStudy('[{"id": "a", "question": "lower valve?", "url": "wrong.md", "type": "t"}]', async (folder) => {
      const writer = new EvidenceWriter(await openEditable(folder, signal));
      const [item] = writer.items;
      assert.match(writer.noteOn(item) ?? "", /"wrong\.md" is not a page/);
      const [best] = writer.candidates(item, 1);
      await writer.write(item, [best]);
      assert.deepEqual(JSON.parse(await testSetOf(folder)), [
        {
          id: "a",
          question: "lower valve?",
          url: "tank.md",
          type: "t",
          answer_quote: "Open the lower valve.",
        },
      ]);
    }));
});

describe("parseChoices", () => {
  it("reads ids and numbers, several where all are needed", () => {
    assert.deepEqual(
      [...parseChoices("a=2, b=x=1+3")],
      [
        ["a", [2]],
        ["b=x", [1, 3]],
      ],
    );
    for (const wrong of ["a", "a=", "a=x", "a=1+", "a=1,a=2"])
      assert.throws(() => parseChoices(wrong), UsageError);
  });
});

describe("chosen", () => {
  const candidate = (page: string, start: number) => {
    return { page, start, end: start + 1, text: "", path: [], words: [], score: 1 };
  };

  it("puts passages in page order, and refuses those of two pages", () => {
    const candidates = [candidate("a.md", 50), candidate("b.md", 1), candidate("a.md", 10)];
    assert.deepEqual(
      chosen("q", [1, 3], candidates).map(({ start }) => start),
      [10, 50],
    );
    assert.throws(() => chosen("q", [1, 2], candidates), /on one page, not a\.md and b\.md/);
    assert.throws(() => chosen("q", [1], []), /no passage 1; there are none/);
  });
});
