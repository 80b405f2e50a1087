import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { BUILTIN_MODEL } from "../embedding/index.js";
import { cacheFolder } from "../study/index.js";
import { projectFolder } from "../testing/shared.js";
import { ensureNotebookEnvironment, missingEnvironment } from "./environment.js";
import { codeCell, notebook } from "./notebook-fixture.js";
import { writeSmallStudy } from "./small-study.js";

const notebooksFolder = path.join(projectFolder, "notebooks");
const missing = await missingEnvironment();
const missingModel = existsSync(path.join(cacheFolder(), "models", BUILTIN_MODEL))
  ? false
  : "the embedding model isn't set up (npm test does that)";

let folder = "";
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "seamlab-notebooks-"));
});
after(() => rm(folder, { recursive: true, force: true }));

interface Run {
  readonly code: number;
  /** What the runner says: a line a notebook, and for a fault the cell and its message. */
  readonly told: string;
}

async function run(files: readonly string[], options: readonly string[] = [], study = ""): Promise<Run> {
  const { python, variables } = await ensureNotebookEnvironment(() => {});
  const runner = path.join(projectFolder, "src", "notebook", "run_notebooks.py");
  const args = [runner, "--kernel-folder", notebooksFolder, ...options, ...files];
  try {
    const { stderr } = await promisify(execFile)(python, args, {
      env: { ...variables, SEAMLAB_STUDY: study },
    });
    return { code: 0, told: stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, told: stderr };
  }
}

describe("the notebooks", { skip: missing || missingModel }, () => {
  it("run from first to last on a small study, and every cell produces what it names", async () => {
    const study = path.join(folder, "small");
    await writeSmallStudy(study);
    const names = readdirSync(notebooksFolder).filter((name) => name.endsWith(".ipynb"));
    const files = names.sort().map((name) => path.join(notebooksFolder, name));
    const before = files.map((file) => readFileSync(file, "utf8"));
    const html = path.join(folder, "html");

    const { code, told } = await run(files, ["--html", html], study);

    assert.equal(code, 0, told);
    assert.equal(told.match(/executed in/g)?.length, files.length, told);
    assert.deepEqual(
      files.map((file) => readFileSync(file, "utf8")),
      before,
      "the notebooks themselves stay as they are",
    );
    for (const name of names) {
      const copy = readFileSync(path.join(html, name.replace(".ipynb", ".html")), "utf8");
      assert.ok(copy.includes("data:image/svg+xml;base64,"), `${name} has pictures`);
      assert.ok(!copy.includes("<script"), `${name} loads nothing from elsewhere`);
    }
  });
});

describe("running a notebook with a fault", { skip: missing }, () => {
  const faulty = async (name: string, ...cells: ReturnType<typeof codeCell>[]): Promise<string> => {
    const file = path.join(folder, `${name}.ipynb`);
    await writeFile(file, notebook([codeCell('console.log("fine");', ["text"]), ...cells]));
    return file;
  };
  const neverReached = codeCell('console.log("reached");', ["text"]);

  it("fails, and says in which cell and why", async () => {
    const faults: Record<string, [ReturnType<typeof codeCell>, RegExp]> = {
      type_error: [
        codeCell('const n: number = "text";', []),
        /1:7 - Type 'string' is not assignable to type 'number'/,
      ],
      thrown: [codeCell('throw new Error("no such thing");', []), /Error: no such thing/],
      never_settled: [
        codeCell("await new Promise(() => {});", []),
        /not finished after 4 s: a promise that never settles/,
      ],
      not_awaited: [
        codeCell("const later = Promise.resolve(1);", []),
        /unfinished promise: later holds a promise/,
      ],
      pending: [
        codeCell("new Promise(() => {})", ["text"]),
        /unfinished promise: the cell ends in a promise/,
      ],
      shows_nothing: [codeCell("const shown = 1;", ["svg"]), /should produce \[svg\] and produced \[\]/],
    };
    const files = await Promise.all(
      Object.entries(faults).map(([name, [cell]]) => faulty(name, cell, neverReached)),
    );

    const { code, told } = await run(files, ["--timeout", "4"]);

    assert.equal(code, 1);
    for (const [name, [cell, message]] of Object.entries(faults)) {
      const part = told.slice(told.indexOf(`FAILED: ${name}.ipynb, code cell 2:`));
      assert.ok(part.startsWith("FAILED"), `${name} fails in its second cell:\n${told}`);
      assert.match(part.split("\n… ")[0].split(" …\n")[0], message, name);
      assert.ok(part.includes(cell.source.split("\n")[0]), `${name}: the cell is shown`);
    }
    const count = Object.keys(faults).length;
    assert.ok(told.includes(`${count} of ${count} notebooks failed`), told);
  });
});
