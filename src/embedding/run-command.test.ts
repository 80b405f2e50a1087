import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { lastLines, runCommand } from "./run-command.js";
import { readPid, runs, temporaryFolder, until } from "./testing.js";

const run = (script: string, signal?: AbortSignal) =>
  runCommand(process.execPath, ["-e", script], { signal });

test("output and exit status are given", async () => {
  const result = await run("console.log('out'); console.error('err'); process.exitCode = 3");
  assert.deepEqual(result, { status: 3, stdout: "out\n", stderr: "err\n" });
});

test("a program that cannot be started has no status", async () => {
  const { status, stderr } = await runCommand("no-such-program-anywhere", []);
  assert.equal(status, undefined);
  assert.match(stderr, /ENOENT/);
});

test("of a long output the end is kept", async () => {
  const { stderr } = await run("process.stderr.write('x'.repeat(50_000) + 'end')");
  assert.ok(stderr.length === 20_000 && stderr.endsWith("end"));
});

const skip = process.platform === "win32" ? "no process groups" : false;

test("an abort also ends what the program started", { skip }, async (t) => {
  const controller = new AbortController();
  const script = `
    const child = require("node:child_process").spawn("sleep", ["60"]);
    require("node:fs").writeFileSync(process.env.PID_FILE, String(child.pid));
    setInterval(() => {}, 1000);`;
  const file = path.join(await temporaryFolder(t), "pid");
  const running = runCommand(process.execPath, ["-e", script], {
    env: { ...process.env, PID_FILE: file },
    signal: controller.signal,
  });
  const pid = await readPid(file);
  assert.ok(await runs(pid));
  controller.abort();
  await assert.rejects(running, { name: "AbortError" });
  await until(async () => !(await runs(pid)));
});

test("an aborted signal starts nothing", async () => {
  await assert.rejects(run("", AbortSignal.abort()), { name: "AbortError" });
});

test("the last lines that say something", () => {
  assert.equal(lastLines("a\r\n\nb  \n \nc\n", 2), "b\nc");
  assert.equal(lastLines("\n", 2), "");
});
