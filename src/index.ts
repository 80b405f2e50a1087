/**
 * What people call who script, work in notebooks or add a strategy. A study as a whole: `runStudy`; its parts, from a
 * page's text to a metric: the rest.
 */
export * from "./chunking/index.js";
export { type Embedder, type EmbedderConfig, openEmbedder } from "./embedding/index.js";
export {
  firstHolderRank,
  isHolder,
  type Metric,
  metricNotations,
  parseMetric,
  type Retrieved,
} from "./evaluation/index.js";
export {
  type Heading,
  headingPath,
  type PageText,
  type ParsedPage,
  parsePage,
  type Section,
  type Span,
  sections,
} from "./markdown/index.js";
export {
  checkTestSet,
  closestText,
  locateQuote,
  locateTestSet,
  type Problem,
  parseTestSet,
  type Question,
  type TestItem,
} from "./questions/index.js";
export * from "./report/index.js";
export { bm25Index, denseIndex, reciprocalRankFusion, type Scored } from "./retrieval/index.js";
export { type CompareOptions, compareRuns, type RunComparison } from "./review/compare.js";
export { readScoredRun, type ScoredRun } from "./review/compare-read.js";
export {
  type Miss,
  type Reason,
  reviewStudy,
  runReviewedStudy,
  type StudyReview,
  type Tag,
  type TaggedMiss,
} from "./review/index.js";
export { type Refreeze, type RefreezeOptions, refreezeStudy } from "./review/refreeze.js";
export { type Accepted, acceptRefreeze } from "./review/refreeze-accept.js";
export {
  examineStudy,
  type RunEvent,
  type RunOptions,
  readStudy,
  runStudy,
  runSweep,
  StudyError,
  type StudyResult,
  type SweepOptions,
  type SweepResult,
} from "./study/index.js";
