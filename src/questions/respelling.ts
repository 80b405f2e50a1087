import type { PageText, Span } from "../markdown/index.js";
import { isWordAround } from "./quotes.js";

/** A text without its spelling, with the place in the source that each of its UTF-16 units came from. */
interface Bare {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * What doesn't change what a text says, but how it is set: white space; Markdown's marks (emphasis, code, links and
 * where they lead, pipes, headings, escapes) unless inside a word or doubled as an operator; punctuation at the end of
 * a word. Signs inside words and between them stay: `!==` isn't `===`, and 1.5 isn't 15.
 */
const spelling = new RegExp(
  [
    /\s+/u,
    /\\(?=[!-/:-@[-`{-~])/u,
    /!?\[(?=[^\]\n]*\]\()/u,
    /\]\([^)\n]*\)/u,
    /(?<![\p{L}\p{N}]\\?)[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/u,
    /(?<!\|)\|(?!\|)/u,
    /(?<=^|\n)(?:#{1,6}|>)(?=\s)/u,
    /[.,;:!?](?=[\s*_~`)\]}]|$)/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "uy",
);

/** Signs that are written in several ways for the same thing. */
const variants: readonly [RegExp, string][] = [
  [/[‘’‛′"“”„″«»]/u, "'"],
  [/[‐‑‒–—−]/u, "-"],
];

/**
 * Where a page has a quote in another spelling: other letter case, white space, Markdown marks, quotation marks,
 * dashes or punctuation at the ends of words.
 *
 * @returns spans of the page in its order, marks that belong to the text included
 */
export function locateRespelt(page: PageText, quote: string): Span[] {
  const wanted = bare(quote).text;
  if (wanted === "") return [];
  const { text, starts, ends } = barePage(page);
  const found: Span[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const span = { start: starts[at], end: ends[at + wanted.length - 1] };
    const isWhole = !isWordAround(page.markdown, span.start) && !isWordAround(page.markdown, span.end);
    if (isWhole) found.push(withMarks(page.markdown, span, quote.trim()));
  }
  return found;
}

/** A page is bared once, however many quotes are looked for. */
const barePages = new WeakMap<PageText, Bare>();

function barePage(page: PageText): Bare {
  const known = barePages.get(page);
  if (known !== undefined) return known;
  const made = bare(page.markdown);
  barePages.set(page, made);
  return made;
}

function bare(source: string): Bare {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  while (at < source.length) {
    spelling.lastIndex = at;
    const dropped = spelling.exec(source)?.[0].length ?? 0;
    if (dropped > 0) {
      at += dropped;
      continue;
    }
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
    const end = at + character.length;
    const plain = character === "…" ? "..." : levelled(character);
    parts.push(plain);
    for (let i = 0; i < plain.length; i++) {
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { text: parts.join(""), starts, ends };
}

function levelled(character: string): string {
  const variant = variants.find(([signs]) => signs.test(character));
  return variant?.[1] ?? character.toLowerCase();
}

/** The marks directly around a text are its own, and pipes and a last full stop where the quote had them. */
function withMarks(markdown: string, { start, end }: Span, quote: string): Span {
  const before = markdown.slice(0, start);
  const after = markdown.slice(end);
  const opening = /[*_~`]*$/.exec(before)?.[0].length ?? 0;
  const closing = /^[*_~`]*/.exec(after)?.[0].length ?? 0;
  const firstPipe = quote.startsWith("|") ? (/\|[^\S\n]*$/.exec(before)?.[0].length ?? 0) : 0;
  const lastPipe = quote.endsWith("|") ? (/^[^\S\n]*\|/.exec(after)?.[0].length ?? 0) : 0;
  const stop = /[.,;:!?]$/.test(quote) ? (/^[*_~`]*[.,;:!?]?/.exec(after)?.[0].length ?? 0) : 0;
  return { start: start - Math.max(opening, firstPipe), end: end + Math.max(closing, lastPipe, stop) };
}
