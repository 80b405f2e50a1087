import { type Suggestion, type Tag, type TagCase, type TagRule, tagNames } from "./tag.js";
import {
  brokenProcedure,
  duplicateText,
  lostContext,
  settingSensitive,
  truncatedText,
} from "./tag-chunks.js";
import { doubtfulQuestion } from "./tag-question.js";
import { fakeHeading, giantSection, mergedSections, tinySectionRule, vagueHeading } from "./tag-sections.js";

const rules: Readonly<Record<Tag, TagRule>> = {
  giant_section: giantSection,
  tiny_section: tinySectionRule,
  vague_heading: vagueHeading,
  fake_heading: fakeHeading,
  broken_procedure: brokenProcedure,
  merged_sections: mergedSections,
  lost_context: lostContext,
  setting_sensitive: settingSensitive,
  truncated_text: truncatedText,
  duplicate_text: duplicateText,
  doubtful_question: doubtfulQuestion,
};

/** The tags whose rules hold for a miss, each with its evidence, in the order of `tagNames`. */
export function suggestTags(of: TagCase): Suggestion[] {
  return tagNames.flatMap((tag) => {
    const evidence = rules[tag](of);
    return evidence === null ? [] : [{ tag, evidence }];
  });
}
