import { readFile } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "../corpus/index.js";
import { placeRows, untyped } from "../questions/exchange.js";
import { withItems } from "../questions/exchange-append.js";
import {
  type ExchangeFormat,
  exchangeFormats,
  formatOfFile,
  readRows,
  writeItems,
} from "../questions/exchange-formats.js";
import { itemsAsWritten } from "../questions/exchange-items.js";
import { counted } from "../report/index.js";
import { problemText, resultsFolderOf, StudyError } from "../study/index.js";
import { type Command, onlyArgument, tell, UsageError } from "./command.js";
import { openEditable, openTestSet } from "./exchange-study.js";
import { exportTrec } from "./exchange-trec.js";

export const importQuestions: Command = {
  name: "import",
  usage: "import <study> <file>",
  summary: "add questions from JSON Lines, CSV or JSON to a study's test set",
  help: `JSON Lines and JSON hold {"q": …, "evidence": …}, the evidence being a text of the page that answers, or a
list of texts that are all needed; "id", "url" and "type" where you have them. CSV has columns of these
names, and evidence_2 and so on for further texts; the names of a test set's own fields do as well.

The page is found by the evidence. Evidence on no page is answered with the closest text there, evidence on
several pages with their names; such rows are left out, so correct them and import the file again: what is
in the set already is not added twice. Rows without evidence are added without quotes; seamlab evidence
finds passages for them. New questions go to the end of the study's first test set file.

Exit code 1 if rows were left out.

Options
  --type <type>   type of questions whose row has none (default ${untyped})
  --dry-run       say what would be done, and write nothing`,
  options: { type: { type: "string" }, "dry-run": { type: "boolean" } },
  async run(args, { type, "dry-run": dryRun }, signal) {
    const [study, file, ...rest] = args;
    if (study === undefined || file === undefined || rest.length > 0)
      throw new UsageError("name the study's folder and the file to import");
    const format = formatOfFile(file);
    if (format === null)
      throw new UsageError(`${file}: its name has to end in .jsonl, .csv or .json, for what it is`);
    const read = await rowsOfFile(file, format);
    const { pages, files } = await openEditable(study, signal);
    const existing = files.flatMap(({ json }) => itemsAsWritten(json));
    const placed = placeRows(read.rows, pages, existing, typeof type === "string" ? type : untyped);
    const problems = [...read.problems, ...placed.problems];
    for (const problem of problems) process.stdout.write(`${problemText(problem)}\n`);
    if (read.ignored.length > 0) tell(`fields without a meaning here: ${read.ignored.join(", ")}`);
    const [target] = files;
    const added = counted(placed.items.length, "question");
    if (dryRun === true) tell(`${added} would be added to ${target.path}`);
    else if (placed.items.length > 0) {
      await writeAtomically(target.path, withItems(target.text, placed.items));
      tell(`${added} added to ${target.path}`);
    } else tell("nothing was added");
    if (placed.known > 0) tell(`${counted(placed.known, "question")} there already`);
    const leftOut = problems.filter(({ severity }) => severity === "error").length;
    if (leftOut > 0) tell(`${counted(leftOut, "row")} left out`);
    return leftOut > 0 ? 1 : 0;
  },
};

async function rowsOfFile(file: string, format: ExchangeFormat) {
  const text = await readFile(file, "utf8").catch(() => {
    throw new StudyError(`${file} can't be read`);
  });
  try {
    return readRows(text, format);
  } catch (error) {
    throw new StudyError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const formats = [...exchangeFormats, "trec"] as const;

export const exportQuestions: Command = {
  name: "export",
  usage: "export <study>",
  summary: "write a study's questions, or its rankings, in a form that other tools read",
  help: `jsonl, csv and json hold the questions of all the study's files; seamlab import reads them back. In CSV,
cells that a spreadsheet would take for a formula have an apostrophe in front.

trec holds what a run ranked: qrels.<arm>.txt, run.<retriever>.<arm>.txt, and a README.md that says how to
score them. Their scores are 1000 − rank, since tools sort by score and break ties in their own ways.

Options
  --format <format>    ${formats.join(", ")} (default jsonl)
  --out <file>         where to write (default standard output); for trec a folder
                       (default the folder trec in the results)
  --results <folder>   for trec: where the results are (default results/<study>)`,
  options: { format: { type: "string" }, out: { type: "string" }, results: { type: "string" } },
  async run(args, { format = "jsonl", out, results }, signal) {
    const study = onlyArgument(args, "the study's folder");
    const wanted = formats.find((each) => each === format);
    if (wanted === undefined)
      throw new UsageError(`--format: ${JSON.stringify(format)} is not one of ${formats.join(", ")}`);
    if (wanted === "trec") {
      const folder = typeof results === "string" ? results : resultsFolderOf(study);
      const target = typeof out === "string" ? out : path.join(folder, "trec");
      tell(`${await exportTrec(study, folder, target, signal)} files written to ${target}`);
      return 0;
    }
    const { files } = await openTestSet(study);
    const text = writeItems(
      files.flatMap(({ json }) => itemsAsWritten(json)),
      wanted,
    );
    if (typeof out === "string") {
      await writeAtomically(out, text);
      tell(`written to ${out}`);
    } else process.stdout.write(text);
    return 0;
  },
};
