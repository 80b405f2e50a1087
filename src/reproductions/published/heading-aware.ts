import { checkOverlap, parameter, type Strategy } from "../../chunking/index.js";
import { headerSections } from "./header-sections.js";
import { chunksOf, type Piece } from "./piece.js";
import { recursiveSpans } from "./recursive.js";

/** Sections of the header splitter, each cut by the recursive splitter. Paths are put in front after cutting. */
export function headingAwarePieces(markdown: string, size: number, overlap: number): Piece[] {
  return headerSections(markdown).flatMap(({ path, start, text: mapped }) => {
    const { text } = mapped;
    const spans = recursiveSpans(text, size, overlap);
    return spans.map((span, i) => {
      const origin = mapped.originOf(span);
      // The heading line, which isn't in the text, stays with what follows it.
      return {
        start: i === 0 ? start : origin.start,
        end: origin.end,
        text: text.slice(span.start, span.end),
        path,
      };
    });
  });
}

/** Heading-aware chunks of the three-chunker comparison; the size doesn't cover the path. */
export const strategy: Strategy = {
  name: "published-heading-aware",
  parameters: { size: parameter.size, overlap: { ...parameter.overlap, default: 0 } },
  mayOverlap: true,
  repeatsTableHeader: false,
  check: checkOverlap,
  chunk: (page, { size, overlap }) =>
    chunksOf(page, headingAwarePieces(page.markdown, Number(size), Number(overlap))),
};
