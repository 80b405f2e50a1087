import { type EmbeddedTextOptions, embeddedText } from "../chunking/index.js";
import { isBlank, type ParsedPage, type Span } from "../markdown/index.js";
import type { ChunkedArm } from "./chunked-arm.js";

/** HTML anchors, and the targets of links within the page: both are titles in another spelling. */
const anchors =
  /<a\s+(?:id|name)\s*=\s*(?:"[^"]*"|'[^']*')\s*\/?>(?:\s*<\/a>)?|(?<=\])\(#[^)\s]*\)|^\[[^\]\n]+\]:[ \t]*#\S+/gim;

/**
 * What is embedded and indexed for a chunk when titles are taken out: no heading lines, no anchors, no path. The chunk's
 * span stays, and so does whatever else of the titles the page's text says, such as a table of contents' link texts.
 *
 * @returns null where nothing is left
 */
export function textWithoutTitles(
  page: ParsedPage,
  chunk: Span,
  options: EmbeddedTextOptions,
): string | null {
  const full = embeddedText(page, chunk, { ...options, path: "none" });
  const tableHeader = full.slice(0, full.length - (chunk.end - chunk.start));
  let text = "";
  let from = chunk.start;
  for (const heading of page.headings) {
    if (heading.end <= chunk.start || heading.start >= chunk.end) continue;
    text += page.markdown.slice(from, Math.max(from, heading.start));
    from = Math.min(heading.end, chunk.end);
  }
  text += page.markdown.slice(from, chunk.end);
  const stripped = text.toWellFormed().replace(anchors, "").trim();
  return isBlank(stripped) ? null : `${tableHeader}${stripped}`;
}

/** An arm with the same spans and titles taken out of what is indexed; chunks of which nothing is left aren't indexed. */
export function withoutTitles(chunked: ChunkedArm, pages: readonly ParsedPage[]): ChunkedArm {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const indexed = chunked.chunks.flatMap((chunk) => {
    const page = byUrl.get(chunk.page);
    const text = page === undefined ? null : textWithoutTitles(page, chunk, chunked.arm.text);
    return text === null ? [] : [{ chunk, text }];
  });
  return {
    ...chunked,
    chunks: indexed.map(({ chunk }) => chunk),
    texts: indexed.map(({ text }) => text),
  };
}
