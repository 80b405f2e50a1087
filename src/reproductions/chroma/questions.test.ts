import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readQuestions } from "./questions.js";

const pages = [{ url: "kiln.md", markdown: 'Say "go", then wait.\nShut the lid.' }];
const csv = (references: unknown, corpus = "kiln"): string => {
  const json = JSON.stringify(references).replaceAll('"', '""');
  return `question,references,corpus_id\n"When, and ""how""?","${json}",${corpus}\n`;
};

describe("readQuestions", () => {
  it("reads quoted questions and excerpts with quotes in them", () => {
    const references = [
      { content: 'Say "go"', start_index: 0, end_index: 8 },
      { content: "Shut the lid.", start_index: 21, end_index: 34 },
    ];
    assert.deepEqual(readQuestions(csv(references), pages), [
      {
        question: 'When, and "how"?',
        page: "kiln.md",
        excerpts: [
          { start: 0, end: 8 },
          { start: 21, end: 34 },
        ],
      },
    ]);
  });

  it("refuses an excerpt that isn't the text at its place, and a corpus that isn't there", () => {
    const moved = [{ content: "Shut the lid.", start_index: 20, end_index: 33 }];
    assert.throws(
      () => readQuestions(csv(moved), pages),
      /line 2: references: kiln\.md has another text at 20…33/,
    );
    const found = [{ content: "Say", start_index: 0, end_index: 3 }];
    assert.throws(
      () => readQuestions(csv(found, "oven"), pages),
      /corpus_id oven: there is no page oven\.md/,
    );
    assert.throws(() => readQuestions(csv([]), pages), /line 2/);
  });
});
