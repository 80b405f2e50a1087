import { type ChildProcess, spawn } from "node:child_process";

/** What a command left behind. */
export interface CommandResult {
  /** Exit status; null if a signal ended the command, undefined if it could not be started at all. */
  status: number | null | undefined;
  stdout: string;
  /** The last part of what it wrote to stderr, or why it could not be started. */
  stderr: string;
}

/** How much of either output is kept: the end of it says what went wrong. */
const KEPT_CHARACTERS = 20_000;

/**
 * Runs a program to its end, without a shell.
 *
 * It runs in a process group of its own where there are such, so that an abort also ends what it started
 * (`python -m venv` starts pip, for one).
 *
 * @throws the signal's reason, when it aborts; the program and its children have been ended by then
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; signal?: AbortSignal | undefined } = {},
): Promise<CommandResult> {
  const { signal } = options;
  signal?.throwIfAborted();
  const result = await new Promise<CommandResult>((resolve) => {
    const child = spawn(program, args, {
      env: options.env ?? process.env,
      // The pipe to its stdin stays open, unused: when it closes, this process is gone.
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8");
      child[name].on("data", (text: string) => {
        output[name] = (output[name] + text).slice(-KEPT_CHARACTERS);
      });
    }
    const stop = (): void => killGroup(child);
    signal?.addEventListener("abort", stop, { once: true });
    process.once("exit", stop);
    const finish = (end: CommandResult): void => {
      signal?.removeEventListener("abort", stop);
      process.removeListener("exit", stop);
      resolve(end);
    };
    child.once("error", (error) => finish({ ...output, status: undefined, stderr: error.message }));
    child.once("close", (status) => finish({ ...output, status }));
  });
  signal?.throwIfAborted();
  return result;
}

/** SIGKILL, because everything these commands make is in a temporary place or is repaired on the next run. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** The last lines of an output that say something, for quoting in a message. */
export function lastLines(output: string, count: number): string {
  const lines = output.split(/\r?\n/).map((line) => line.trimEnd());
  return lines
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");
}
