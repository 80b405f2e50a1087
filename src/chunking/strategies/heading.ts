import { holds, type ParsedPage, type Section, type Span, sections, trimSpan } from "../../markdown/index.js";
import { fits, packBlocks } from "../pieces.js";
import { parameter, type Strategy } from "../strategy.js";

/**
 * A chunk for each section, a section starting at each heading up to `levels`; a section over `max_chars` is packed
 * by its blocks. No chunk holds text of two sections.
 */
export const heading: Strategy = {
  name: "heading",
  parameters: { levels: parameter.levels, max_chars: parameter.max_chars },
  limit: "max_chars",
  chunk: (page, { levels, max_chars }) =>
    sections(page, Number(levels)).flatMap((section) => chunkSection(page, section, Number(max_chars))),
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
