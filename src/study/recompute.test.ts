import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { ensurePythonEnvironment, installRequirements, PythonUnavailableError } from "../embedding/index.js";
import { projectFolder } from "./places.js";

const results = path.join(projectFolder, "results", "quickstart");
const script = path.join(projectFolder, "src", "study", "recompute.py");

/** Python with what the script needs, or why there is none here. */
let python: { readonly command: string } | { readonly absent: string };

before(async () => {
  try {
    const environment = await ensurePythonEnvironment({ projectFolder });
    const requirementsFile = path.join(projectFolder, "requirements-checks.txt");
    await installRequirements({ projectFolder, python: environment.python, requirementsFile });
    python = { command: environment.python };
  } catch (error) {
    if (!(error instanceof PythonUnavailableError)) throw error;
    python = { absent: error.message };
  }
});

/** Run the script on a results folder; null, and the test skipped, where there is no Python for it. */
async function recompute(
  t: TestContext,
  folder: string,
): Promise<{ status: unknown; lines: string[] } | null> {
  if ("absent" in python) {
    t.skip(python.absent);
    return null;
  }
  const { status, stdout, stderr } = spawnSync(python.command, ["-W", "error", script, folder], {
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  return { status, lines: stdout.trimEnd().split("\n") };
}

/** A copy of the results that holds the primary endpoint alone, with a change made in one file. */
async function changedCopy(t: TestContext, file: string, change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "recompute-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const name of ["scores.csv", "summary.csv", "paired.csv", "verdict.json", "manifest.json"]) {
    const whole = await readFile(path.join(results, name), "utf8");
    const [header, ...lines] = whole.split("\n");
    const kept = lines.filter((line) => line.startsWith("dense,") && line.includes(",hit@3000c,"));
    const text = name.endsWith(".csv") ? [header, ...kept, ""].join("\n") : whole;
    const changed = name === file ? change(text) : text;
    if (name === file) assert.notEqual(changed, text, "the change found its place");
    await writeFile(path.join(folder, name), changed);
  }
  return folder;
}

const disagreements = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.startsWith("DISAGREES"));

describe("the statistics of the quickstart, recomputed by other means", () => {
  it("agree in every row", async (t) => {
    const found = await recompute(t, results);
    if (found === null) return;
    assert.deepEqual(disagreements(found.lines), []);
    assert.equal(found.status, 0);
    assert.equal(found.lines.at(-1), "all agree");
  });

  const tampered: [string, string, (text: string) => string, RegExp][] = [
    [
      "a Wilson bound by a millionth",
      "summary.csv",
      (text) =>
        text.replace(/^(dense,heading,all,.*,)([\d.]+)(,[\d.]+,wilson,)/m, (_, head, lo, tail) => {
          return `${head}${Number(lo) + 1e-6}${tail}`;
        }),
      /^DISAGREES {2}summary\.csv line \d+ \(dense, heading, all, hit@3000c, wilson\): summary: wilson bound: lo is 0\.\d+, recomputed 0\.\d+$/,
    ],
    [
      "a bootstrap bound by four hundredths",
      "paired.csv",
      (text) =>
        text.replace(
          /^(dense,semantic,heading,all,.*,)(-?[\d.]+)(,expanded-percentile-cluster,)/m,
          (...parts) => {
            const [, head, hi, tail] = parts;
            return `${head}${Number(hi) + 0.04}${tail}`;
          },
        ),
      /^DISAGREES {2}paired\.csv line \d+ \(dense, semantic, heading, all, hit@3000c, expanded-percentile-cluster\): .* bound: hi is /,
    ],
    [
      "a count of the verdict by one",
      "verdict.json",
      (text) => text.replace(/"found_by_all": (\d+)/, (_, count) => `"found_by_all": ${Number(count) + 1}`),
      /^DISAGREES {2}verdict\.json: .*: found_by_all is \d+, recomputed \d+$/,
    ],
  ];
  for (const [what, file, change, named] of tampered) {
    it(`names the one number that was changed: ${what}`, async (t) => {
      const found = await recompute(t, await changedCopy(t, file, change));
      if (found === null) return;
      const listed = disagreements(found.lines);
      assert.equal(listed.length, 1, listed.join("\n"));
      assert.match(listed[0], named);
      assert.equal(found.status, 1);
    });
  }
});
