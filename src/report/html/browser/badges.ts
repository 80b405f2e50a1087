import { badgeOf } from "../badge.js";
import type { ArmData, QuestionData } from "../data.js";
import { element } from "./dom.js";

/** The rank of the first holder under an arm, as a coloured mark with words for those who don't see it. */
export function badge(
  question: QuestionData,
  retriever: number,
  arm: number,
  { name }: ArmData,
): HTMLElement {
  const { text, kind, words } = badgeOf(question.found[retriever]?.[arm]?.rank ?? 0, question.split[arm]);
  const spoken = `${name}: ${words}`;
  return element("span", { class: `badge ${kind}`, title: spoken, role: "img", "aria-label": spoken }, text);
}
