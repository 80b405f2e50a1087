import { headingPath } from "../markdown/index.js";
import { contentWords, countShared } from "../questions/index.js";
import type { TagRule } from "./tag.js";

/** Beyond this rank even of the paragraph alone, the question and its answer have little to do with one another. */
export const farRank = 50;

/**
 * The question itself may be at fault: no arm finds it with any retriever, not even by the paragraph of the answer
 * alone; or it has no word in common with the answer's section, and the paragraph alone is ranked very low.
 */
export const doubtfulQuestion: TagRule = ({ miss, section, found_by_nothing }) => {
  if (found_by_nothing) return "no arm and no retriever finds it, not even by the paragraph alone";
  const { answer, question, tried } = miss;
  const paragraph = tried.find(({ kind }) => kind === "paragraph");
  if (paragraph === undefined || (paragraph.rank ?? Number.POSITIVE_INFINITY) <= farRank) return null;
  const { page } = answer;
  const text = page.markdown.slice(section.start, section.end);
  const about = contentWords(`${headingPath(page, answer.start).join(" ")} ${text}`);
  if (countShared(contentWords(question.question), about) > 0) return null;
  const rank = paragraph.rank === null ? "not ranked" : `ranked ${paragraph.rank}`;
  return `no word in common with its section; the paragraph alone is ${rank}`;
};
