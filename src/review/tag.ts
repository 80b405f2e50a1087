import type { Section } from "../markdown/index.js";
import type { Miss, PagesByUrl } from "./miss.js";

/**
 * What may be wrong with a page, a chunk or a question where an answer is missed. More than one can hold.
 *
 * - `giant_section`: the answer's section is longer than the arm's chunks may be
 * - `tiny_section`: the answer's section says next to nothing
 * - `vague_heading`: its title would suit any page, and the arm puts no path before it
 * - `fake_heading`: bold text stands where a heading should
 * - `broken_procedure`: a list is cut between its steps
 * - `merged_sections`: the chunk of the answer holds text of other sections
 * - `lost_context`: words of the question are in the headings above the chunk, and not in it
 * - `setting_sensitive`: the same strategy finds it with another `break_pct`
 * - `truncated_text`: the embedder never reads as far as the answer
 * - `duplicate_text`: a chunk that comes first says the same
 * - `doubtful_question`: nothing finds it, or nothing links the question to its answer
 */
export const tagNames = [
  "giant_section",
  "tiny_section",
  "vague_heading",
  "fake_heading",
  "broken_procedure",
  "merged_sections",
  "lost_context",
  "setting_sensitive",
  "truncated_text",
  "duplicate_text",
  "doubtful_question",
] as const;
export type Tag = (typeof tagNames)[number];

/** A tag that a rule found, and the numbers and titles that it goes by. */
export interface Suggestion {
  readonly tag: Tag;
  readonly evidence: string;
}

/** A miss with what is suggested and what holds. */
export interface TaggedMiss {
  readonly miss: Miss;
  readonly suggestions: readonly Suggestion[];
  /** The suggestions, changed by a person's word, in the order of `tagNames`. */
  readonly tags: readonly Tag[];
}

/** What a rule goes by. */
export interface TagCase {
  readonly miss: Miss;
  readonly pages: PagesByUrl;
  /** The section of the answer's first passage, by the levels that the arm knows. */
  readonly section: Section;
  /** Word pieces that the embedder reads of a text, and those up to the answer's end in the holder's; null if unknown. */
  readonly tokens: { readonly read: number; readonly needed: number } | null;
  /** Other settings of the strategy that find the answer with the same retriever; null where none was looked at. */
  readonly hits_by_setting: readonly string[] | null;
  /** Whether no arm and no retriever finds it, not even by the paragraph alone. */
  readonly found_by_nothing: boolean;
}

/** @returns the evidence, or null where the tag doesn't hold */
export type TagRule = (of: TagCase) => string | null;
