import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { experiments } from "../reproductions/experiments.js";
import { projectFolder } from "../testing/shared.js";

const program = path.join(projectFolder, "dist/cli.js");
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-reproduce-"));
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

function reproduce(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, SEAMLAB_CACHE: path.join(folder, "cache") };
    execFile(process.execPath, [program, "reproduce", ...args], { cwd: folder, env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

describe("seamlab reproduce", () => {
  it("lists the experiments, their commits and how to get their pages", async () => {
    const { code, out } = await reproduce("--list", "--corpora", "there");
    assert.equal(code, 0);
    for (const { id, source } of experiments) {
      assert.match(out, new RegExp(`^${id} .*${source.repository} .*${source.commit.slice(0, 7)}`, "m"));
    }
    assert.match(
      out,
      new RegExp(`git clone https://github.com/fastapi/fastapi ${path.join(folder, "there")}`),
    );
  });

  it("refuses a folder of corpora that isn't there, frozen pages or not", async () => {
    const { code, err } = await reproduce("bm25-headings", "--skip-embedding", "--corpora", "nowhere");
    assert.equal(code, 2);
    assert.match(err, /--corpora: there is no folder .*nowhere/);
  });

  it("names the experiment that it doesn't know", async () => {
    const { code, err } = await reproduce("bm25-headers");
    assert.equal(code, 1);
    assert.match(err, /no experiment "bm25-headers"; did you mean "bm25-headings"\?/);
  });
});
