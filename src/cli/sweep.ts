import { counted, durationText, readSweep, share, sweepText, whole, writeSweep } from "../report/index.js";
import { type Grids, type RunEvent, runSweep, type StudyConfig } from "../study/index.js";
import { againstText } from "./against-text.js";
import { type Command, onlyArgument, tell } from "./command.js";
import { ProgressLine } from "./progress.js";

export const sweep: Command = {
  name: "sweep",
  usage: "sweep <study>",
  summary: "try a grid of settings, and choose among them without fooling yourself",
  help: `The grid is in study.json: lists for the parameters of one or more strategies, for example
  "sweep": { "strategy": ["semantic", "hybrid"], "break_pct": [0.05, 0.1, 0.2, 0.3, 0.4],
             "max_chars": [500, 800, 1200] }
Any parameter can be listed (min_chars, levels, size, overlap, path, ...); "overlap" may be a share of the
size, such as "10%". What isn't listed is as in the study's first arm of the strategy, and that arm's own
setting is the default that the grid is measured against. "folds" (5) and "repeats" (50) say how pages are
divided for the honest choice.

Units are embedded once and equal texts of all cells once; cells are finished coarse first. Ctrl-C loses
nothing: vectors are kept as they come, and the next sweep goes on from there.

The tables go to standard output, everything else to standard error. Results are written beside those of
the run: sweep.csv, sweep_choices.csv, sweep_scores.csv, sweep_manifest.json, sweep.md, sweep.tex, figures.

Options
  --results <folder>   write the results there
  --quiet              no progress, only the tables`,
  options: { results: { type: "string" }, quiet: { type: "boolean" } },
  async run(args, { results, quiet }, signal) {
    const study = onlyArgument(args, "the study's folder, such as data/quickstart");
    const started = Date.now();
    const display = quiet === true ? null : new SweepDisplay();
    try {
      const result = await runSweep(study, {
        signal,
        ...(typeof results === "string" ? { resultsFolder: results } : {}),
        ...(display === null
          ? {}
          : {
              onEvent: (event) => display.show(event),
              onGrids: (grids, { config }) => display.showGrids(grids, config),
            }),
      });
      display?.end();
      const written = await readSweep(result.resultsFolder);
      if (written !== null) process.stdout.write(`${sweepText(written)}\n`);
      await writeSweep(result.resultsFolder);
      const embedded =
        result.fresh === 0
          ? "nothing had to be embedded"
          : `${counted(result.fresh, "text")} had to be embedded`;
      tell(
        `\nwritten to ${result.resultsFolder} after ${durationText((Date.now() - started) / 1000)}; ${embedded}`,
      );
      if (result.against !== null) tell(againstText(result.against));
      return 0;
    } catch (error) {
      display?.end();
      if (signal.aborted)
        tell("\nstopped; the vectors made so far are kept, and the next sweep goes on from there");
      throw error;
    }
  },
};

/** A sweep's events as lines on standard error. */
class SweepDisplay {
  private readonly progress = new ProgressLine();
  private primary: StudyConfig["primary"] | null = null;

  /** What the sweep goes through, before anything is embedded. */
  showGrids({ grids, leftOut }: Grids, { primary }: StudyConfig): void {
    this.primary = primary;
    this.progress.clear();
    for (const { strategy, axes, cells } of grids) {
      const lists = axes.map(({ name, values }) => `${name} ${values.join(", ")}`).join("; ");
      const usual = cells.find(({ isDefault }) => isDefault);
      tell(`  ${strategy}: ${counted(cells.length, "cell")} (${lists || "one setting"})`);
      if (usual !== undefined)
        tell(`    default: ${usual.arm.name}${usual.position === null ? ", added to the grid" : ""}`);
    }
    for (const { what, reason } of leftOut) tell(`  left out: ${what} (${reason})`);
  }

  show(event: RunEvent): void {
    switch (event.kind) {
      case "progress":
        this.progress.update(event.text, event.done, event.total, event.unit);
        return;
      case "plan":
        this.progress.clear();
        tell(planText(event));
        return;
      case "arm":
        this.showCell(event);
        return;
      default:
        this.progress.clear();
        tell(event.kind === "note" ? `  ${event.text}` : event.text);
    }
  }

  end(): void {
    this.progress.clear();
  }

  /** A cell's score on the primary endpoint, as soon as it has one. */
  private showCell({ retriever, arm, scores }: RunEvent & { kind: "arm" }): void {
    if (retriever !== this.primary?.retriever) return;
    const values = scores.filter(({ metric }) => metric === this.primary?.metric).map(({ value }) => value);
    if (values.length === 0) return;
    this.progress.clear();
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    tell(`  ${share(mean)}  ${arm}`);
  }
}

function planText({ of, texts, missing, characters, seconds }: RunEvent & { kind: "plan" }): string {
  const known = texts - missing;
  const what = of === "units" ? "units of all limits" : "chunks of all cells";
  const head = `${what}: ${counted(texts, "distinct text")}, ${whole(known)} known`;
  if (missing === 0) return `${head}; nothing to embed`;
  const time = seconds === null ? "" : `, about ${durationText(seconds)}`;
  return `${head}; ${counted(missing, "text")} of ${whole(characters)} characters to embed${time}`;
}
