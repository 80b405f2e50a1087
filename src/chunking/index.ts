export { type Break, type BreakRule, semanticBreaks, similarityCutoff, walkBreaks } from "./breaks.js";
export {
  type Chunk,
  type Chunker,
  checkParameter,
  chunkId,
  chunkPage,
  resolveChunker,
  strategies,
} from "./chunk.js";
export { type EmbeddedTextOptions, embeddedText, embedsTitleTwice, type PathStyle } from "./embedded-text.js";
export { chunkFaults } from "./invariants.js";
export { type RecursiveRule, splitRecursively, withoutPrefixes } from "./recursive-split.js";
export { neighbourSimilarities } from "./similarity.js";
export { matchingSize } from "./strategies/fixed.js";
export {
  type BreakReport,
  breakRule,
  checkMinMax,
  checkOverlap,
  type ParameterRule,
  type Parameters,
  type ParameterValue,
  parameter,
  type Strategy,
} from "./strategy.js";
export { splitUnits, type Unit, type UnitKind, unitsOf } from "./units.js";
