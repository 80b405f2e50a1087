import type { Heading, ParsedPage } from "./page.js";
import { type Span, trimSpan } from "./span.js";

/** Bold text that stands where a heading should: a paragraph of its own, of one line. */
export interface BoldTitle extends Span {
  /** The text without its marks and a colon at its end. */
  readonly title: string;
}

/** Longer bold text is a sentence that matters, not a title. */
const longestTitle = 80;

const knownTitles = new WeakMap<ParsedPage, readonly BoldTitle[]>();

/**
 * The paragraphs of a page that are bold text alone: `**Title**`, `__Title__`, with or without a colon.
 *
 * A sentence isn't a title: what ends in a full stop or an exclamation mark, or is longer than 80 characters, is left
 * out, and so is what stands in lists, quotations and tables.
 */
export function boldTitles(page: ParsedPage): readonly BoldTitle[] {
  const before = knownTitles.get(page);
  if (before !== undefined) return before;
  const titles = page.blocks.flatMap((block): BoldTitle[] => {
    const span = block.kind === "paragraph" ? trimSpan(page.markdown, block) : null;
    if (span === null) return [];
    const title = titleIn(page.markdown.slice(span.start, span.end));
    return title === null ? [] : [{ ...span, title }];
  });
  knownTitles.set(page, titles);
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

/** A page read as if its bold titles were headings, and the levels at which all of its headings count. */
export interface TitledPage {
  readonly page: ParsedPage;
  readonly levels: number;
}

const knownPages = new WeakMap<ParsedPage, Map<number, ParsedPage>>();

/**
 * A page on which bold titles are headings one level below the heading that they stand under.
 *
 * Of the page's own headings those up to `levels` stay, as no other starts a section. The blocks, and so the units,
 * stay as they are.
 *
 * @param levels deepest heading level that starts a section, 1 to 6
 * @returns the page, and `levels` + 1: a bold title counts wherever it stands
 */
export function withBoldHeadings(page: ParsedPage, levels: number): TitledPage {
  const byLevels = knownPages.get(page) ?? new Map<number, ParsedPage>();
  knownPages.set(page, byLevels);
  let titled = byLevels.get(levels);
  if (titled === undefined) {
    titled = { ...page, headings: headingsWithBold(page, levels) };
    byLevels.set(levels, titled);
  }
  return { page: titled, levels: levels + 1 };
}

function headingsWithBold(page: ParsedPage, levels: number): Heading[] {
  const own = page.headings.filter(({ level }) => level <= levels);
  const bold = boldTitles(page).map(({ start, end, title }): Heading => {
    const above = own.findLast((heading) => heading.start < start);
    const level = (above?.level ?? 0) + 1;
    return { start, end, level, title, path: [...(above?.path ?? []), { level, title }] };
  });
  return [...own, ...bold].sort((a, b) => a.start - b.start);
}
