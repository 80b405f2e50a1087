import { counted, durationText, whole } from "../report/index.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";
import { ProgressDisplay } from "./progress.js";
import { scoreApart, showEvent } from "./score-apart.js";
import type { TunedStudy } from "./score-worker.js";

/** A grid of settings, as `sweep` in study.json has it: lists for the parameters that are varied. */
export interface Grid {
  readonly strategy: string | readonly string[];
  readonly [parameter: string]: string | number | boolean | readonly (string | number | boolean)[];
}

/**
 * Score a grid of settings on the study's questions and choose among them, with progress below the cell. Units are
 * embedded once and equal texts of all cells once. Nothing is written: `npx seamlab sweep` writes the study's own grid.
 *
 * @throws CellError naming what is wrong with the grid; and see `withInterrupt`
 */
export function tune(study: NotebookStudy, grid: Grid): Promise<TunedStudy> {
  return withInterrupt(async (signal) => {
    const started = Date.now();
    const progress = new ProgressDisplay();
    const request = { task: "sweep", folder: study.folder, sweep: grid } as const;
    const tuned = await scoreApart(request, signal, (event) => showEvent(progress, event));
    const cells = tuned.manifest.sweep.costs.reduce((sum, each) => sum + each.cells, 0);
    const embedded =
      tuned.fresh === 0 ? "nothing had to be embedded" : `${whole(tuned.fresh)} texts were embedded`;
    progress.end(
      `${counted(cells, "cell")} scored; ${embedded}; ${durationText((Date.now() - started) / 1000)}`,
    );
    return tuned;
  });
}
