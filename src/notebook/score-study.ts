import { counted, durationText, whole } from "../report/index.js";
import type { StudyResult } from "../study/index.js";
import { CellError } from "./friendly-error.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";
import { ProgressDisplay } from "./progress.js";
import { scoreApart, showEvent } from "./score-apart.js";
import type { ScoredStudy } from "./score-worker.js";

/**
 * Score every arm of the study, as `npx seamlab run` does, with progress below the cell. What was embedded before
 * isn't embedded again. Results are written to the study's results folder.
 *
 * It is done in a thread of its own: the kernel stays responsive, and an interrupt stops it within a second whatever
 * it is at.
 *
 * @throws CellError where arms can't be scored, as there is no model; and see `withInterrupt`
 */
export function scoreStudy(study: NotebookStudy): Promise<StudyResult> {
  return withInterrupt(async (signal) => {
    const started = Date.now();
    const progress = new ProgressDisplay();
    const request = { task: "study", folder: study.folder, resultsFolder: study.resultsFolder } as const;
    const result = await scoreApart(request, signal, (event) => showEvent(progress, event));
    if (result.incomplete !== null) throw new CellError(result.incomplete);
    const { folder, resultsFolder, vectors, ...inputs } = study;
    progress.end(`${describe(study, result)}; ${durationText((Date.now() - started) / 1000)}`);
    return { ...result, inputs };
  });
}

/** `8 arms scored on 79 questions; nothing had to be embedded; results equal to the committed ones`. */
function describe({ questions }: NotebookStudy, { chunk_stats, fresh, against }: ScoredStudy): string {
  const embedded = fresh === 0 ? "nothing had to be embedded" : `${whole(fresh)} texts were embedded`;
  const same = against?.differences.length === 0 ? "results equal to" : "results not equal to";
  const compared = against === null ? [] : [`${same} the ${against.origin} ones`];
  const scored = `${counted(chunk_stats.length, "arm")} scored on ${counted(questions.length, "question")}`;
  return [scored, embedded, ...compared].join("; ");
}
