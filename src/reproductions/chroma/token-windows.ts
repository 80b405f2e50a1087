import { checkOverlap, parameter, type Strategy, withoutPrefixes } from "../../chunking/index.js";
import { isBlank, type ParsedPage, type Span } from "../../markdown/index.js";
import { cl100kEnds } from "./cl100k.js";

/**
 * Windows of `size` cl100k_base tokens, each starting `size - overlap` tokens after the one before, until one reaches
 * the end. Nothing is trimmed. Where a token ends inside a character, the whole character goes to the next window.
 */
export const strategy: Strategy = {
  name: "token windows",
  parameters: { size: parameter.size, overlap: parameter.overlap },
  mayOverlap: true,
  repeatsTableHeader: false,
  check: checkOverlap,
  chunk: (page, { size, overlap }) => windows(page, Number(size), Number(overlap)),
};

function windows({ markdown, content }: ParsedPage, size: number, overlap: number): Span[] {
  const ends = cl100kEnds(markdown.slice(content.start, content.end));
  const offset = (token: number): number => content.start + (token === 0 ? 0 : ends[token - 1]);
  const result: Span[] = [];
  for (let first = 0; first < ends.length; first += size - overlap) {
    const last = Math.min(first + size, ends.length);
    const span = { start: offset(first), end: offset(last) };
    if (span.end > span.start && !isBlank(markdown.slice(span.start, span.end))) result.push(span);
    if (last === ends.length) break;
  }
  return withoutPrefixes(result);
}
