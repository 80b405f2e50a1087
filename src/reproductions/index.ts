export { type ComparisonRow, disagreements } from "./comparison.js";
export { corpusFolder, defaultCorpora } from "./corpora.js";
export type { Experiment, ReproductionContext, Workload } from "./experiment.js";
export { reportText } from "./report.js";
export {
  changedRows,
  chosenExperiments,
  readComparison,
  reproduceOne,
  reproductionResults,
} from "./reproduce.js";
