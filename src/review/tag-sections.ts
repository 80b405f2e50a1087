import { boldTitles, isBlank, type Section, type Span, sections, trimSpan } from "../markdown/index.js";
import type { TagRule } from "./tag.js";

/** A section below this many characters, its heading counted, says next to nothing. */
export const tinySection = 200;

/** Titles that would suit any page. A title of up to two words, all of them such, is vague. */
export const vagueWords: ReadonlySet<string> = new Set(
  `about advanced api arguments background basic basics config configuration details example examples faq features
  general getting intro introduction method methods misc more note notes option options other others output overview
  parameter parameters properties property reference remarks return returns setup settings start started summary
  tip tips usage use value values`.split(/\s+/),
);
const longestVagueTitle = 2;

/** The answer's section is longer than a chunk may be, so that it has to be cut somewhere. */
export const giantSection: TagRule = ({ miss, section }) => {
  const { strategy, parameters } = miss.arm;
  if (strategy.limit === undefined) return null;
  const limit = Number(parameters[strategy.limit]);
  const length = lengthOf(miss.answer.page.markdown, section);
  return length > limit ? `${titleOf(section)}: ${length} characters, ${strategy.limit} ${limit}` : null;
};

export const tinySectionRule: TagRule = ({ miss: { answer } }) => {
  const innermost = sections(answer.page, 6).find(
    ({ start, end }) => start <= answer.start && answer.start < end,
  );
  if (innermost === undefined) return null;
  const length = lengthOf(answer.page.markdown, innermost);
  return length < tinySection ? `${titleOf(innermost)}: ${length} characters` : null;
};

/** Its path would say what a vague title leaves open; so arms that embed the path aren't blamed. */
export const vagueHeading: TagRule = ({ miss, section }) => {
  if (miss.arm.text.path === "breadcrumb" || section.heading === null) return null;
  const words = section.heading.title.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const isVague =
    words.length > 0 && words.length <= longestVagueTitle && words.every((word) => vagueWords.has(word));
  return isVague ? titleOf(section) : null;
};

/** Bold text stands above the answer as a heading would, in the same section. */
export const fakeHeading: TagRule = ({ miss, section }) => {
  const { answer, arm } = miss;
  if (arm.parameters.bold_headings === true) return null;
  const above = boldTitles(answer.page).filter(({ start }) => section.start <= start && start < answer.start);
  const last = above.at(-1);
  return last === undefined
    ? null
    : `bold "${last.title}" at ${last.start}, ${above.length} in the section above`;
};

/** The holder reaches over the start of a section: it holds text of more than one. */
export const mergedSections: TagRule = ({ miss: { holder, answer, arm } }) => {
  if (holder === null) return null;
  const { page } = answer;
  const inside = sections(page, arm.text.levels ?? 3).filter((section) => {
    const shared = { start: Math.max(section.start, holder.start), end: Math.min(section.end, holder.end) };
    return shared.start < shared.end && !isBlank(page.markdown.slice(shared.start, shared.end));
  });
  if (inside.length < 2) return null;
  return `${inside.length} sections in the chunk: ${inside.slice(0, 3).map(titleOf).join(", ")}${inside.length > 3 ? ", …" : ""}`;
};

export function titleOf({ heading }: Section): string {
  return heading === null ? "before any heading" : JSON.stringify(heading.title);
}

function lengthOf(markdown: string, span: Span): number {
  const trimmed = trimSpan(markdown, span);
  return trimmed === null ? 0 : trimmed.end - trimmed.start;
}
