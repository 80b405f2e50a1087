import { writeAtomically } from "../corpus/index.js";
import { counted } from "../report/index.js";
import { compareRuns } from "../review/compare.js";
import { changeColumns } from "../review/compare-differences.js";
import { readScoredRun } from "../review/compare-read.js";
import { toCsv } from "../study/index.js";
import { type Command, linesOf, tell, UsageError } from "./command.js";
import { comparisonNotes } from "./compare-notes.js";
import { comparisonText } from "./compare-text.js";
import { ProgressLine } from "./progress.js";

const defaultTolerance = 0.02;

export const compare: Command = {
  name: "compare",
  usage: "compare <before> <after>",
  summary: "what a change of the pages did to the scores, question by question",
  help: `<before> and <after> are results folders of the same study: a git checkout's, a CI artifact's, or what
"run --results <folder>" wrote. Questions are paired by id, and every arm is compared with itself.

Shown are the difference of each arm on the primary endpoint, by type as well, the questions that were lost and found
and what became of their pages. Ends with 1 where an arm lost more than is tolerated and more than noise: where the p
of the study's paired test, corrected by Holm over the arms, is below 1 - level. A larger loss that may be noise is
called so, and ends with 0, as does everything else. Wrong use ends with 2.

Options
  --tolerance <x>     largest loss that is accepted, in the metric's units (default ${defaultTolerance})
  --metric <name>     decide on this metric instead of the primary one
  --retriever <name>  decide on this retriever instead of the primary one
  --arm <name>        only this arm; may be repeated
  --csv <file>        write the differences of every retriever, metric, arm and type (takes longer)
  --quiet             no progress, no notes

Examples
  npx seamlab compare results/handbook /tmp/after
  npx seamlab compare results/handbook /tmp/after --arm "heading + path" --tolerance 0.05
  git worktree add /tmp/before HEAD~1 && npx seamlab compare /tmp/before/results/handbook results/handbook`,
  options: {
    tolerance: { type: "string" },
    metric: { type: "string" },
    retriever: { type: "string" },
    arm: { type: "string", multiple: true },
    csv: { type: "string" },
    quiet: { type: "boolean" },
  },
  async run(args, options, signal) {
    const [before, after, ...rest] = args;
    if (before === undefined || after === undefined || rest.length > 0)
      throw new UsageError(`two results folders are taken, before and after, not ${args.length}`);
    const { metric, retriever, csv } = options;
    const tolerance = toleranceOf(options.tolerance);
    const arms = linesOf(options.arm);
    const progress = new ProgressLine();
    const comparison = await compareRuns(await readScoredRun(before), await readScoredRun(after), {
      tolerance,
      everything: typeof csv === "string",
      signal,
      ...(typeof metric === "string" ? { metric } : {}),
      ...(typeof retriever === "string" ? { retriever } : {}),
      ...(arms.length > 0 ? { arms } : {}),
      ...(options.quiet === true
        ? {}
        : { onProgress: (done, total) => progress.update("comparing", done, total, "arms") }),
    }).finally(() => progress.clear());
    if (options.quiet !== true) for (const note of comparisonNotes(comparison)) tell(note);
    if (typeof csv === "string") {
      await writeAtomically(csv, toCsv(comparison.rows, changeColumns));
      tell(`wrote ${csv}, ${counted(comparison.rows.length, "row")}`);
    }
    process.stdout.write(`${comparisonText(comparison)}\n`);
    return comparison.arms.some(({ verdict }) => verdict === "loss") ? 1 : 0;
  },
};

function toleranceOf(value: string | boolean | undefined): number {
  if (value === undefined) return defaultTolerance;
  const tolerance = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  if (!Number.isFinite(tolerance) || tolerance < 0)
    throw new UsageError(`--tolerance: ${JSON.stringify(value)} is not a number of at least 0, such as 0.02`);
  return tolerance;
}
