export type { ArmNote } from "./arm-look.js";
export {
  type BreakHeadingOptions,
  type BreakHeadingPoint,
  breakHeadingCurve,
} from "./break-heading-curve.js";
export type { Basis } from "./caption.js";
export { type ChunkLengthsOptions, chunkLengths } from "./chunk-lengths.js";
export { type CorpusShape, corpusShape } from "./corpus-shape.js";
export { type CostPoint, type CostScoreOptions, costScore } from "./cost-score.js";
export { type DifferenceDotsOptions, differenceDots } from "./difference-dots.js";
export { type BudgetPoint, type EqualContextOptions, equalContext } from "./equal-context.js";
export { lossBars } from "./loss-bars.js";
export { type QuestionsByTypeOptions, questionsByType, type TypeCount } from "./questions-by-type.js";
export { renderSvg } from "./render.js";
export { saveFigure } from "./save.js";
export { type ScoreDotsOptions, scoreDots } from "./score-dots.js";
export { scoreDotsByType } from "./score-dots-by-type.js";
export { type CurveUnit, type SimilarityCurveOptions, similarityCurve } from "./similarity-curve.js";
export type { FigureSpec } from "./spec.js";
export type { MarkedCell, SweepOptions, SweepPoint } from "./sweep.js";
export { type HeatPoint, sweepHeat } from "./sweep-heat.js";
export { sweepLines } from "./sweep-lines.js";
export { cutterLooks, type Look, okabeIto } from "./theme.js";
