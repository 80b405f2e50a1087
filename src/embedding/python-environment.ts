import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PythonUnavailableError } from "./errors.js";
import { withFileLock } from "./file-lock.js";
import { type CommandResult, lastLines, runCommand } from "./run-command.js";

/** Where the environment is and how to follow its set-up. */
export interface EnvironmentOptions {
  /** The environment is made in `.venv` in this folder. */
  projectFolder: string;
  onStep?: ((step: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

const OLDEST_PYTHON = [3, 9] as const;
const CANDIDATES = ["python3", "python"] as const;
/** Prints the version only where pip can be imported as well: an environment without pip is of no use. */
const VERSION_AND_PIP = "import sys, pip; print('%d.%d' % sys.version_info[:2])";

/**
 * The project's own Python environment, `<projectFolder>/.venv`, made if need be.
 *
 * One that exists and works is used as it is; one that doesn't (half made, or its Python is gone) is made again.
 * The notebooks use the same one.
 *
 * @returns path of its Python
 * @throws PythonUnavailableError if there is no Python 3.9 or newer, or the environment cannot be made
 */
export async function ensurePythonEnvironment(options: EnvironmentOptions): Promise<{ python: string }> {
  const folder = path.join(options.projectFolder, ".venv");
  const python =
    process.platform === "win32"
      ? path.join(folder, "Scripts", "python.exe")
      : path.join(folder, "bin", "python");
  const { signal } = options;
  if (await works(python, signal)) return { python };
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new PythonUnavailableError(
      `The Python environment cannot be made in ${folder}:\n${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  return withFileLock(
    path.join(folder, "setup.lock"),
    async () => {
      if (await works(python, signal)) return { python };
      const base = await findPython(signal);
      options.onStep?.("making a Python environment in .venv");
      let result = await runPython(base, ["-m", "venv", folder], signal);
      if (result.status !== 0 || !(await works(python, signal))) {
        // A half-made one can be in the way.
        result = await runPython(base, ["-m", "venv", "--clear", folder], signal);
      }
      if (result.status !== 0 || !(await works(python, signal))) throw noEnvironment(folder, result);
      return { python };
    },
    { onWait: () => options.onStep?.("waiting for another set-up of .venv to finish"), signal },
  );
}

/**
 * Installs a requirements file into the environment. Quick (about a second) where everything is there already.
 *
 * @throws PythonUnavailableError quoting pip's last lines
 */
export async function installRequirements(
  options: EnvironmentOptions & { python: string; requirementsFile: string },
): Promise<void> {
  const { python, requirementsFile, signal } = options;
  const args = ["-m", "pip", "install", "--quiet", "--no-input", "--retries", "2", "-r", requirementsFile];
  await withFileLock(
    path.join(options.projectFolder, ".venv", "install.lock"),
    async () => {
      const result = await runPython(python, args, signal);
      if (result.status !== 0) {
        throw pipFailed(`pip could not install ${path.basename(requirementsFile)}`, result);
      }
    },
    { onWait: () => options.onStep?.("waiting for another set-up of .venv to finish"), signal },
  );
}

/** The error for a pip that failed: what was wanted, pip's own last lines, and what to do. */
export function pipFailed(what: string, result: CommandResult): PythonUnavailableError {
  return new PythonUnavailableError(
    `${what}:\n${quote(result)}\n` +
      "It takes its packages from the Python package index: check the network connection (and pip's proxy\n" +
      "settings, if there is a proxy) and try again. What was done so far is kept.",
  );
}

/**
 * Runs a Python script, or a module with `-m`. It ends with this process, even if that is killed.
 *
 * @throws the signal's reason
 */
export function runPython(
  python: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<CommandResult> {
  const guard = fileURLToPath(new URL("../../src/embedding/while_parent_lives.py", import.meta.url));
  return runCommand(python, [guard, ...args], { env: environment(), signal });
}

/** The settings of this process without those that would make pip install elsewhere. */
function environment(): NodeJS.ProcessEnv {
  const { PYTHONPATH, PYTHONHOME, PIP_TARGET, PIP_PREFIX, ...rest } = process.env;
  return { ...rest, PIP_USER: "0", PIP_DISABLE_PIP_VERSION_CHECK: "1", PYTHONNOUSERSITE: "1" };
}

async function works(python: string, signal: AbortSignal | undefined): Promise<boolean> {
  const { status, stdout } = await runCommand(python, ["-c", VERSION_AND_PIP], {
    env: environment(),
    signal,
  });
  return status === 0 && isRecentEnough(stdout);
}

/** The first Python on the path that is recent enough. */
async function findPython(signal: AbortSignal | undefined): Promise<string> {
  const found: string[] = [];
  for (const candidate of CANDIDATES) {
    const version = "import sys; print('%d.%d' % sys.version_info[:2])";
    const { status, stdout } = await runCommand(candidate, ["-c", version], { env: environment(), signal });
    if (status !== 0) continue;
    if (isRecentEnough(stdout)) return candidate;
    found.push(`${candidate} is ${stdout.trim()}`);
  }
  const wanted = OLDEST_PYTHON.join(".");
  throw new PythonUnavailableError(
    `Python ${wanted} or newer is needed, and there is none ` +
      `(${found.length > 0 ? found.join(", ") : `no ${CANDIDATES.join(" or ")} on the path`}).\n` +
      "Install Python 3 with venv (Debian, Ubuntu: apt install python3 python3-venv).",
  );
}

/** @param version "3.11" */
export function isRecentEnough(version: string): boolean {
  const match = /^(\d+)\.(\d+)/.exec(version.trim());
  if (match === null) return false;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > OLDEST_PYTHON[0] || (major === OLDEST_PYTHON[0] && minor >= OLDEST_PYTHON[1]);
}

function noEnvironment(folder: string, result: CommandResult): PythonUnavailableError {
  return new PythonUnavailableError(
    `Python could not make an environment in ${folder}:\n${quote(result)}\n` +
      "Install Python's venv module with pip (Debian, Ubuntu: apt install python3-venv), check that the folder\n" +
      "is writable, and try again.",
  );
}

function quote(result: CommandResult): string {
  return lastLines(result.stderr || result.stdout, 3) || "(it gave no reason)";
}
