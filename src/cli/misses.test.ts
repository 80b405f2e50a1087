import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { projectFolder } from "../testing/shared.js";

const program = path.join(projectFolder, "dist/cli.js");
let folder = "";
let home = "";

const pages = {
  "barge.md":
    "# The barge\n\nIt is a vessel like any other that floats.\n\nPaint the hull every spring, in fair weather.\n",
  "sold.md": "A barge was sold in spring.\n",
  "hull.md": "The hull of it.\n",
  "reef.md": "# Reef\n\n1. Ease the sheet a little.\n2. Lower the halyard a bit.\n3. Tie the reef knots.\n",
};
const questions = [
  {
    id: "hull",
    question: "barge hull in spring",
    url: "barge.md",
    type: "fact",
    answer_quote: "Paint the hull every spring",
  },
  {
    ...{ id: "reef", question: "how to reef", url: "reef.md", type: "procedure" },
    answer_quotes: ["Ease the sheet a little.", "Tie the reef knots."],
  },
];
const config = {
  name: "ships",
  corpus: { folder: "pages" },
  retrievers: ["bm25"],
  metrics: ["hit@1", "split"],
  primary: { metric: "hit@1" },
  arms: [
    { name: "bare", strategy: "paragraph", max_chars: 60 },
    { name: "with path", strategy: "paragraph", max_chars: 90, path: "breadcrumb" },
  ],
  statistics: { resamples: 99 },
};

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-misses-"));
  home = path.join(folder, "data", "ships");
  await mkdir(path.join(home, "pages"), { recursive: true });
  for (const [name, text] of Object.entries(pages)) await writeFile(path.join(home, "pages", name), text);
  await writeFile(path.join(home, "study.json"), JSON.stringify(config));
  await writeFile(path.join(home, "test_set.json"), JSON.stringify(questions));
});
after(() => rm(folder, { recursive: true, force: true }));

function seamlab(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

const read = (...parts: string[]): Promise<string> => readFile(path.join(folder, ...parts), "utf8");

describe("seamlab misses", () => {
  it("prints the loss by reason, the tags, then each miss with its place, reason, first chunks and tags", () => {
    const { code, out, err } = seamlab("misses", "data/ships");
    assert.equal(code, 0, err);
    assert.match(out, /^why bm25 missed \(hit@1\)$/m);
    assert.match(out, /^bare +2 +2 +0 +1 +0 +1 +0$/m);
    assert.match(out, /^with path +2 +0 +0 +0 +0 +0 +0$/m);
    assert.match(out, /^arm +missed .*broken procedure/m);
    assert.match(
      out,
      /^hull · fact · bare · bm25\n {2}barge hull in spring\n {2}“Paint the hull every spring”\n {4}barge\.md › The barge, line 5, characters \d+–\d+$/m,
    );
    assert.match(out, /^ {2}lacking context: its chunk is ranked 2; found with its path \(rank 1\)/m);
    assert.match(out, /^ {2}1\. sold\.md::0\n {5}A barge was sold in spring\.$/m);
    assert.match(out, /^ {2}found by with path$/m);
    assert.match(
      out,
      /^ {2}covered: its passages are cut from one another at character \d+, through a list; /m,
    );
    assert.match(out, /^ {2}broken_procedure: cut at \d+, after step 1 of 3$/m);
  });

  it("shows those that are asked for, and says what isn't known", () => {
    assert.match(seamlab("misses", "data/ships", "--limit", "1").err, /not shown: 1 of 2/);
    const reef = seamlab("misses", "data/ships", "--question", "reef", "--arm", "bare", "--retriever", "all");
    assert.ok(reef.out.includes("reef · ") && !reef.out.includes("hull · "));
    const tagged = seamlab("misses", "data/ships", "--tag", "lost_context");
    assert.ok(tagged.out.includes("hull · ") && !tagged.out.includes("reef · "));
    for (const [option, value, message] of [
      ["--arm", "bear", /--arm: no "bear"; did you mean "bare"\?/],
      ["--tag", "lost_contex", /--tag: no "lost_contex"; did you mean "lost_context"\?/],
      ["--question", "haul", /--question: no "haul"; did you mean "hull"\?/],
      ["--retriever", "dense", /--retriever: no "dense"; known are bm25, all/],
      ["--limit", "x", /--limit: "x" is not a whole number/],
    ] as const) {
      const wrong = seamlab("misses", "data/ships", option, value);
      assert.equal(wrong.code, 2, wrong.err);
      assert.match(wrong.err, message);
    }
  });

  it("keeps a person's word in every later run", async () => {
    const asked = seamlab("misses", "data/ships", "--write-review", "--limit", "0");
    assert.match(asked.err, /rows added to .*review\.csv/);
    const review = await read("data/ships/review.csv");
    await writeFile(
      path.join(home, "review.csv"),
      review.replace("lost_context,,", "lost_context,rejected,"),
    );
    assert.equal(seamlab("run", "data/ships", "--quiet").code, 0);
    const row = (await read("results/ships/misses.csv"))
      .split("\n")
      .find((line) => line.includes("bare,hull,"));
    const [, suggested, tags] = /,([^,]*),([^,]*),("[^"]*(?:""[^"]*)*"|[^,]*)$/.exec(row ?? "") ?? [];
    assert.ok(suggested.includes("lost_context") && !tags.includes("lost_context"), row);
    assert.match(await read("results/ships/table.md"), /lacking context/);
    assert.match(await read("results/ships/losses.csv"), /^bm25,bare,hit@1,2,2,0,1,0,1,0$/m);
    assert.match(seamlab("run", "data/ships").err, /equal to the earlier results/);
    await writeFile(path.join(home, "review.csv"), review.replace("lost_context,,", "lost_contexts,,"));
    const wrong = seamlab("misses", "data/ships");
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.err,
      /review\.csv:\n {2}line \d+: tag: "lost_contexts" isn't known; did you mean "lost_context"/,
    );
    const run = seamlab("run", "data/ships");
    assert.equal(run.code, 1);
    assert.match(run.err, /"lost_contexts" isn't known/);
    assert.doesNotMatch(run.err, /cutting the pages/, "found before anything is done");
    await rm(path.join(home, "review.csv"));
  });

  it("measures remedies, and says that they are explored", async () => {
    const more = { ...questions[0], id: "hull-2", question: "hull barge spring" };
    await writeFile(path.join(home, "test_set.json"), JSON.stringify([...questions, more]));
    const { code, out, err } = seamlab("misses", "data/ships", "--remedies", "--limit", "0");
    assert.equal(code, 0, err);
    assert.match(out, /^remedies of common tags \(hit@1, bm25\)$/m);
    assert.match(out, /^bare +lost context +2 of 3 missed +with path +2 +2 +0 /m);
    assert.match(out, /Explored, not claimed: /);
    assert.match(
      await read("results/ships/remedies.csv"),
      /^lost_context,bare,"bare, with path",bm25,hit@1,3,2,2,3,/m,
    );
    const changed = seamlab("run", "data/ships");
    assert.match(changed.err, /different from the earlier results/);
    assert.match(changed.err, /remedies\.csv was of other results and is removed/);
    await assert.rejects(read("results/ships/remedies.csv"), /ENOENT/);
  });

  it("keeps remedies as long as the results are those that they were measured on, whatever is committed", async () => {
    const git = (...args: string[]): void => {
      const name = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.com"];
      assert.equal(spawnSync("git", [...name, ...args], { cwd: folder }).status, 0, args.join(" "));
    };
    const remedies = (): Promise<string> => read("results/ships/remedies.csv");
    git("init", "-q");
    git("add", "results");
    git("commit", "-qm", "results");
    const third = { ...questions[0], id: "hull-3", question: "barge spring hull" };
    await writeFile(path.join(home, "test_set.json"), JSON.stringify([...questions, third]));
    assert.equal(seamlab("run", "data/ships", "--quiet").code, 0);
    assert.equal(seamlab("misses", "data/ships", "--remedies", "--limit", "0").code, 0);
    const measured = await remedies();
    const again = seamlab("run", "data/ships");
    assert.match(again.err, /different from the committed results/);
    assert.equal(await remedies(), measured, "the same results as those that it was measured on");
    const more = { ...questions[0], id: "hull-2", question: "hull barge spring" };
    await writeFile(path.join(home, "test_set.json"), JSON.stringify([...questions, more]));
    const back = seamlab("run", "data/ships");
    assert.match(back.err, /equal to the committed results/);
    await assert.rejects(remedies(), /ENOENT/, "it was of the results in between");
  });

  it("reviews what can be searched without a model, and says what is missing", async () => {
    const without = { ...config, retrievers: ["bm25", "dense"], embedder: { model: "./no-such-model" } };
    await writeFile(path.join(home, "study.json"), JSON.stringify(without));
    const { code, out, err } = seamlab("misses", "data/ships", "--limit", "0");
    await writeFile(path.join(home, "study.json"), JSON.stringify(config));
    assert.equal(code, 1);
    assert.match(out, /^why bm25 missed/m);
    assert.match(err, /not everything was reviewed:\n.*no-such-model/);
  });
});
