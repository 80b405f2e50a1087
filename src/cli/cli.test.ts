import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { kilnDocs as docs, kilnQuestions as questions } from "../testing/kiln.js";
import { projectFolder } from "../testing/shared.js";

/** The command as a user runs it, in a process of its own. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const program = path.join(projectFolder, "dist/cli.js");
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-cli-"));
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

function start(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, ...env } });
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const ended = once(child, "close").then(([code]): Ended => ({ code: code as number | null, out, err }));
  return { child, ended, errSoFar: () => err };
}

const seamlab = (...args: string[]): Promise<Ended> => start(args).ended;

async function writeDocs(name: string): Promise<string> {
  for (const [file, text] of Object.entries(docs)) {
    await mkdir(path.dirname(path.join(folder, name, file)), { recursive: true });
    await writeFile(path.join(folder, name, file), text);
  }
  return path.join(folder, name);
}

/** A study in the temporary folder, with what is to be different about it. */
async function study(name: string, more: object = {}, items: readonly object[] = questions): Promise<string> {
  await writeDocs("docs");
  const home = path.join(folder, "data", name);
  await mkdir(home, { recursive: true });
  await writeFile(
    path.join(home, "study.json"),
    JSON.stringify({ name, corpus: { folder: "../../docs" }, ...more }),
  );
  await writeFile(path.join(home, "test_set.json"), JSON.stringify(items));
  return home;
}

describe("seamlab", () => {
  it("lists its commands, explains each, and ends with 2 on wrong use", async () => {
    const help = await seamlab("--help");
    assert.equal(help.code, 0);
    for (const name of ["run", "init", "check", "freeze"]) {
      assert.match(help.out, new RegExp(`^  ${name} `, "m"));
      const own = await seamlab(name, "--help");
      assert.equal(own.code, 0);
      assert.match(own.out, new RegExp(`^Usage: npx seamlab ${name}`));
    }
    assert.match((await seamlab("--version")).out, /^\d+\.\d+\.\d+\n$/);
    assert.deepEqual((await seamlab()).code, 2);
    for (const [args, message] of [
      [["rum"], /unknown command: rum/],
      [["run"], /name the study's folder/],
      [["run", "a", "b"], /one argument is taken, not 2/],
      [["run", "a", "--result", "x"], /--result/],
    ] as const) {
      const ended = await seamlab(...args);
      assert.equal(ended.code, 2, args.join(" "));
      assert.match(ended.err, message);
    }
  });
});

describe("a folder of one's own Markdown", () => {
  it("gives a study with real quotes, then a table from five questions, and the same again without embedding", async () => {
    await writeDocs("handbook");
    const init = await seamlab("init", "handbook");
    assert.equal(init.code, 0, init.err);
    assert.match(init.err, /npx seamlab run data\/handbook/);
    const starter = JSON.parse(await readFile(path.join(folder, "data/handbook/test_set.json"), "utf8"));
    assert.equal(starter.length, 3);
    for (const { url, answer_quote } of starter) assert.ok(docs[url].includes(answer_quote), answer_quote);
    const checked = await seamlab("check", "data/handbook");
    assert.equal(checked.code, 0, checked.out);
    assert.match(checked.out, /3 warnings\n(.*still the starter's.*\n){3}/);
    assert.equal((await seamlab("init", "handbook")).code, 1, "nothing is overwritten");

    await writeFile(path.join(folder, "data/handbook/test_set.json"), JSON.stringify(questions));
    const first = await seamlab("run", "data/handbook");
    assert.equal(first.code, 0, first.err);
    assert.match(first.out, /^arm +chunks +chars +hit@1 +hit@5/m);
    assert.match(first.out, /^hybrid \+ path .*\d\/5 n\.e\./m);
    const results = path.join(folder, "results/handbook");
    const read = (name: string): Promise<string> => readFile(path.join(results, name), "utf8");
    const before = await Promise.all(["scores.csv", "summary.csv", "paired.csv"].map(read));
    const second = await seamlab("run", "data/handbook");
    assert.match(second.err, /nothing had to be embedded/);
    assert.match(second.err, /equal to the earlier results/);
    assert.deepEqual(await Promise.all(["scores.csv", "summary.csv", "paired.csv"].map(read)), before);
    assert.equal(second.out, first.out);
    assert.match(await read("table.md"), /\| hybrid \+ path \|/);
  });
});

describe("what is wrong with a study is told before anything is embedded", () => {
  const cases: readonly [string, object, readonly object[], readonly RegExp[]][] = [
    [
      "misspelt key",
      { metrix: [] },
      questions,
      [/study\.json/, /unknown key "metrix"; did you mean "metrics"/],
    ],
    [
      "wrong quote",
      {},
      [{ ...questions[0], answer_quote: "A full firing takes eight hours." }],
      [
        /q1: answer_quote: "A full firing takes eight hours\." is not on start\.md/,
        /closest text there: "A full firing takes nine hours\."/,
      ],
    ],
    [
      "unknown type",
      { types: ["fact"] },
      questions,
      [/q3: type: "table" is not one of the study's types fact/, /q4: type: "procedure"/],
    ],
    ["duplicate id", {}, [questions[0], questions[0]], [/q1: id: "q1" is used by an earlier item/]],
    [
      "missing page",
      {},
      [{ ...questions[0], url: "begin.md" }],
      [/q1: url: "begin\.md" is not a page of the corpus/],
    ],
    ["unknown field", {}, [{ ...questions[0], answer_qoute: "x" }], [/q1: unknown field answer_qoute/]],
    [
      "no such parameter",
      { arms: [{ name: "a", strategy: "heading", max_char: 9 }] },
      questions,
      [/arm "a": max_char: 9 is not a parameter of heading/],
    ],
  ];
  for (const [name, more, items, messages] of cases) {
    it(name, async () => {
      const home = await study(name.replaceAll(" ", "-"), more, items);
      const ended = await seamlab("run", home);
      assert.equal(ended.code, 1, ended.err);
      for (const message of messages) assert.match(ended.err, message);
      assert.doesNotMatch(ended.err, /^ +at /m, "no stack");
      assert.equal(ended.out, "");
    });
  }

  it("a page of the lock that changed", async () => {
    const home = await study("changed-page");
    assert.equal((await seamlab("check", home)).code, 0);
    const file = path.join(home, "corpus.json");
    await writeFile(file, (await readFile(file, "utf8")).replace("nine hours", "ten hours"));
    const ended = await seamlab("run", home);
    assert.equal(ended.code, 1);
    assert.match(ended.err, /start\.md changed/);
    assert.match(ended.err, /seamlab freeze/);
  });

  it("a results folder that can't be written", async () => {
    const home = await study("read-only");
    await writeFile(path.join(folder, "a-file"), "");
    const ended = await seamlab("run", home, "--results", path.join(folder, "a-file/results"));
    assert.equal(ended.code, 1);
    assert.match(ended.err, /results can't be written to .*a-file\/results/);
    assert.match(ended.err, /--results/);
    if (process.getuid?.() === 0) return; // permissions don't bind root
    await mkdir(path.join(folder, "locked"));
    await chmod(path.join(folder, "locked"), 0o500);
    assert.match(
      (await seamlab("run", home, "--results", path.join(folder, "locked"))).err,
      /can't be written/,
    );
  });

  it("a strategy of the user's whose chunks leave something out", async () => {
    const home = await study("own", {
      arms: [{ name: "mine", strategy: "./mine.mjs" }],
      retrievers: ["bm25"],
      primary: { retriever: "bm25" },
    });
    await writeFile(
      path.join(home, "mine.mjs"),
      "export const strategy = { chunk: (page) => [{ start: page.content.start, end: page.content.end - 9 }] };",
    );
    const ended = await seamlab("run", home);
    assert.equal(ended.code, 1);
    assert.match(
      ended.err,
      /arm "mine", strategy \.\/mine\.mjs: its chunks can't be used\n +faults\/cracks\.md: no chunk holds the text at/,
    );
  });
});

describe("a budget that no answer fits", () => {
  it("is told before anything is scored", async () => {
    const home = await study("budget", { metrics: ["hit@20c", "hit@5"], primary: { metric: "hit@20c" } });
    const checked = await seamlab("check", home);
    assert.match(
      checked.out,
      /q4: its answer reaches over \d+ characters, so that no chunking can find it with hit@20c/,
    );
    assert.doesNotMatch(checked.out, /q3: its answer/);
  });
});

describe("without a model", () => {
  it("what needs none is scored, the rest is told, and nothing is written", async () => {
    const home = await study("no-model", { embedder: { model: "no-such-model" } });
    const ended = await seamlab("run", home);
    assert.equal(ended.code, 1);
    assert.match(ended.out, /bm25: all questions/);
    assert.match(ended.out, /^heading \+ path /m);
    assert.doesNotMatch(ended.out, /^semantic/m);
    assert.match(ended.err, /no-such-model/);
    assert.match(ended.err, /nothing was written/);
    await assert.rejects(readFile(path.join(folder, "results/no-model/summary.csv")));
  });

  it("a study that needs none runs to its end", async () => {
    const home = await study("bm25-only", {
      embedder: { model: "no-such-model" },
      retrievers: ["bm25"],
      primary: { retriever: "bm25" },
      arms: [
        { name: "heading", strategy: "heading" },
        { name: "fixed", strategy: "fixed" },
      ],
    });
    const ended = await seamlab("run", home);
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /^heading /m);
  });
});

describe("an interrupted run", () => {
  it("keeps what was embedded, writes no results, and goes on from there", async () => {
    const home = await study("interrupted");
    // Enough text, and new in every test run, that there is time to interrupt.
    const pages = Array.from(
      { length: 40 },
      (_, i) =>
        `# Page ${i} of ${Date.now()}\n\n${Array.from({ length: 30 }, (_, j) => `Sentence ${j} of page ${i} is about part ${(i * 31 + j * 17) % 97}.`).join(" ")}\n`,
    );
    for (const [i, text] of pages.entries())
      await writeFile(path.join(folder, "docs", `extra-${i}.md`), text);
    const cache = path.join(folder, "cache");
    await cp(
      path.join(process.env.SEAMLAB_CACHE ?? path.join(projectFolder, ".cache"), "models"),
      path.join(cache, "models"),
      { recursive: true },
    );
    const { child, ended, errSoFar } = start(["run", home], { SEAMLAB_CACHE: cache });
    const deadline = Date.now() + 60_000;
    while (!/dense fixed/.test(errSoFar()) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill("SIGINT");
    const stopped = await ended;
    assert.equal(stopped.code, 130, stopped.err);
    assert.match(stopped.err, /stopped; the vectors made so far are kept/);
    await assert.rejects(readFile(path.join(folder, "results/interrupted/summary.csv")));
    const whole = await start(["run", home], { SEAMLAB_CACHE: cache }).ended;
    assert.equal(whole.code, 0, whole.err);
    const embedded = (ended: Ended): number =>
      Number(/([\d,]+) texts were embedded/.exec(ended.err)?.[1].replaceAll(",", ""));
    await rm(path.join(cache, "vectors"), { recursive: true });
    const anew = await start(["run", home], { SEAMLAB_CACHE: cache }).ended;
    assert.ok(embedded(whole) < embedded(anew), "the second run had less to do than one from the beginning");
    assert.match(anew.err, /equal to the earlier results/);
    for (const i of pages.keys()) await rm(path.join(folder, "docs", `extra-${i}.md`));
  });
});
