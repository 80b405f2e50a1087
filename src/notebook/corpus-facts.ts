import { type ParsedPage, type Section, sections } from "../markdown/index.js";
import type { Question } from "../questions/index.js";
import type { CorpusShape, TypeCount } from "../report/index.js";
import { share, type Table, whole } from "../report/index.js";

/** Deepest heading that starts a section, as in the strategies. */
const levels = 3;

const sectionLength = ({ start, end }: Section): number => end - start;

/** What the pages look like, for the picture of it. */
export function corpusShapeOf(pages: readonly ParsedPage[]): CorpusShape {
  const characters = { prose: 0, list: 0, code: 0, table: 0 };
  for (const { kind, start, end } of pages.flatMap(({ blocks }) => blocks)) {
    const part = kind === "list" || kind === "code" || kind === "table" ? kind : "prose";
    characters[part] += end - start;
  }
  return {
    headings_per_page: pages.map(({ headings }) => headings.length),
    section_chars: pages.flatMap((page) => sections(page, levels).map(sectionLength)),
    characters,
  };
}

/** The longest pages, one a row. */
export function pagesTable(pages: readonly ParsedPage[], rows = 10): Table {
  const longest = [...pages].sort((a, b) => b.markdown.length - a.markdown.length).slice(0, rows);
  return {
    title:
      longest.length < pages.length ? `The ${longest.length} longest of ${pages.length} pages` : "The pages",
    header: ["page", "characters", "headings", "longest section", "code", "table"],
    rows: longest.map((page) => {
      const part = (kind: string): string => {
        const blocks = page.blocks.filter((block) => block.kind === kind);
        return share(
          blocks.reduce((sum, { start, end }) => sum + end - start, 0) / Math.max(1, page.markdown.length),
        );
      };
      return [
        page.url,
        whole(page.markdown.length),
        whole(page.headings.length),
        whole(Math.max(0, ...sections(page, levels).map(sectionLength))),
        part("code"),
        part("table"),
      ];
    }),
    notes: [
      `Lengths in characters; a section starts at each heading up to level ${levels}. Code, table: shares of the page.`,
    ],
  };
}

/** How many questions of each type there are, and on how many pages. */
export function typeCounts(questions: readonly Question[]): TypeCount[] {
  return [...new Set(questions.map(({ type }) => type))].map((type) => {
    const own = questions.filter((question) => question.type === type);
    return { type, questions: own.length, pages: new Set(own.map(({ url }) => url)).size };
  });
}

/** The first question of each type, with the first quote that answers it. */
export function exampleQuestions(questions: readonly Question[], pages: readonly ParsedPage[]): Table {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const types = [...new Set(questions.map(({ type }) => type))];
  const firsts = types.flatMap((type) => questions.find((question) => question.type === type) ?? []);
  return {
    title: "A question of each type",
    header: ["type", "question", "answered by", "page"],
    rows: firsts.map(({ type, question, url, answers }) => {
      const [answer] = answers;
      const [span] = answer?.quotes[0] ?? [];
      const text =
        span === undefined ? "" : (byUrl.get(answer.url)?.markdown.slice(span.start, span.end) ?? "");
      return [type, question, text, url];
    }),
    notes: [],
  };
}

/** How many sections are longer than a limit: what hybrid chunking can cut otherwise than chunking by headings does. */
export function longSections(pages: readonly ParsedPage[], limits: readonly number[]): Table {
  const lengths = pages.flatMap((page) => sections(page, levels).map(sectionLength));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    title: `Sections longer than max_chars, of ${whole(lengths.length)}`,
    header: ["max_chars", "sections", "share", "share of the text"],
    rows: limits.map((limit) => {
      const long = lengths.filter((length) => length > limit);
      const text = long.reduce((sum, length) => sum + length, 0);
      return [whole(limit), whole(long.length), share(long.length / lengths.length), share(text / total)];
    }),
    notes: ["Only in these sections do heading and hybrid chunking differ."],
  };
}
