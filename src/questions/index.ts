export { type Advice, type AdviceKind, adviseOn, type UnitsOf } from "./advice.js";
export { checkTestSet, type LocatedAnswer, locateTestSet, type Question } from "./check.js";
export { type Candidate, EvidenceFinder } from "./evidence.js";
export { type Placed, placeRows } from "./exchange.js";
export { delimiterOf, recordsOf } from "./exchange-csv.js";
export {
  type ExchangeFormat,
  exchangeFormats,
  formatOfFile,
  readRows,
  writeItems,
} from "./exchange-formats.js";
export { escapeFormula, unescapeFormula } from "./formula.js";
export {
  type AnswerSection,
  type HeadingQueries,
  type HeadingQueryOptions,
  headingQueries,
  liesInAny,
  type SectionedQuestion,
  sectionsOf,
} from "./heading-queries.js";
export { summarizeOverlaps, type WordOverlap, wordOverlaps } from "./overlap.js";
export { contentWords, countShared, wordsOf } from "./overlap-words.js";
export { type ClosestPassage, closestPassage, closestText, locateQuote } from "./quotes.js";
export { locateRespelt } from "./respelling.js";
export {
  type AnswerPlace,
  answerPlaces,
  type Problem,
  parseTestSet,
  starterQuestion,
  type TestItem,
} from "./test-set.js";
