import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { projectFolder } from "../testing/shared.js";

const program = path.join(projectFolder, "dist/cli.js");
const committed = path.join(projectFolder, "results/quickstart");
let folder: string;
/** The committed results, the primary endpoint alone: reading is quick then. */
let results: string;
/** How many questions they have. */
let asked: number;
/** A share of them as it is shown: `.26`. */
const of = (lost: number): string => (lost / asked).toFixed(2).slice(1);

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-compare-"));
  results = await changed("results", primaryOnly);
  const scores = await readFile(path.join(results, "scores.csv"), "utf8");
  asked = scores.split("\n").filter((line) => line.startsWith("dense,heading,")).length;
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

function seamlab(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

/** A copy of the committed results as another run might have left them. */
async function changed(name: string, change: (scores: string) => string): Promise<string> {
  const copy = path.join(folder, name);
  for (const file of ["manifest.json", "pages.csv", "questions.csv"])
    await cp(path.join(committed, file), path.join(copy, file));
  const scores = await readFile(path.join(committed, "scores.csv"), "utf8");
  await writeFile(path.join(copy, "scores.csv"), change(scores));
  return copy;
}

const keeping =
  (wanted: RegExp) =>
  (scores: string): string =>
    scores
      .split("\n")
      .filter((line) => wanted.test(line) || line.startsWith("retriever,"))
      .join("\n");
const primaryOnly = keeping(/^dense,.*,hit@3000c,/);

/** The scores of the primary endpoint with the first n questions that an arm found taken from it. */
const losing =
  (arm: string, n: number) =>
  (scores: string): string => {
    let left = n;
    return scores
      .split("\n")
      .map((line) => {
        const isFound = line.startsWith(`dense,${arm},`) && line.endsWith(",hit@3000c,1");
        return isFound && left-- > 0 ? line.replace(/1$/, "0") : line;
      })
      .join("\n");
  };

describe("seamlab compare", () => {
  it("ends with 0 on equal results, and says so", () => {
    const { code, out, err } = seamlab("compare", results, results);
    assert.equal(code, 0, err);
    assert.match(out, /^heading +(\.\d\d) +\1 +\.00 n\.e\..* no loss$/m);
    assert.match(out, /Every question scored as before\./);
    assert.doesNotMatch(err, /differ|unknown/);
  });

  it("ends with 1 on a loss beyond tolerance and noise, and names the questions", async () => {
    const after = await changed("worse", losing("heading", 20));
    const { code, out } = seamlab("compare", results, after);
    assert.equal(code, 1, out);
    assert.match(
      out,
      new RegExp(`^LOSS beyond the tolerance of \\.020 and beyond noise: heading \\(\\${of(20)}\\)$`, "m"),
    );
    assert.match(
      out,
      /^Newly lost: 20 questions, under at least one arm\n( {2}\S+ +\w+ +\S+ \(page the same\): heading\n){20}/m,
    );
    assert.match(out, /^Newly found: none$/m);
    assert.equal(seamlab("compare", results, after, "--tolerance", "0.3").code, 0);
    assert.equal(seamlab("compare", results, after, "--arm", "hybrid", "--arm", "semantic").code, 0);
    assert.equal(seamlab("compare", after, results).code, 0, "better is no loss");
  });

  it("ends with 0 where a loss may be noise", async () => {
    const { code, out } = seamlab("compare", results, await changed("noise", losing("heading", 3)));
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Can't tell: larger than tolerated.*heading \\(\\${of(3)}\\)$`, "m"));
  });

  it("reads compressed scores, and goes on without the hashes of pages", async () => {
    const older = await changed("older", (scores) => scores);
    await writeFile(
      path.join(older, "scores.csv.gz"),
      gzipSync(await readFile(path.join(older, "scores.csv"))),
    );
    for (const name of ["scores.csv", "pages.csv", "questions.csv"]) await rm(path.join(older, name));
    const { code, out, err } = seamlab("compare", older, results);
    assert.equal(code, 0, err);
    assert.match(out, /^Pages: unknown/m);
    assert.match(err, /left a pages\.csv, so it can't be told which pages changed/);
    assert.match(err, /left a questions\.csv/);
  });

  it("writes every difference as CSV", async () => {
    const one = await changed("one", keeping(/^(none|dense),(heading|hybrid),/));
    const two = await changed("two", (scores) =>
      keeping(/^(none|dense),(heading|hybrid),/)(scores).replaceAll(
        /^(dense,heading,.*\/api\/C.*,hit@3000c),1$/gm,
        "$1,0",
      ),
    );
    const { code, err } = seamlab("compare", one, two, "--csv", "changes.csv");
    assert.equal(code, 0, err);
    const [header, ...lines] = (await readFile(path.join(folder, "changes.csv"), "utf8"))
      .trimEnd()
      .split("\n");
    assert.match(header, /^retriever,arm,type,metric,n,pages,before,after,difference,lo,hi,ci_method,p,/);
    const cells = new Set(lines.map((line) => line.split(",").slice(0, 4).join(",")));
    // Two arms; eight metrics of a ranking and two without; six types, all and macro.
    const metrics = new Set(lines.map((line) => line.split(",")[3]));
    assert.equal(metrics.size, 10);
    assert.equal(cells.size, 2 * 10 * 8);
    assert.ok(
      lines.some(
        (line) => line.startsWith(`dense,heading,all,hit@3000c,${asked},`) && /,0,\d+,6$/.test(line),
      ),
    );
  });

  it("ends with 2 on wrong use, and with 1 and no stack where there are no results", () => {
    for (const args of [
      ["a"],
      ["a", "b", "c"],
      ["a", "b", "--tolerance", "lots"],
      ["a", "b", "--tolerence", "1"],
    ]) {
      assert.equal(seamlab("compare", ...args).code, 2, args.join(" "));
    }
    const { code, err } = seamlab("compare", "nowhere", results);
    assert.equal(code, 1);
    assert.match(err, /^no results in nowhere: scores\.csv or scores\.csv\.gz can't be read/);
    assert.doesNotMatch(err, /^ +at /m);
  });
});
