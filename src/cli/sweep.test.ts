import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { projectFolder } from "../testing/shared.js";

const program = path.join(projectFolder, "dist/cli.js");
const cache = path.resolve(process.env.SEAMLAB_CACHE ?? path.join(projectFolder, ".cache"));
let folder: string;

/** Sixteen pages of prose that no other test has, two questions on each. */
async function writeStudy(home: string, stamp: string): Promise<void> {
  await mkdir(path.join(home, "docs"), { recursive: true });
  const parts = ["belt", "shaft", "valve", "lamp", "crank", "spring", "gasket", "bolt"];
  const items: object[] = [];
  for (let page = 0; page < 16; page++) {
    const sentences = Array.from({ length: 24 }, (_, i) => {
      const part = parts[(page * 3 + (i >> 2)) % parts.length];
      return `On machine ${page} of ${stamp} the ${part} number ${i} is turned ${(page * 7 + i * 5) % 31} times.`;
    });
    const text = `# Machine ${page}\n\n${sentences.slice(0, 12).join(" ")}\n\n## Service\n\n${sentences.slice(12).join(" ")}\n`;
    await writeFile(path.join(home, "docs", `m${page}.md`), text);
    for (const i of [3, 17]) {
      const question = `how often is part ${i} of machine ${page} turned`;
      items.push({
        id: `q${page}-${i}`,
        question,
        url: `m${page}.md`,
        type: i === 3 ? "early" : "late",
        answer_quote: sentences[i],
      });
    }
  }
  const study = {
    name: "machines",
    corpus: { folder: "docs" },
    metrics: ["hit@5", "hit@800c", "chars@5"],
    retrievers: ["bm25", "dense"],
    primary: { metric: "hit@800c" },
    arms: [
      { name: "semantic", strategy: "semantic", break_pct: 0.2, min_chars: 100, max_chars: 600 },
      { name: "fixed", strategy: "fixed", size: 400, overlap: 0 },
    ],
    sweep: {
      strategy: ["semantic", "fixed"],
      ...{ break_pct: [0.1, 0.2], max_chars: [400, 600], size: [200, 400], overlap: [0, "10%"], repeats: 5 },
    },
    statistics: { resamples: 299 },
  };
  await writeFile(path.join(home, "study.json"), JSON.stringify(study));
  await writeFile(path.join(home, "test_set.json"), JSON.stringify(items));
}

function start(args: readonly string[], vectors: string) {
  const env = { ...process.env, SEAMLAB_CACHE: vectors };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended, errSoFar: () => err };
}

/** A cache of its own, with the model but without vectors. */
async function freshCache(name: string): Promise<string> {
  const fresh = path.join(folder, name);
  await cp(path.join(cache, "models"), path.join(fresh, "models"), { recursive: true });
  return fresh;
}

async function committed(results: string): Promise<Map<string, string>> {
  const names = (await readdir(results)).filter((name) => name.startsWith("sweep")).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(results, name), "utf8")));
  return new Map(names.map((name, i) => [name, texts[i]]));
}

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-sweep-"));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("seamlab sweep", () => {
  it("killed in the middle and started again, ends in the bytes of an uninterrupted one; again, embeds nothing", async () => {
    await writeStudy(path.join(folder, "machines"), String(Date.now()));
    const whole = await start(["sweep", "machines", "--results", "whole"], await freshCache("a")).ended;
    assert.equal(whole.code, 0, whole.err);
    assert.match(whole.err, /semantic: 4 cells \(break_pct 0\.1, 0\.2; max_chars 400, 600\)/);
    assert.match(whole.err, /default: semantic, break_pct 0\.2, max_chars 600/);
    assert.match(whole.err, /left out: semantic: size \(semantic doesn't take it\)/);
    assert.match(
      whole.err,
      /units of all limits: [\d,]+ distinct texts, 0 known; [\d,]+ texts of [\d,]+ characters to embed, about /,
    );
    assert.match(whole.err, /texts? had to be embedded/);

    const vectors = await freshCache("b");
    const killed = start(["sweep", "machines", "--results", "resumed"], vectors);
    const deadline = Date.now() + 120_000;
    while (!/^ {2}\.\d\d {2}semantic/m.test(killed.errSoFar()) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
    killed.child.kill("SIGKILL");
    await killed.ended;
    assert.deepEqual(
      [...(await committed(path.join(folder, "resumed"))).keys()],
      [],
      "nothing is written before the end",
    );
    const resumed = await start(["sweep", "machines", "--results", "resumed"], vectors).ended;
    assert.equal(resumed.code, 0, resumed.err);
    const [first, second] = [
      await committed(path.join(folder, "whole")),
      await committed(path.join(folder, "resumed")),
    ];
    assert.ok(first.has("sweep.csv") && first.has("sweep.md") && first.has("sweep_scores.csv"));
    assert.deepEqual(second, first);
    const embedded = (text: string): number =>
      Number(/([\d,]+) texts? had to be embedded/.exec(text)?.[1].replaceAll(",", ""));
    assert.ok(embedded(resumed.err) < embedded(whole.err), "what was embedded before the kill is kept");

    const again = await start(["sweep", "machines", "--results", "whole"], path.join(folder, "a")).ended;
    assert.equal(again.code, 0, again.err);
    assert.match(again.err, /nothing had to be embedded\nequal to the earlier results/);
    assert.equal(again.out, whole.out);
  });

  it("shows the choice, the cells, the sizes at equal context, and says what it embedded", async () => {
    const text = await readFile(path.join(folder, "whole/sweep.md"), "utf8");
    const ended = await start(["sweep", "machines", "--results", "whole", "--quiet"], path.join(folder, "a"))
      .ended;
    const { out } = ended;
    assert.match(out, /^tuning on hit@800c, dense\n/);
    assert.match(out, /chosen on some pages, scored on others +\.\d\d \[/);
    assert.match(out, /sizes at 400 characters, dense/);
    assert.match(out, /strategy +size +overlap +break_pct +k +hit@k +characters +hit@400c/);
    assert.match(
      out,
      /semantic: 4 cells embedded as [\d,]+ characters; every cell anew would be [\d,]+ \(\d+ %\)/,
    );
    assert.equal(
      text.match(/Tuning pays:|Tuning doesn't pay here:|Whether tuning pays can't be told/g)?.length,
      2,
    );
    // Two windows of 200 are 400 characters, one of 400 as well: what they really have stands beside.
    const sizes = (await readFile(path.join(folder, "whole/table-sweep-sizes.csv"), "utf8"))
      .trim()
      .split("\n");
    assert.equal(sizes.length, 1 + 4 + 2);
    const figures = await readdir(path.join(folder, "whole/figures"));
    for (const name of ["sweep-semantic-lines.svg", "sweep-semantic-map.svg", "sweep-fixed-cost.svg"])
      assert.ok(figures.includes(name), name);
  });

  it("is said by a run to be of other questions, when they have changed since", async () => {
    const results = ["machines", "--results", "whole", "--quiet"];
    const before = await start(["run", ...results], path.join(folder, "a")).ended;
    assert.equal(before.code, 0, before.err);
    assert.doesNotMatch(before.err, /the sweep there/);
    assert.match(await readFile(path.join(folder, "whole/report.html"), "utf8"), /<section id="tuning"/);
    const file = path.join(folder, "machines/test_set.json");
    const items = await readFile(file, "utf8");
    await writeFile(file, items.replace("how often is part 3 of", "how many turns has part 3 of"));
    const after = await start(["run", ...results], path.join(folder, "a")).ended;
    assert.match(
      after.err,
      /the sweep there is of other questions and left out of the report; npx seamlab sweep/,
    );
    assert.doesNotMatch(
      await readFile(path.join(folder, "whole/report.html"), "utf8"),
      /<section id="tuning"/,
    );
    await writeFile(file, items);
  });

  it("refuses a study without a sweep, and one whose parameter is misspelt", async () => {
    const home = path.join(folder, "machines");
    const file = path.join(home, "study.json");
    const before = await readFile(file, "utf8");
    const { sweep, ...rest } = JSON.parse(before);
    await writeFile(file, JSON.stringify(rest));
    const none = await start(["sweep", "machines"], cache).ended;
    assert.equal(none.code, 1);
    assert.match(none.err, /has no "sweep"; add lists of what to try/);
    await writeFile(file, JSON.stringify({ ...rest, sweep: { ...sweep, max_char: [400] } }));
    const misspelt = await start(["sweep", "machines"], cache).ended;
    assert.equal(misspelt.code, 1);
    assert.match(misspelt.err, /unknown parameter "max_char"; did you mean "max_chars"\?/);
    await writeFile(file, before);
  });
});
