export { checkTestSet, type LocatedAnswer, locateTestSet, type Question } from "./check.js";
export { closestText, locateQuote } from "./quotes.js";
export { type AnswerPlace, answerPlaces, type Problem, parseTestSet, type TestItem } from "./test-set.js";
