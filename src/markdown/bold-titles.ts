import type { ParsedPage } from "./page.js";
import { type Span, trimSpan } from "./span.js";

/** Bold text that stands where a heading should: a paragraph of its own, of one line. */
export interface BoldTitle extends Span {
  /** The text without its marks and a colon at its end. */
  readonly title: string;
}

/** Longer bold text is a sentence that matters, not a title. */
const longestTitle = 80;

const known = new WeakMap<ParsedPage, readonly BoldTitle[]>();

/**
 * The paragraphs of a page that are bold text alone: `**Title**`, `__Title__`, with or without a colon.
 *
 * A sentence isn't a title: what ends in a full stop or an exclamation mark, or is longer than 80 characters, is left
 * out, and so is what stands in lists, quotations and tables.
 */
export function boldTitles(page: ParsedPage): readonly BoldTitle[] {
  const before = known.get(page);
  if (before !== undefined) return before;
  const titles = page.blocks.flatMap((block): BoldTitle[] => {
    const span = block.kind === "paragraph" ? trimSpan(page.markdown, block) : null;
    if (span === null) return [];
    const title = titleIn(page.markdown.slice(span.start, span.end));
    return title === null ? [] : [{ ...span, title }];
  });
  known.set(page, titles);
  return titles;
}

function titleIn(text: string): string | null {
  const match = /^(\*\*|__)(?!\s)([^\r\n]+?)(?<!\s)\1:?$/.exec(text);
  if (match === null) return null;
  const [, mark, inside] = match;
  if (inside.includes(mark)) return null;
  const title = inside.replace(/:$/, "").trim();
  return title === "" || title.length > longestTitle || /[.!]$/.test(title) ? null : title;
}
