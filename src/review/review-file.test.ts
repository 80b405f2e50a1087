import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it, type TestContext } from "node:test";
import { type Judgement, judgedTags, placeOf, unjudged } from "./judgement.js";
import { missOf, plantedReview } from "./planted.js";
import { parseReview, withRows } from "./review-csv.js";
import { addRows, readReview, reviewFileOf, writeJudgement } from "./review-file.js";
import type { Tag, TaggedMiss } from "./tag.js";

const study = {
  questions: [{ id: "q" }, { id: "=q2" }],
  arms: [{ name: "whole" }, { name: "small" }],
  retrievers: ["bm25", "dense"],
};

const pages = { "a.md": "# Notes\n\nIt is tarred.\n", "z.md": "rope colour.\n" };
const items = [{ id: "q", question: "rope colour", url: "a.md", answer_quote: "It is tarred." }];
const arms = [{ name: "whole", strategy: "heading", max_chars: 5000 }];

const header = "question,arm,retriever,tag,verdict,note";

function tagsBy({ miss, suggestions }: TaggedMiss, judgements: readonly Judgement[]): Tag[] {
  return judgedTags(
    placeOf(miss),
    suggestions.map(({ tag }) => tag),
    judgements,
  );
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "seamlab-review-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe("review.csv", () => {
  it("is read where its rows end in different ways, as those of two editors do", () => {
    const csv = `${header}\r\nq,whole,,tiny_section,confirmed,\r\nq,small,,vague_heading,rejected,no\n`;
    const read = parseReview(csv, study, "review.csv");
    assert.deepEqual(
      read.map(({ arm, tag, note }) => [arm, tag, note]),
      [
        ["whole", "tiny_section", ""],
        ["small", "vague_heading", "no"],
      ],
    );
  });

  it("changes what is suggested: rejected goes, added comes, confirmed stays whatever the rules say later", async () => {
    const review = await plantedReview(pages, items, arms);
    const tagged = missOf(review, "q");
    assert.ok(tagged !== undefined);
    assert.deepEqual(tagged.tags, ["tiny_section", "vague_heading", "doubtful_question"]);
    const tags = (...rows: string[]) => tagsBy(tagged, parseReview([header, ...rows].join("\n"), study));
    assert.deepEqual(tags("q,whole,bm25,vague_heading,rejected,fine title"), [
      "tiny_section",
      "doubtful_question",
    ]);
    assert.deepEqual(tags("q,,,giant_section,added,")[0], "giant_section");
    assert.deepEqual(tags("q,,,vague_heading,,not judged yet"), tagged.tags);
    assert.deepEqual(tags("q,small,,vague_heading,rejected,another arm"), tagged.tags);
    const later = tagsBy(
      { ...tagged, suggestions: [] },
      parseReview(`${header}\nq,,,vague_heading,confirmed,`, study),
    );
    assert.deepEqual(later, ["vague_heading"]);
  });

  it("lets the row that names the arm and the retriever come first", async () => {
    const tagged = missOf(await plantedReview(pages, items, arms), "q");
    assert.ok(tagged !== undefined);
    const rows = [
      "q,,,vague_heading,rejected,",
      "q,whole,,vague_heading,confirmed,",
      "q,,bm25,vague_heading,rejected,",
    ];
    assert.ok(tagsBy(tagged, parseReview([header, ...rows].join("\n"), study)).includes("vague_heading"));
    const most = [...rows, "q,whole,bm25,vague_heading,rejected,"];
    assert.ok(!tagsBy(tagged, parseReview([header, ...most].join("\n"), study)).includes("vague_heading"));
  });

  it("names file, line, field, value and the nearest right one", () => {
    const wrong: [string, RegExp][] = [
      [
        "qq,,,vague_heading,added,",
        /review\.csv:\n {2}line 2: question: "qq" isn't known; did you mean "q"\?/,
      ],
      ["q,hole,,vague_heading,added,", /line 2: arm: "hole" isn't known; did you mean "whole"\?/],
      ["q,,dens,vague_heading,added,", /line 2: retriever: "dens" isn't known; did you mean "dense"\?/],
      [
        "q,,,vague_headings,added,",
        /line 2: tag: "vague_headings" isn't known; did you mean "vague_heading"\?/,
      ],
      ["q,,,vague_heading,yes,", /line 2: verdict: "yes" isn't known; known are confirmed, rejected, added/],
      [
        "q,,,vague_heading,,\nq,,,vague_heading,added,",
        /line 3: tag: vague_heading is judged in line 2 as well/,
      ],
    ];
    for (const [row, message] of wrong) assert.throws(() => parseReview(`${header}\n${row}`, study), message);
    assert.throws(
      () => parseReview("question,tag\nq,vague_heading", study),
      /no column arm, retriever, verdict, note\nits columns are question/,
    );
  });

  it("is read as spreadsheets save it, and what they would run as a formula is neither written nor lost", () => {
    const csv = `\ufeffverdict;tag;question;arm;retriever;note\r\nadded;vague_heading;'=q2;;;"a; b"\r\n`;
    const [row] = parseReview(csv, study);
    assert.deepEqual(row, {
      question: "=q2",
      arm: "",
      retriever: "",
      tag: "vague_heading",
      verdict: "added",
      note: "a; b",
    });
    const more = withRows(csv, [{ ...row, tag: "giant_section", note: "+1", evidence: "" }]);
    assert.equal(more, `${csv}added;giant_section;'=q2;;;'+1\r\n`, "its own columns, divided as they are");
    assert.deepEqual(
      parseReview(more, study).map(({ question, note }) => [question, note]),
      [
        ["=q2", "a; b"],
        ["=q2", "+1"],
      ],
    );
  });

  it("gets a row for each suggestion that nobody judged, and keeps every byte that is there", async (t) => {
    const folder = await temporary(t);
    const mine = `${header}\nq , ,,vague_heading,rejected,"my ""own"" words"`;
    await writeFile(reviewFileOf(folder), mine);
    const first = await plantedReview(pages, items, arms, { studyFolder: folder });
    assert.equal(await addRows(folder, unjudged(first.misses, first.judgements)), 2);
    const after = await readFile(reviewFileOf(folder), "utf8");
    assert.ok(after.startsWith(`${mine}\n`));
    assert.deepEqual(
      (await readReview(folder, study)).map(({ tag, verdict }) => [tag, verdict]),
      [
        ["vague_heading", "rejected"],
        ["tiny_section", ""],
        ["doubtful_question", ""],
      ],
    );
    const second = await plantedReview(pages, items, arms, { studyFolder: folder });
    assert.deepEqual(missOf(second, "q")?.tags, ["tiny_section", "doubtful_question"]);
    assert.equal(await addRows(folder, unjudged(second.misses, second.judgements)), 0);
    assert.equal(await readFile(reviewFileOf(folder), "utf8"), after, "nothing to add, nothing changed");
  });

  it("is made where there is none, with evidence to judge by", async (t) => {
    const folder = await temporary(t);
    const review = await plantedReview(pages, items, arms, { studyFolder: folder });
    await addRows(folder, unjudged(review.misses, review.judgements));
    const [head, first] = (await readFile(reviewFileOf(folder), "utf8")).split("\n");
    assert.equal(head, `${header},evidence`);
    assert.equal(first, 'q,whole,,tiny_section,,,"""Notes"": 22 characters"');
  });

  it("takes one judgement at a time: into its row, or a row of its own, nothing else changed", async (t) => {
    const folder = await temporary(t);
    const place = { question: "=q2", arm: "", retriever: "", tag: "vague_heading" } as const;
    await writeJudgement(folder, { ...place, verdict: "added", note: "first" }, study);
    await writeJudgement(folder, { ...place, arm: "whole", verdict: "confirmed", note: "-" }, study);
    await writeJudgement(folder, { ...place, verdict: "rejected", note: "=second" }, study);
    assert.deepEqual(await readReview(folder, study), [
      { ...place, verdict: "rejected", note: "=second" },
      { ...place, arm: "whole", verdict: "confirmed", note: "-" },
    ]);
    const before = await readFile(reviewFileOf(folder), "utf8");
    const wrong = { ...place, question: "q3", verdict: "added", note: "" } as const;
    await assert.rejects(
      writeJudgement(folder, wrong, study),
      /question: "q3" isn't known; did you mean "q"/,
    );
    assert.equal(await readFile(reviewFileOf(folder), "utf8"), before);
  });
});
