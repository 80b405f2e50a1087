import { isBlank } from "../markdown/index.js";
import type { Page } from "./page.js";

/** What a person should know of a corpus: things that were handled, and how often they occur. */
export interface Census {
  readonly pages: number;
  readonly characters: number;
  readonly empty: readonly string[];
  readonly byte_order_mark: readonly string[];
  readonly crlf: readonly string[];
  readonly lone_surrogate: readonly string[];
}

export function census(pages: readonly Page[]): Census {
  const urlsWhere = (test: (markdown: string) => boolean): string[] =>
    pages.filter(({ markdown }) => test(markdown)).map(({ url }) => url);
  return {
    pages: pages.length,
    characters: pages.reduce((sum, { markdown }) => sum + markdown.length, 0),
    empty: urlsWhere(isBlank),
    byte_order_mark: urlsWhere((markdown) => markdown.startsWith("\ufeff")),
    crlf: urlsWhere((markdown) => markdown.includes("\r")),
    lone_surrogate: urlsWhere((markdown) => !markdown.isWellFormed()),
  };
}
