export { type Arm, comparisonsOf, describeArm, resolveArms } from "./arms.js";
export { type ChunkStats, cutShareLimit } from "./chunk-stats.js";
export { armText, type ChunkedArm, chunkArm, similaritiesFrom, unitTexts } from "./chunked-arm.js";
export {
  parseJson,
  parseStudyConfig,
  parseSweepSettings,
  type Retriever,
  readStudyConfig,
  retrieverNames,
  type StudyConfig,
} from "./config.js";
export { fromCsv, toCsv } from "./csv.js";
export { EmbeddedTexts } from "./embedded-texts.js";
export { freezeStudy } from "./freeze.js";
export { gapTitle, type HeadingRow, headingCaveat } from "./heading-study.js";
export { defaultHeadingQueries, type HeadingStudy, runHeadingStudy } from "./heading-study-run.js";
export { initStudy } from "./init.js";
export { type PageRow, pageRows, type QuestionRow, questionRows } from "./input-rows.js";
export { examineStudy, problemText, readStudy, type StudyInputs, sha256 } from "./inputs.js";
export type { InteractionRow } from "./interactions.js";
export { comparePair, type PairedRow, withAdjustedP } from "./paired.js";
export { Pipeline } from "./pipeline.js";
export { cacheFolder, projectFolder, resultsFolderOf } from "./places.js";
export { Policy } from "./policy.js";
export { type Against, type ResultFiles, readResultFile } from "./result-files.js";
export { type FinishedPipeline, type RunOptions, runStudy, type StudyResult } from "./run.js";
export type { RunEvent } from "./run-event.js";
export { allTypes, macroTypes, ScoreTable } from "./score-table.js";
export { holderKeys, noRetriever, type Rankings, type ScoreRow, scoreArm } from "./scores.js";
export type { Flip, RuleOrder } from "./sensitivity.js";
export { type SetReport, setReport } from "./set-report.js";
export { setUpModel } from "./set-up-model.js";
export { didYouMean, isForPeople, StudyError } from "./study-error.js";
export type { SummaryRow } from "./summary.js";
export { summarize } from "./summary.js";
export * from "./sweep/index.js";
export { type TrecChunk, type TrecRanked, trecFiles } from "./trec.js";
export { inseparableShare, type Verdict } from "./verdict.js";
