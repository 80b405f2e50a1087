import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { promisify } from "node:util";
import { StudyError } from "../study/index.js";
import { projectFolder } from "../testing/shared.js";
import { ensureNotebookEnvironment, missingEnvironment } from "./environment.js";
import { CellError } from "./friendly-error.js";
import { runningCount, withInterrupt } from "./interrupt.js";

describe("withInterrupt", () => {
  let kernelCalls = 0;
  const kernelHandler = () => {
    kernelCalls++;
  };
  beforeEach(() => {
    kernelCalls = 0;
    process.on("SIGINT", kernelHandler);
  });
  afterEach(() => {
    process.off("SIGINT", kernelHandler);
  });

  const untilAborted = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  it("gives the work's result, and leaves the kernel's handler as it was", async () => {
    assert.equal(await withInterrupt(async () => 7), 7);
    assert.deepEqual(
      process.listeners("SIGINT").filter((each) => each === kernelHandler),
      [kernelHandler],
    );
    assert.equal(runningCount(), 0);
  });

  it("stops the work at the first interrupt, without telling the kernel", async () => {
    const work = withInterrupt(untilAborted);
    await turn();
    process.emit("SIGINT", "SIGINT");
    await assert.rejects(work, (error) => error instanceof CellError && /^Interrupted\./.test(error.message));
    assert.equal(kernelCalls, 0);
    process.emit("SIGINT", "SIGINT");
    assert.equal(kernelCalls, 1);
  });

  it("lets a second interrupt through to the kernel, where the work doesn't stop", async () => {
    let finish = (_: number): void => {};
    const work = withInterrupt(() => new Promise<number>((resolve) => (finish = resolve)));
    await turn();
    process.emit("SIGINT", "SIGINT");
    process.emit("SIGINT", "SIGINT");
    assert.equal(kernelCalls, 1);
    finish(1);
    assert.equal(await work, 1);
  });

  it("stops all that is running, and counts it", async () => {
    const both = [withInterrupt(untilAborted), withInterrupt(untilAborted)];
    await turn();
    assert.equal(runningCount(), 2);
    process.emit("SIGINT", "SIGINT");
    for (const work of both) await assert.rejects(work, CellError);
    assert.equal(runningCount(), 0);
  });

  it("turns what a person can mend into its message, and nothing else", async () => {
    const fails = (error: Error) => withInterrupt(() => Promise.reject(error));
    await assert.rejects(fails(new StudyError("no study at x")), (error) => error instanceof CellError);
    await assert.rejects(fails(new TypeError("ours")), TypeError);
  });
});

describe("withInterrupt in a kernel", { skip: await missingEnvironment() }, () => {
  const interrupted = async (first: string, second: string, third: string): Promise<Ended[]> => {
    const { python, variables } = await ensureNotebookEnvironment(() => {});
    const probe = path.join(projectFolder, "src", "notebook", "interrupt_probe.py");
    const args = [probe, path.join(projectFolder, "notebooks"), "1.5", first, second, third];
    const { stdout } = await promisify(execFile)(python, args, { env: variables });
    return JSON.parse(stdout) as Ended[];
  };

  it("stops a cell's work, keeps what was done, and leaves the kernel alive", async () => {
    const [, stopped, after] = await interrupted(
      'import { withInterrupt } from "../dist/notebook/interrupt.js";\nlet steps = 0;',
      "await withInterrupt(async (signal) => {\n  for (;;) {\n    signal.throwIfAborted();\n    steps++;\n    await new Promise((resolve) => setTimeout(resolve, 20));\n  }\n});",
      "const kept = steps;\nawait new Promise((resolve) => setTimeout(resolve, 200));\nconsole.log(kept > 10, kept === steps);",
    );
    assert.equal(stopped.status, "error");
    assert.match(stopped.stderr, /^Interrupted\. [^\n]*\n$/);
    assert.equal(after.stdout, "true true\n");
  });
});

interface Ended {
  readonly status: string;
  readonly stdout: string;
  readonly stderr: string;
}
