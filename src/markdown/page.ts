import type { Span } from "./span.js";

/** What `parsePage` needs of a page: its address and its frozen text, which nothing ever changes. */
export interface PageText {
  readonly url: string;
  readonly markdown: string;
}

/** A heading that counts: at the root of the page or inside MDX component tags. */
export interface Heading extends Span {
  /** 1 to 6. */
  readonly level: number;
  /** Plain text: inline markup reduced, white space collapsed, one `{#anchor}` suffix dropped. */
  readonly title: string;
  /** The headings open here, outermost first, this one last. */
  readonly path: readonly { readonly level: number; readonly title: string }[];
}

/** A top-level piece of a page. What it is decides where it may be cut when it does not fit. */
export type Block =
  | (Span & { readonly kind: "heading" | "code" | "table" | "other" })
  /** `unbroken`: inline code, links' destinations and the like, in which no sentence ends. */
  | (Span & { readonly kind: "paragraph"; readonly unbroken: readonly Span[] })
  | (Span & { readonly kind: "list"; readonly items: readonly Span[] });

export interface ParsedPage extends PageText {
  /** A leading `---` or `+++` block, from its first mark to the end of its closing mark. */
  readonly frontMatter: Span | null;
  /** Everything after a byte-order mark and front matter: the only text that strategies return. */
  readonly content: Span;
  /** In page order. */
  readonly headings: readonly Heading[];
  /** In page order; together they hold every non-white-space character of `content`. */
  readonly blocks: readonly Block[];
  /** Things a person should know, such as an `.mdx` page that had to be read as Markdown. */
  readonly warnings: readonly string[];
}

/** A heading and what follows up to the next heading that starts a section; or the text before the first. */
export interface Section extends Span {
  readonly heading: Heading | null;
}

/**
 * The page's content divided at its headings up to a level. Sections touch, and together they are the content.
 *
 * @param levels deepest heading level that starts a section, 1 to 6
 */
export function sections(page: ParsedPage, levels: number): Section[] {
  const openers = page.headings.filter((heading) => heading.level <= levels);
  const result: Section[] = [];
  const first = openers.length > 0 ? openers[0].start : page.content.end;
  if (first > page.content.start) result.push({ heading: null, start: page.content.start, end: first });
  openers.forEach((heading, i) => {
    const end = i + 1 < openers.length ? openers[i + 1].start : page.content.end;
    result.push({ heading, start: heading.start, end });
  });
  return result;
}

/**
 * The titles open at a place, outermost first; a heading that starts exactly there is included.
 *
 * @param offset UTF-16 offset into the page
 * @param levels headings deeper than this are left out, 1 to 6
 */
export function headingPath(page: ParsedPage, offset: number, levels = 6): string[] {
  const heading = lastHeadingBefore(page, offset);
  if (heading === undefined) return [];
  return heading.path.filter(({ level }) => level <= levels).map(({ title }) => title);
}

function lastHeadingBefore({ headings }: ParsedPage, offset: number): Heading | undefined {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (headings[middle].start <= offset) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1];
}
