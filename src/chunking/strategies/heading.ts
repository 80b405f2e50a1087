import { holds, type ParsedPage, type Section, type Span, sections, trimSpan } from "../../markdown/index.js";
import { fits, packBlocks } from "../pieces.js";
import { parameter, type Strategy, titledPage } from "../strategy.js";

/**
 * A chunk for each section, a section starting at each heading up to `levels`; a section over `max_chars` is packed
 * by its blocks. No chunk holds text of two sections. With `bold_headings`, bold text that stands where a heading should
 * starts a section too.
 */
export const heading: Strategy = {
  name: "heading",
  parameters: {
    levels: parameter.levels,
    max_chars: parameter.max_chars,
    bold_headings: parameter.bold_headings,
  },
  limit: "max_chars",
  chunk(plain, parameters) {
    const { page, levels } = titledPage(plain, parameters);
    const max_chars = Number(parameters.max_chars);
    return sections(page, levels).flatMap((section) => chunkSection(page, section, max_chars));
  },
};

function chunkSection(page: ParsedPage, section: Section, max_chars: number): Span[] {
  const whole = trimSpan(page.markdown, section);
  if (whole === null) return [];
  if (fits(whole, max_chars)) return [whole];
  return packBlocks(
    page.markdown,
    page.blocks.filter((block) => holds(section, block)),
    max_chars,
  );
}
