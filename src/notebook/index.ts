/** Life in a notebook: what its cells call beside the public functions. Nothing here awaits while it is loaded. */
export { corpusShapeOf, exampleQuestions, longSections, pagesTable, typeCounts } from "./corpus-facts.js";
export { costPoints } from "./cost-points.js";
export { budgetPoints } from "./equal-context.js";

export { CellError } from "./friendly-error.js";
export { withInterrupt } from "./interrupt.js";
export { missHtml, showMiss } from "./miss-html.js";
export { judge, type MissesOf, missesOf, missesTable, type NotebookMiss } from "./misses.js";
export { type NotebookStudy, openStudy, studyTable } from "./open-study.js";
export { ProgressDisplay } from "./progress.js";
export { type RunFiles, readRunFiles } from "./run-files.js";
export { scoreStudy } from "./score-study.js";
export { bm25Scores, cutPages, denseScores, type Setting, scoresTable } from "./setting-scores.js";
export { showFigure, showTable, showText } from "./show.js";
export { type Grid, tune } from "./tune.js";
export {
  breaksTable,
  curveOptions,
  curveUnits,
  headingBasis,
  headingPoints,
  type PageUnits,
  pageNamed,
  typicalPage,
  unitsOf,
  unitsTable,
} from "./units.js";
export { writeUp } from "./write-up.js";
