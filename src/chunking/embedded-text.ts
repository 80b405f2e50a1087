import { headingPath, linesOf, type ParsedPage, type Span, trimSpan } from "../markdown/index.js";

/** How the titles above a chunk are put before its text: not at all, `A > B > C`, or the innermost as `[C]`. */
export type PathStyle = "none" | "breadcrumb" | "bracket";

export interface EmbeddedTextOptions {
  readonly path: PathStyle;
  /** Deepest heading level that appears in the path, 1 to 6 (default 3). */
  readonly levels?: number;
  /** `drop_if_in_text` leaves the chunk's own title out of the path where its text starts with that heading. */
  readonly path_title?: "keep" | "drop_if_in_text";
  /** Whether a piece that starts below a table's header row gets that row put before it (default true). */
  readonly table_header?: boolean;
}

/**
 * What is embedded and indexed for a chunk: the optional heading path on a line of its own, the header row of a table
 * whose later rows it starts with, and the chunk's text. Only here does text occur that isn't the page's slice. Half of
 * a surrogate pair, which a page read from JSON can hold, becomes U+FFFD here; the span stays.
 */
export function embeddedText(page: ParsedPage, chunk: Span, options: EmbeddedTextOptions): string {
  const text = page.markdown.slice(chunk.start, chunk.end);
  const header = options.table_header === false ? null : tableHeaderAbove(page, chunk);
  return [pathLine(page, chunk, options), header, text]
    .filter((part) => part !== null)
    .join("\n")
    .toWellFormed();
}

/** Whether the chunk's path and its text both hold the title of the heading that it starts with. */
export function embedsTitleTwice(page: ParsedPage, chunk: Span, options: EmbeddedTextOptions): boolean {
  return (
    pathLine(page, chunk, options) !== null &&
    options.path_title !== "drop_if_in_text" &&
    startsWithHeading(page, chunk, options)
  );
}

function pathLine(page: ParsedPage, chunk: Span, options: EmbeddedTextOptions): string | null {
  if (options.path === "none") return null;
  const start = trimSpan(page.markdown, chunk)?.start ?? chunk.start;
  let titles = headingPath(page, start, options.levels ?? 3).filter((title) => title !== "");
  if (options.path_title === "drop_if_in_text" && startsWithHeading(page, chunk, options))
    titles = titles.slice(0, -1);
  if (titles.length === 0) return null;
  return options.path === "bracket" ? `[${titles[titles.length - 1]}]` : titles.join(" > ");
}

function startsWithHeading(page: ParsedPage, chunk: Span, { levels = 3 }: EmbeddedTextOptions): boolean {
  const start = trimSpan(page.markdown, chunk)?.start;
  return page.headings.some((heading) => heading.start === start && heading.level <= levels);
}

function tableHeaderAbove({ blocks, markdown }: ParsedPage, chunk: Span): string | null {
  const start = trimSpan(markdown, chunk)?.start ?? chunk.start;
  const table = blocks.find((block) => block.kind === "table" && block.start < start && start < block.end);
  if (table === undefined) return null;
  const [header] = linesOf(markdown, table);
  return start < header.end ? null : markdown.slice(header.start, header.end);
}
