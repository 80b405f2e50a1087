import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { isForPeople, projectFolder, resultsFolderOf } from "../study/index.js";
import { ensureNotebookEnvironment, type NotebookEnvironment } from "./environment.js";
import { studyFolder } from "./study-folder.js";

const notebooksFolder = path.join(projectFolder, "notebooks");
const tell = (text: string): void => void process.stderr.write(`${text}\n`);

const usage = `usage: node dist/notebook/main.js <task>
  environment          set up JupyterLab and the TypeScript kernel in .venv
  lab [options]        the same, then open JupyterLab in notebooks/ (options go to it: --no-browser, --port 9000)
  run [part of name]   the same, then execute the notebooks from clean; HTML copies go to results/<study>/notebooks`;

async function main([task, ...rest]: readonly string[]): Promise<number> {
  switch (task) {
    case "environment":
      await ensureNotebookEnvironment(tell);
      return 0;
    case "lab":
      return lab(await ensureNotebookEnvironment(tell), rest);
    case "run":
      return run(await ensureNotebookEnvironment(tell), rest);
    default:
      tell(usage);
      return 2;
  }
}

/** JupyterLab, with nothing in it that asks a server elsewhere for news or extensions. */
function lab({ python, variables }: NotebookEnvironment, options: readonly string[]): Promise<number> {
  tell("opening JupyterLab in notebooks/ (Ctrl-C ends it)");
  return end(
    python,
    [
      ...["-m", "jupyterlab", `--ServerApp.root_dir=${projectFolder}`],
      "--LabApp.default_url=/lab/tree/notebooks/01_corpus_and_questions.ipynb",
      ...["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
      ...["--LabApp.extension_manager=readonly", "--FileContentsManager.delete_to_trash=False"],
      // It would look for language servers with npm, which writes to its own folder.
      "--LanguageServerManager.autodetect=False",
      // In a container one often is root, and the server only listens to this machine.
      ...(process.getuid?.() === 0 ? ["--allow-root"] : []),
      ...options,
    ],
    variables,
  );
}

async function run({ python, variables }: NotebookEnvironment, parts: readonly string[]): Promise<number> {
  const all = readdirSync(notebooksFolder)
    .filter((name) => name.endsWith(".ipynb"))
    .sort();
  const wanted = all.filter((name) => parts.length === 0 || parts.some((part) => name.includes(part)));
  if (wanted.length === 0) {
    tell(`no notebook's name holds ${parts.join(" or ")}; there are ${all.join(", ")}`);
    return 2;
  }
  const study = studyFolder();
  const html = path.join(resultsFolderOf(study), "notebooks");
  const started = Date.now();
  const code = await end(
    python,
    [
      path.join(projectFolder, "src", "notebook", "run_notebooks.py"),
      ...["--kernel-folder", notebooksFolder, "--html", html],
      ...wanted.map((name) => path.join(notebooksFolder, name)),
    ],
    { ...variables, SEAMLAB_STUDY: study },
  );
  tell(
    `HTML copies in ${path.relative(projectFolder, html)}, after ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return code;
}

/** Runs a program to its end and gives its exit code; an interrupt reaches it too, and it ends in its own way. */
function end(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: projectFolder, env, stdio: ["ignore", "inherit", "inherit"] });
    process.once("SIGTERM", () => child.kill());
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 130));
  });
}

process.on("SIGINT", () => {});
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (isForPeople(error)) tell(`\n${error.message}`);
    else tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  },
);
