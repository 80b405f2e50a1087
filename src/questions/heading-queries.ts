import { type ParsedPage, type Section, type Span, sections } from "../markdown/index.js";
import type { Question } from "./check.js";
import { wordsOf } from "./overlap-words.js";

/** A section of a page that a question is about: from its heading to the next of level 1 to 3. */
export interface AnswerSection extends Span {
  readonly url: string;
}

/**
 * A question that is about sections. One that is made of a heading has no quotes, so every measure of quotes is without
 * a meaning for it, as it is for a question about whole pages; what it has is its section.
 */
export interface SectionedQuestion extends Question {
  readonly sections: readonly AnswerSection[];
}

export interface HeadingQueryOptions {
  /** Shortest section that is asked for, in UTF-16 units, its heading line included. */
  readonly min_chars: number;
  /** Fewest words of a title that is asked with: one word asks for nothing in particular. */
  readonly min_words: number;
}

export interface HeadingQueries {
  readonly questions: readonly SectionedQuestion[];
  /** Headings of level 2 and 3 that no question was made of, by the first reason that holds. */
  readonly left_out: {
    readonly short_section: number;
    readonly short_title: number;
    /** Titles that several such headings have: nobody could tell which section is meant. */
    readonly repeated_title: number;
  };
}

/** Deepest heading that opens a section. */
const sectionLevels = 3;
const askedLevels: readonly number[] = [2, 3];

/**
 * Questions made of headings: every title of level 2 or 3 asks for its own section.
 *
 * A second test set that costs nothing, and not an even one: the query is a text of the page, and the section's own
 * heading line and path repeat it word by word. So arms that keep headings or paths in their index are favoured, and
 * results must say so wherever they are shown.
 *
 * @returns in page order; the question is the title, its type `h2` or `h3`, its id the page's url and the heading's
 * offset
 */
export function headingQueries(
  pages: readonly ParsedPage[],
  { min_chars, min_words }: HeadingQueryOptions,
): HeadingQueries {
  const asked = pages.flatMap((page) =>
    sections(page, sectionLevels).flatMap((section) => {
      const { heading } = section;
      if (heading === null || !askedLevels.includes(heading.level)) return [];
      return [{ page, section, heading, words: wordsOf(heading.title) }];
    }),
  );
  const frequency = new Map<string, number>();
  for (const { words } of asked) {
    const key = words.join(" ");
    frequency.set(key, (frequency.get(key) ?? 0) + 1);
  }
  const left_out = { short_section: 0, short_title: 0, repeated_title: 0 };
  const questions = asked.flatMap(({ page, section, heading, words }): SectionedQuestion[] => {
    if (section.end - section.start < min_chars) left_out.short_section++;
    else if (words.length < min_words) left_out.short_title++;
    else if ((frequency.get(words.join(" ")) ?? 0) > 1) left_out.repeated_title++;
    else return [sectionQuestion(page.url, section, heading.title, heading.level)];
    return [];
  });
  return { questions, left_out };
}

function sectionQuestion(
  url: string,
  { start, end }: Section,
  title: string,
  level: number,
): SectionedQuestion {
  return {
    id: `${url}#${start}`,
    question: title,
    type: `h${level}`,
    url,
    answers: [],
    pages: [url],
    sections: [{ url, start, end }],
  };
}

/** The sections that hold the quotes of any of a question's answers, each once. */
export function answerSections(
  { answers }: Pick<Question, "answers">,
  pages: ReadonlyMap<string, ParsedPage>,
): AnswerSection[] {
  const found = new Map<string, AnswerSection>();
  for (const { url, quotes } of answers) {
    const page = pages.get(url);
    if (page === undefined) continue;
    const all = sections(page, sectionLevels);
    for (const { start } of quotes.flat()) {
      const section = all.find((each) => each.start <= start && start < each.end);
      if (section !== undefined) {
        found.set(`${section.start} ${url}`, { url, start: section.start, end: section.end });
      }
    }
  }
  return [...found.values()];
}

/** The sections that a question is about, where it says; none otherwise. */
export function sectionsOf(question: Question): readonly AnswerSection[] {
  return question.sections ?? [];
}

/** Whether at least half of a span of a page lies in one of the sections. */
export function liesInAny(page: string, { start, end }: Span, among: readonly AnswerSection[]): boolean {
  return among.some((section) => {
    const inside = Math.min(end, section.end) - Math.max(start, section.start);
    return page === section.url && inside > 0 && 2 * inside >= end - start;
  });
}
