export { answerSpan } from "./answer-span.js";
/** The review room: what is missed, why, and what may be wrong. It knows nothing of display. */
export type { Cut } from "./cut.js";
export {
  type Judgement,
  judgedTags,
  type ReviewRow,
  type ReviewVerdict,
  unjudged,
  verdicts,
} from "./judgement.js";
export { type LossRow, lossColumns } from "./loss-table.js";
export {
  type AnswerSpan,
  type Miss,
  type RankedChunk,
  type Reason,
  reasons,
  shownChunks,
  type TrialKind,
  type Tried,
  trialKinds,
} from "./miss.js";
export { type MissRow, missColumns, missRow, namesIn } from "./miss-rows.js";
export { commonShare, fewestTagged, measureRemedies } from "./remedies.js";
export { type RemedyRow, writeRemedies } from "./remedy-file.js";
export { parseReview } from "./review-csv.js";
export { addRows, readReview, reviewFileOf, writeJudgement } from "./review-file.js";
export { type Review, reviewRun, reviewStudy, runReviewedStudy, type StudyReview } from "./review-study.js";
export { type Suggestion, type Tag, type TaggedMiss, tagNames } from "./tag.js";
export type { HitsBySetting } from "./tag-cases.js";
