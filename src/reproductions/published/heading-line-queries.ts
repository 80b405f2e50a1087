import type { ParsedPage } from "../../markdown/index.js";
import type { SectionedQuestion } from "../../questions/index.js";
import { codePointLength } from "./code-points.js";
import { headingLines } from "./heading-lines.js";

const fewestWords = 2;
const shortestSection = 300;

/**
 * Every heading line of level 2 or 3 as a query for its own section: a title of at least two words, a section of at
 * least 300 characters with its heading line, up to the next line of level 1 to 3.
 *
 * The article doesn't state its rule; this is the plain reading whose scores come closest to it. Unlike this project's
 * heading queries it keeps titles that several sections have, which nobody could tell apart, and lines of code blocks.
 */
export function headingLineQueries(pages: readonly ParsedPage[]): SectionedQuestion[] {
  return pages.flatMap(({ url, markdown }) =>
    headingLines(markdown).flatMap(({ level, title, section }): SectionedQuestion[] => {
      const words = title.split(/\s+/).filter((word) => word !== "");
      const length = codePointLength(markdown.slice(section.start, section.end));
      if (level === 1 || words.length < fewestWords || length < shortestSection) return [];
      return [
        {
          id: `${url}#${section.start}`,
          question: title,
          type: `h${level}`,
          url,
          answers: [],
          pages: [url],
          sections: [{ url, ...section }],
        },
      ];
    }),
  );
}
