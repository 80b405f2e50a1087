import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { PythonUnavailableError } from "./errors.js";
import { ensurePythonEnvironment, installRequirements, isRecentEnough } from "./python-environment.js";
import { builtModel, projectFolder, readPid, runs, temporaryFolder, until } from "./testing.js";

/** Makes `python3` on the path a shell script. */
async function fakePython(t: TestContext, script: string): Promise<void> {
  const folder = await temporaryFolder(t);
  const { PATH } = process.env;
  t.after(() => {
    process.env.PATH = PATH;
  });
  const python = path.join(folder, "python3");
  await writeFile(python, `#!/bin/sh\n${script}\n`);
  await chmod(python, 0o755);
  process.env.PATH = folder;
}

const skip = process.platform === "win32" ? "needs shell scripts" : false;

test("which versions are recent enough", () => {
  assert.ok(["3.9", "3.11\n", "3.14", "4.0"].every(isRecentEnough));
  assert.ok(!["3.8", "2.7", "", "x", "Python 3.9"].some(isRecentEnough));
});

test("an environment that works is used as it is", async () => {
  await builtModel();
  const steps: string[] = [];
  const { python } = await ensurePythonEnvironment({ projectFolder, onStep: (step) => steps.push(step) });
  assert.ok(python.startsWith(path.join(projectFolder, ".venv")));
  assert.deepEqual(steps, []);
});

test("a Python that is too old is named with its version", { skip }, async (t) => {
  await fakePython(t, "echo 3.8");
  const attempt = ensurePythonEnvironment({ projectFolder: await temporaryFolder(t) });
  await assert.rejects(attempt, (error) => {
    return error instanceof PythonUnavailableError && /python3 is 3\.8/.test(error.message);
  });
});

test("a Python without venv: its own words, and the package to install", { skip }, async (t) => {
  await fakePython(
    t,
    'if [ "$1" = -c ]; then echo 3.11; else echo "$3: ensurepip is not available" >&2; exit 1; fi',
  );
  const attempt = ensurePythonEnvironment({ projectFolder: await temporaryFolder(t) });
  await assert.rejects(attempt, (error) => {
    assert.ok(error instanceof PythonUnavailableError);
    assert.match(error.message, /venv: ensurepip is not available/);
    assert.match(error.message, /apt install python3-venv/);
    return true;
  });
});

test("pip's last lines are quoted when it fails", { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(path.join(folder, ".venv"));
  await fakePython(t, "echo noise >&2; echo 'ERROR: No matching distribution' >&2; exit 1");
  const python = path.join(process.env.PATH ?? "", "python3");
  const attempt = installRequirements({
    projectFolder: folder,
    python,
    requirementsFile: "requirements-x.txt",
  });
  await assert.rejects(attempt, (error) => {
    assert.ok(error instanceof PythonUnavailableError);
    assert.match(error.message, /could not install requirements-x\.txt/);
    assert.match(error.message, /ERROR: No matching distribution/);
    assert.match(error.message, /network/);
    return true;
  });
});

test("an abort ends a set-up at once", { skip }, async (t) => {
  await fakePython(t, 'if [ "$1" = -c ]; then echo 3.11; else exec /bin/sleep 60; fi');
  const controller = new AbortController();
  const attempt = ensurePythonEnvironment({
    projectFolder: await temporaryFolder(t),
    onStep: () => setTimeout(() => controller.abort(), 50),
    signal: controller.signal,
  });
  await assert.rejects(attempt, { name: "AbortError" });
});

test("what Python runs ends with the process that started it, even if that is killed", async (t) => {
  await builtModel();
  const { python } = await ensurePythonEnvironment({ projectFolder });
  const script = path.join(await temporaryFolder(t), "script.py");
  await writeFile(
    script,
    "import os, time\nprint(os.getpid(), file=open(__file__ + '.pid', 'w'), flush=True)\ntime.sleep(60)",
  );
  const module = JSON.stringify(new URL("./python-environment.js", import.meta.url).href);
  const program = `
    import { runPython } from ${module};
    await runPython(process.argv[1], [process.argv[2]], undefined);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, python, script], {
    stdio: "inherit",
  });
  const pid = await readPid(`${script}.pid`);
  assert.ok(await runs(pid));
  child.kill("SIGKILL");
  await until(async () => !(await runs(pid)));
});
