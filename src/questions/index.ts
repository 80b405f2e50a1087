export { checkTestSet, type LocatedAnswer, locateTestSet, type Question } from "./check.js";
export { closestText, locateQuote } from "./quotes.js";
export {
  type AnswerPlace,
  answerPlaces,
  type Problem,
  parseTestSet,
  starterQuestion,
  type TestItem,
} from "./test-set.js";
