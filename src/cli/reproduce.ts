import { existsSync } from "node:fs";
import path from "node:path";
import { counted, durationText, renderText, whole } from "../report/index.js";
import {
  type ComparisonRow,
  changedRows,
  chosenExperiments,
  defaultCorpora,
  disagreements,
  type Experiment,
  type ReproductionContext,
  readComparison,
  reportText,
  reproduceOne,
  reproductionResults,
} from "../reproductions/index.js";
import type { RunEvent } from "../study/index.js";
import { type Command, tell, UsageError } from "./command.js";
import { ProgressLine } from "./progress.js";

/** Characters a second that two cores embed with the built-in model; only for the estimate that is shown first. */
const charactersPerSecond = 10_000;

export const reproduce: Command = {
  name: "reproduce",
  usage: "reproduce [id …]",
  summary: "re-run published experiments and hold the results against the published ones",
  help: `Without ids all experiments are run; --list names them. Each writes results/reproductions/<id>.csv, with the expected
value, ours and the difference in a row, and all of them results/reproductions/README.md. The tables go to
standard output, everything else to standard error. Exit code 1 where a value that has to agree doesn't.

The pages are other projects': where they are missing you are told how to get them. What will be embedded is
said first; Ctrl-C loses nothing, and the next run goes on from there.

Options
  --list               the experiments, their sources and how to get them; runs nothing
  --corpora <folder>   where the pages are (default ${path.relative(process.cwd(), defaultCorpora()) || "."})
  --skip-embedding     only what needs no embedding model; held against the committed rows, nothing is written
  --quiet              no progress, only the tables`,
  options: {
    list: { type: "boolean" },
    corpora: { type: "string" },
    "skip-embedding": { type: "boolean" },
    quiet: { type: "boolean" },
  },
  async run(ids, options, signal) {
    const chosen = chosenExperiments(ids);
    const corpora = path.resolve(typeof options.corpora === "string" ? options.corpora : defaultCorpora());
    if (options.list === true) {
      process.stdout.write(`${listText(chosen, corpora)}\n`);
      return 0;
    }
    if (typeof options.corpora === "string" && !existsSync(corpora))
      throw new UsageError(`--corpora: there is no folder ${corpora}`);
    const progress = new ProgressLine();
    const show = (event: RunEvent): void => {
      if (options.quiet === true) return;
      if (event.kind === "progress") progress.update(event.text, event.done, event.total, event.unit);
      else if (event.kind === "step" || event.kind === "note") {
        progress.clear();
        tell(event.kind === "note" ? `  ${event.text}` : event.text);
      }
    };
    const context: ReproductionContext = {
      corpora,
      resultsFolder: reproductionResults,
      skipEmbedding: options["skip-embedding"] === true,
      onEvent: show,
      signal,
    };
    try {
      return await runAll(chosen, context, () => progress.clear());
    } catch (error) {
      progress.clear();
      if (signal.aborted)
        tell("\nstopped; the vectors made so far are kept, and the next run goes on from there");
      throw error;
    }
  },
};

async function runAll(
  chosen: readonly Experiment[],
  context: ReproductionContext,
  clear: () => void,
): Promise<number> {
  if (!context.skipEmbedding) await tellWorkload(chosen, context);
  let failed = 0;
  for (const experiment of chosen) {
    context.onEvent({ kind: "step", text: `\n${experiment.id}: ${experiment.title}` });
    const rows = await reproduceOne(experiment, context);
    clear();
    process.stdout.write(`${reportText({ experiment, rows })}\n\n`);
    const apart = disagreements(rows);
    failed += apart.length;
    for (const row of apart) tell(disagreementText(row));
    if (context.skipEmbedding) failed += await tellChanges(experiment, rows);
  }
  if (failed === 0) return 0;
  tell(`${counted(failed, "value")} that ought to agree ${failed === 1 ? "doesn't" : "don't"}`);
  return 1;
}

async function tellWorkload(chosen: readonly Experiment[], context: ReproductionContext): Promise<void> {
  let characters = 0;
  let exact = true;
  for (const experiment of chosen) {
    const workload = await experiment.workload(context);
    characters += workload.characters;
    exact &&= workload.exact;
  }
  const about = exact ? "" : "about ";
  context.onEvent({
    kind: "step",
    text:
      characters === 0
        ? "nothing has to be embedded"
        : `${about}${whole(characters)} characters have to be embedded: some ${durationText(characters / charactersPerSecond)} on two cores; --skip-embedding leaves that out`,
  });
}

/** @returns how many rows aren't as committed */
async function tellChanges({ id }: Experiment, rows: readonly ComparisonRow[]): Promise<number> {
  const committed = await readComparison(id);
  if (committed === null) {
    tell(`${id}: no committed rows to hold these against`);
    return 0;
  }
  const changed = changedRows(rows, committed);
  if (changed.length === 0) tell(`${id}: ${counted(rows.length, "row")}, equal to the committed ones`);
  for (const { arm, quantity, ours } of changed.slice(0, 10))
    tell(`${id}: not as committed: ${quantity} of ${arm}, now ${ours}`);
  if (changed.length > 10) tell(`${id}: and ${whole(changed.length - 10)} more`);
  return changed.length;
}

function disagreementText({ experiment, arm, quantity, basis, expected, ours }: ComparisonRow): string {
  return `${experiment}: ${quantity} of ${arm}: ours is ${ours}, expected (${basis}) ${expected}`;
}

function listText(chosen: readonly Experiment[], corpora: string): string {
  const table = renderText({
    title: "published experiments that can be run again",
    header: ["id", "pages", "commit", "what it asks"],
    rows: chosen.map(({ id, source, about }) => [id, source.repository, source.commit.slice(0, 7), about]),
    notes: [],
  });
  const fetches = [...new Set(chosen.flatMap(({ source }) => source.fetch))];
  return [
    table,
    "",
    "to get the pages:",
    ...fetches.map((line) => `  ${line.replaceAll("$CORPORA", corpora)}`),
  ].join("\n");
}
