import {
  durationText,
  resultText,
  staleSweep,
  whole,
  withInterval,
  writeHtmlReport,
  writeReport,
} from "../report/index.js";
import { runReviewedStudy } from "../review/index.js";
import { allTypes, Policy, type RunEvent, ScoreTable, type StudyResult, summarize } from "../study/index.js";
import { againstText } from "./against-text.js";
import { type Command, onlyArgument, tell } from "./command.js";
import { ProgressLine } from "./progress.js";

export const run: Command = {
  name: "run",
  usage: "run <study>",
  summary: "score a study's arms on its questions and write the results",
  help: `<study> is a folder with a study.json, such as data/quickstart.

What needs no embedding is scored within seconds, then each arm as soon as it is embedded. Ctrl-C loses
nothing: vectors are kept as they come, and the next run goes on from there.

The table goes to standard output, everything else to standard error. Results are written to
results/<study>, or to results/ inside a study that doesn't lie in a data/ folder.

Options
  --results <folder>   write the results there
  --quiet              no progress, only the table`,
  options: { results: { type: "string" }, quiet: { type: "boolean" } },
  async run(args, { results, quiet }, signal) {
    const study = onlyArgument(args, "the study's folder, such as data/quickstart");
    const started = Date.now();
    const display = quiet === true ? null : new RunDisplay();
    try {
      const result = await runReviewedStudy(study, {
        signal,
        ...(typeof results === "string" ? { resultsFolder: results } : {}),
        ...(display === null ? {} : { onEvent: (event) => display.show(event) }),
      });
      display?.end();
      process.stdout.write(`${resultText({ ...result, primary: result.inputs.config.primary })}\n`);
      return await conclude(study, result, started, signal);
    } catch (error) {
      display?.end();
      if (signal.aborted)
        tell("\nstopped; the vectors made so far are kept, and the next run goes on from there");
      throw error;
    }
  },
};

async function conclude(
  study: string,
  result: StudyResult,
  started: number,
  signal: AbortSignal,
): Promise<number> {
  if (result.incomplete !== null) {
    tell(
      `\nnot everything was run:\n${result.incomplete}\n\nnothing was written: results are written when every arm is scored`,
    );
    return 1;
  }
  await writeReport(result.resultsFolder);
  const report = await writeHtmlReport(study, result.resultsFolder, { signal });
  const embedded =
    result.fresh === 0 ? "nothing had to be embedded" : `${whole(result.fresh)} texts were embedded`;
  tell(
    `\nwritten to ${result.resultsFolder} after ${durationText((Date.now() - started) / 1000)}; ${embedded}`,
  );
  tell(`to look through questions and pages, open ${report}`);
  const stale = await staleSweep(result.resultsFolder, result.inputs);
  if (stale !== null)
    tell(
      `the sweep there is of other ${stale} and left out of the report; npx seamlab sweep ${study} makes it anew`,
    );
  if (result.against !== null) tell(againstText(result.against));
  return 0;
}

/** A run's events as lines on standard error. */
class RunDisplay {
  private readonly progress = new ProgressLine();
  private policy: Policy | null = null;

  show(event: RunEvent): void {
    if (event.kind === "progress") {
      this.progress.update(event.text, event.done, event.total, event.unit);
      return;
    }
    // A run's progress line says how much there is to embed.
    if (event.kind === "plan") return;
    this.progress.clear();
    if (event.kind === "arm") this.showArm(event);
    else tell(event.kind === "note" ? `  ${event.text}` : event.text);
  }

  end(): void {
    this.progress.clear();
  }

  private showArm({ retriever, arm, scores, statistics }: RunEvent & { kind: "arm" }): void {
    this.policy ??= new Policy(statistics);
    const summary = summarize(new ScoreTable(scores), this.policy, [allTypes]);
    const cells = [...new Set(summary.map(({ metric }) => metric))]
      .filter((metric) => /^(hit|MRR)@/.test(metric))
      .map((metric) => {
        const row = summary.find((each) => each.metric === metric);
        return row === undefined ? "" : `${metric} ${withInterval(row.estimate, row.lo, row.hi)}`;
      });
    tell(`  ${retriever.padEnd(6)}${arm.padEnd(18)}${cells.join("  ")}`);
  }
}
