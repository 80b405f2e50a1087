import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "node:test";
import { exportQuestions, importQuestions } from "./exchange.js";
import { openSet, testSetOf, withStudy } from "./exchange-fixture.js";

const { signal } = new AbortController();

describe("seamlab import and export", () => {
  it("adds what can be placed, leaves out the rest, and adds nothing twice", () =>
    withStudy(null, async (folder) => {
      const file = path.join(folder, "questions.jsonl");
      const lines = [
        { q: "which button?", evidence: "press the green button." },
        { q: "what then?", evidence: "Wait for steam." },
        { q: "which valve?", evidence: "Open the upper valve." },
      ];
      await writeFile(file, lines.map((line) => JSON.stringify(line)).join("\n"));
      assert.equal(await importQuestions.run([folder, file], { "dry-run": true }, signal), 1);
      await assert.rejects(testSetOf(folder), /ENOENT/);
      assert.equal(await importQuestions.run([folder, file], { type: "fact" }, signal), 1);
      const first = await testSetOf(folder);
      assert.deepEqual(JSON.parse(first), [
        {
          id: "pump-001",
          question: "which button?",
          url: "pump.md",
          type: "fact",
          answer_quote: "Press the green button.",
        },
      ]);
      await writeFile(file, JSON.stringify(lines[0]));
      assert.equal(await importQuestions.run([folder, file], {}, signal), 0);
      assert.equal(await testSetOf(folder), first);
    }));

  it("exports what it can import again", () =>
    withStudy(openSet, async (folder) => {
      for (const format of ["jsonl", "csv", "json"]) {
        const out = path.join(folder, `out.${format}`);
        assert.equal(await exportQuestions.run([folder], { format, out }, signal), 0);
        await withStudy(null, async (other) => {
          assert.equal(await importQuestions.run([other, out], {}, signal), 0);
          assert.deepEqual(JSON.parse(await testSetOf(other)), JSON.parse(openSet));
        });
      }
    }));

  it("refuses unknown formats and files, naming them", () =>
    withStudy(openSet, async (folder) => {
      await assert.rejects(
        exportQuestions.run([folder], { format: "xml" }, signal),
        /"xml" is not one of jsonl, csv/,
      );
      await assert.rejects(
        importQuestions.run([folder, "q.txt"], {}, signal),
        /q\.txt: its name has to end in/,
      );
      await assert.rejects(
        importQuestions.run([folder, "none.json"], {}, signal),
        /none\.json can't be read/,
      );
      await assert.rejects(
        exportQuestions.run([folder], { format: "trec" }, signal),
        /manifest\.json can't be read; run the study first/,
      );
    }));
});
