import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { unescapeFormula } from "../questions/index.js";
import { examineStudy, resultsFolderOf, type ScoreRow, type StudyConfig } from "../study/index.js";
import { setReport } from "../study/set-report.js";
import { checkText } from "./check-text.js";
import { type Command, onlyArgument, tell } from "./command.js";

export const check: Command = {
  name: "check",
  usage: "check <study>",
  summary: "check a study's settings, pages and test set, without embedding anything",
  help: `Prints every problem with what to do; a quote that isn't on its page is answered with the closest text there,
ready to paste. Then what the set covers, where its quotes lie, how close its questions are to the pages'
words, and how small a difference between two arms it can detect.

Errors: a page or quote that isn't there, a repeated id, an empty or unknown field, an undeclared type.
Warnings: a quote that occurs twice, is part of a heading, is longer than two sentences or 300 characters,
shorter than 12, or runs over blocks; a question that copies a heading or that another one asks already; a
type with fewer than 20 questions; a page with more than a tenth of them. The warnings on length and
blocks don't apply to a procedure's several quotes.

Exit code 1 if there are errors, 0 if there are only warnings.

Options
  --results <folder>   where results of an earlier run are, for how often arms differ
                       (default results/<study>)`,
  options: { results: { type: "string" } },
  async run(args, { results }, signal) {
    const study = onlyArgument(args, "the study's folder");
    const examined = await examineStudy(study, new Date().toISOString().slice(0, 10), signal);
    const { config, arms, notes } = examined;
    const folder = typeof results === "string" ? results : resultsFolderOf(study);
    const report = setReport(examined, await scoresIn(folder, config.primary));
    tell(`${config.name}: ${notes.join("; ")}; ${report.questions} usable questions; ${arms.length} arms`);
    process.stdout.write(`${checkText(report)}\n`);
    return report.problems.some(({ severity }) => severity === "error") ? 1 : 0;
  },
};

/** The scores of an earlier run on the primary endpoint; none where there was no run. */
async function scoresIn(folder: string, primary: StudyConfig["primary"]): Promise<ScoreRow[]> {
  const csv = await readFile(path.join(folder, "scores.csv"), "utf8").catch(() => null);
  if (csv === null) return [];
  const rows: Record<keyof ScoreRow, string>[] = parse(csv, { columns: true });
  return rows
    .filter(({ metric, retriever }) => metric === primary.metric && retriever === primary.retriever)
    .map(({ arm, question, page, type, metric, value }) => {
      const { retriever } = primary;
      return { retriever, arm: unescapeFormula(arm), question, page, type, metric, value: Number(value) };
    });
}
