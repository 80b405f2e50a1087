import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { kilnDocs, kilnQuestions } from "../testing/kiln.js";
import { projectFolder } from "../testing/shared.js";

const program = path.join(projectFolder, "dist/cli.js");
let folder: string;
let study: string;

/** An npm that knows two versions of one package, whose files lie in a folder each; the third never comes. */
const npm = `#!${process.execPath}
const { spawnSync } = require("node:child_process");
const path = require("node:path");
const fs = require("node:fs");
const [command, spec] = process.argv.slice(2);
if (command === "view") console.log("1.1.0");
else if (spec === "kiln@9.9.9") {
  fs.writeFileSync(path.join(__dirname, "asked"), "");
  setTimeout(() => {}, 60000);
} else {
  const to = process.argv[process.argv.indexOf("--pack-destination") + 1];
  const from = path.join(__dirname, spec);
  const { status } = spawnSync("tar", ["czf", path.join(to, "kiln.tgz"), "-C", from, "package"]);
  process.exit(status);
}
`;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-refreeze-cli-"));
  await mkdir(path.join(folder, "bin"), { recursive: true });
  await writeFile(path.join(folder, "bin/npm"), npm, { mode: 0o755 });
  await writePackage("1.0.0", kilnDocs);
  const { "faults/cracks.md": cracks, ...others } = kilnDocs;
  await writePackage("1.1.0", {
    ...others,
    "start.md": kilnDocs["start.md"].replace("nine hours", "ten hours"),
    "faults/splits.md": cracks,
  });
  study = path.join(folder, "data/kiln");
  await mkdir(study, { recursive: true });
  const settings = {
    name: "kiln",
    corpus: { npm: { "kiln@1.0.0": "docs/**/*.md" } },
    retrievers: ["bm25"],
    primary: { retriever: "bm25", metric: "hit@1" },
    metrics: ["hit@1"],
    arms: [{ name: "heading", strategy: "heading" }],
  };
  await writeFile(path.join(study, "study.json"), JSON.stringify(settings, null, 2));
  const items = kilnQuestions.map((item) => ({ ...item, url: `kiln/docs/${item.url}` }));
  await writeFile(path.join(study, "test_set.json"), JSON.stringify(items, null, 2));
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function writePackage(version: string, docs: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(docs)) {
    const full = path.join(folder, "bin", `kiln@${version}`, "package/docs", file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, text);
  }
}

function start(...args: string[]) {
  const env = {
    ...process.env,
    PATH: `${path.join(folder, "bin")}${path.delimiter}${process.env.PATH}`,
    SEAMLAB_CACHE: path.join(folder, "cache"),
  };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
  let out = "";
  let err = "";
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (err += data));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended };
}

const seamlab = (...args: string[]) => start(...args).ended;

async function filesOf(home: string): Promise<Record<string, string>> {
  const names = (await readdir(home)).sort();
  const texts = await Promise.all(names.map((name) => readFile(path.join(home, name), "utf8")));
  return Object.fromEntries(names.map((name, i) => [name, texts[i]]));
}

describe("when the docs change", { skip: process.platform === "win32" && "needs a script named npm" }, () => {
  it("refreeze, a person's word, run and compare lead from one version to the next", async () => {
    const run = await seamlab("run", study);
    assert.equal(run.code, 0, run.err);
    const old = await filesOf(study);

    const found = await seamlab("refreeze", study, "--latest");
    assert.equal(found.code, 1, found.err);
    assert.match(found.out, /^kiln@1\.0\.0 → kiln@1\.1\.0$/m);
    assert.match(found.out, /: 1 changed, 0 new, 0 gone, 1 renamed, 1 the same$/m);
    assert.match(
      found.out,
      /^ {2}renamed {2}kiln\/docs\/faults\/cracks\.md → kiln\/docs\/faults\/splits\.md/m,
    );
    assert.match(
      found.out,
      /^ {2}q1 \(fact\): no longer on kiln\/docs\/start\.md\n.*nine hours.*\n.*"A full firing takes ten hours\."/m,
    );
    assert.match(found.err, /--accept --drop-vanished/);
    for (const [name, text] of Object.entries(old)) assert.equal((await filesOf(study))[name], text, name);

    const refused = await seamlab("refreeze", study, "--accept");
    assert.equal(refused.code, 1);
    assert.match(refused.err, /q1: answer_quote: .* is not on kiln\/docs\/start\.md/);

    const next = path.join(study, "test_set.next.json");
    await writeFile(next, (await readFile(next, "utf8")).replace("nine hours", "ten hours"));
    const accepted = await seamlab("refreeze", study, "--accept");
    assert.equal(accepted.code, 0, accepted.err);
    const now = await filesOf(study);
    assert.deepEqual(Object.keys(now), Object.keys(old));
    assert.equal(now["study.json"], old["study.json"].replace("kiln@1.0.0", "kiln@1.1.0"));
    assert.equal(
      now["test_set.json"],
      old["test_set.json"].replace("nine hours", "ten hours").replace("faults/cracks.md", "faults/splits.md"),
    );
    assert.equal((await seamlab("check", study)).code, 0);

    const after = path.join(folder, "after");
    assert.equal((await seamlab("run", study, "--results", after)).code, 0);
    const compared = await seamlab("compare", path.join(folder, "results/kiln"), after);
    assert.equal(compared.code, 0, compared.err);
    assert.match(compared.err, /answered by another quote, or on another page, than before: 2: q1, q5/);
    assert.match(compared.out, /^Pages: 1 changed, 1 new, 1 gone, 1 the same/m);
  });

  it("a stop while pages are fetched leaves everything as it was", async () => {
    const old = await filesOf(study);
    const { child, ended } = start("refreeze", study, "--npm", "kiln@9.9.9");
    const deadline = Date.now() + 30_000;
    while (!existsSync(path.join(folder, "bin/asked")) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    const { code, err } = await ended;
    assert.equal(code, 130, err);
    assert.deepEqual(await filesOf(study), old);
  });

  it("wrong use ends with 2, what isn't in the study with 1", async () => {
    for (const args of [
      [],
      [study, "--accept", "--discard"],
      [study, "--drop-vanished"],
      [study, "--accept", "--npm", "kiln@1.0.0"],
    ])
      assert.equal((await seamlab("refreeze", ...args)).code, 2, args.join(" "));
    const other = await seamlab("refreeze", study, "--npm", "klin@1.0.0");
    assert.equal(other.code, 1);
    assert.match(
      other.err,
      /--npm: "klin@1\.0\.0" is not a version of a package of this corpus; did you mean "kiln"/,
    );
    const nothing = await seamlab("refreeze", study);
    const none = await seamlab("refreeze", study, "--accept");
    assert.deepEqual([none.code, /nothing waits to be taken/.test(none.err)], [0, true]);
    assert.equal((await seamlab("refreeze", "nowhere", "--accept")).code, 1);
    assert.deepEqual([nothing.code, /nothing changed; nothing was written/.test(nothing.err)], [0, true]);
  });
});
