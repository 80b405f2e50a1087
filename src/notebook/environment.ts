import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "../corpus/index.js";
import { ensurePythonEnvironment, installRequirements, PythonUnavailableError } from "../embedding/index.js";
import { projectFolder, sha256 } from "../study/index.js";

/** JupyterLab's Python, and the environment variables that keep all it writes inside the project's folder. */
export interface NotebookEnvironment {
  readonly python: string;
  readonly variables: NodeJS.ProcessEnv;
}

const folder = path.join(projectFolder, ".venv");
const requirementsFile = path.join(projectFolder, "requirements-notebooks.txt");
const stampFile = path.join(folder, "seamlab-notebooks.txt");
const overridesFile = path.join(folder, "share", "jupyter", "lab", "settings", "overrides.json");
const kernelFile = path.join(folder, "share", "jupyter", "kernels", "tslab", "kernel.json");

/** JupyterLab's defaults, where they'd ask a server elsewhere, or leave out cells that are out of sight. */
const settings = {
  "@jupyterlab/apputils-extension:notification": { fetchNews: "false", checkForUpdates: false },
  "@jupyterlab/notebook-extension:tracker": { windowingMode: "none" },
};

/** As it is written in the notebooks' metadata. */
export const kernelspec = { display_name: "TypeScript", language: "typescript", name: "tslab" } as const;

/** The oldest Node that loads the compiled modules from a notebook's cell. */
const oldestNode = [20, 19] as const;
/** The oldest Python that JupyterLab at the pinned versions runs with. */
const oldestPython = [3, 10] as const;

/**
 * Set up what the notebooks need and isn't there: the Python environment in `.venv` (the same in which the embedding
 * model is made), JupyterLab at the pinned versions in it, and the TypeScript kernel, registered in it alone.
 *
 * @param tell what is being done, and how long that takes
 * @throws PythonUnavailableError saying what is missing and what to do
 */
export async function ensureNotebookEnvironment(
  tell: (text: string) => void,
  signal?: AbortSignal,
): Promise<NotebookEnvironment> {
  checkNode(process.versions.node);
  const options = { projectFolder, onStep: tell, ...(signal ? { signal } : {}) };
  const { python } = await ensurePythonEnvironment(options);
  checkPython(await interpreterOf(folder));
  const wanted = await wantedStamp();
  if ((await readFile(stampFile, "utf8").catch(() => "")) !== wanted) {
    const started = Date.now();
    tell("installing JupyterLab into .venv (about 250 MB, a minute or two, once)");
    await installRequirements({ ...options, python, requirementsFile });
    await writeFile(stampFile, wanted);
    tell(`  done in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  await registerKernel(tell);
  await writeIfOther(overridesFile, settings);
  return { python, variables: await variables() };
}

/** For a test's `skip`: what isn't set up, otherwise false. */
export async function missingEnvironment(): Promise<string | false> {
  const stamp = await readFile(stampFile, "utf8").catch(() => "");
  return stamp === (await wantedStamp())
    ? false
    : "the notebook environment isn't set up (npm test does that)";
}

async function wantedStamp(): Promise<string> {
  return sha256(`${await readFile(requirementsFile, "utf8")}\0${await interpreterOf(folder)}`);
}

/** @throws PythonUnavailableError naming the version that runs and the one that is needed */
export function checkNode(version: string): void {
  const [major, minor] = version.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new PythonUnavailableError(
    `The notebooks need Node.js ${oldestNode.join(".")} or later; this is ${version}.\nEverything else works with it.`,
  );
}

/**
 * @param config the text of the environment's `pyvenv.cfg`
 * @throws PythonUnavailableError naming the version that is there and the one that is needed
 */
export function checkPython(config: string): void {
  const [, version = "", major, minor] = /^version(?:_info)?\s*=\s*((\d+)\.(\d+)\S*)/m.exec(config) ?? [];
  if (version === "" || Number(major) > oldestPython[0] || Number(minor) >= oldestPython[1]) return;
  throw new PythonUnavailableError(
    `The notebooks need Python ${oldestPython.join(".")} or later; .venv has ${version}.\nInstall a newer one, delete .venv, and try again. Everything else works with it.`,
  );
}

/** Which Python the environment was made with; another one needs the packages anew. */
async function interpreterOf(environment: string): Promise<string> {
  return readFile(path.join(environment, "pyvenv.cfg"), "utf8").catch(() => "");
}

/** The kernel starts this Node and this tslab, wherever it is called from. */
async function registerKernel(tell: (text: string) => void): Promise<void> {
  const tslab = path.join(projectFolder, "node_modules", "tslab", "bin", "tslab");
  const spec = {
    // Loading compiled modules from a cell works, and would be called experimental at the first one.
    argv: [
      process.execPath,
      "--disable-warning=ExperimentalWarning",
      tslab,
      "kernel",
      "--config-path",
      "{connection_file}",
    ],
    display_name: kernelspec.display_name,
    language: kernelspec.language,
  };
  if (await writeIfOther(kernelFile, spec)) tell("registered the TypeScript kernel in .venv");
}

/** @returns whether the file said something else, or wasn't there */
async function writeIfOther(file: string, content: object): Promise<boolean> {
  const text = `${JSON.stringify(content, null, 1)}\n`;
  if ((await readFile(file, "utf8").catch(() => "")) === text) return false;
  await writeAtomically(file, text);
  return true;
}

async function variables(): Promise<NodeJS.ProcessEnv> {
  const { JUPYTER_PATH, JUPYTER_CONFIG_PATH, PYTHONPATH, PYTHONHOME, ...inherited } = process.env;
  const inside = (name: string): string => path.join(folder, "jupyter", name);
  const folders = {
    JUPYTER_CONFIG_DIR: inside("config"),
    JUPYTER_DATA_DIR: inside("data"),
    JUPYTER_RUNTIME_DIR: inside("runtime"),
    JUPYTERLAB_SETTINGS_DIR: inside("settings"),
    JUPYTERLAB_WORKSPACES_DIR: inside("workspaces"),
    IPYTHONDIR: inside("ipython"),
  };
  for (const each of Object.values(folders)) await mkdir(each, { recursive: true });
  return {
    ...inherited,
    ...folders,
    JUPYTER_PREFER_ENV_PATH: "1",
    JUPYTER_PLATFORM_DIRS: "1",
    PYTHONNOUSERSITE: "1",
  };
}
