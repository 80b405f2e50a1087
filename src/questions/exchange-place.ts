import type { ParsedPage } from "../markdown/index.js";
import { shown } from "./advice-kinds.js";
import type { ImportedRow } from "./exchange-rows.js";
import { contentWords } from "./overlap-words.js";
import { closestText, locateQuote } from "./quotes.js";
import type { Problem } from "./test-set.js";

/** Where a row's answer stands: the quotes as the page's source has them. */
export interface RowPlace {
  readonly url: string;
  readonly quotes: readonly string[];
}

/**
 * Find the one page that holds all of a row's evidence.
 *
 * @param problems takes what is wrong or doubtful
 * @returns null where there is no such page, or more than one
 */
export function locateRow(
  row: ImportedRow,
  pages: readonly ParsedPage[],
  problems: Problem[],
): RowPlace | null {
  const error = (what: string, closest?: string): null => {
    problems.push({
      severity: "error",
      item: row.place,
      what,
      ...(closest === undefined ? {} : { closest }),
    });
    return null;
  };
  const searched = row.url === undefined ? pages : pages.filter(({ url }) => url === row.url);
  if (searched.length === 0) {
    return error(
      `url: ${JSON.stringify(row.url)} is not a page of the corpus; leave it out to look on all pages`,
    );
  }
  const holding = searched.filter((page) => row.evidence.every((text) => locateQuote(page, text).length > 0));
  if (holding.length === 0) {
    const missing =
      row.evidence.find((text) => !searched.some((page) => locateQuote(page, text).length > 0)) ??
      row.evidence[0];
    const isApart = searched.some((page) => locateQuote(page, missing).length > 0);
    if (isApart)
      return error("evidence: each text is on a page, but no page holds all of them; name one page's");
    const closest = closestOn(searched, missing);
    const where = row.url ?? `any of ${pages.length} pages`;
    const hint = closest === null ? "nothing comes close" : `the closest text is on ${closest.url}`;
    return error(`evidence: ${shown(missing)} is not on ${where}; ${hint}`, closest?.text);
  }
  if (holding.length > 1) {
    const urls = holding.map(({ url }) => url);
    return error(
      `evidence: ${shown(row.evidence[0])} is on ${urls.length} pages, ${urls.slice(0, 5).join(", ")}${urls.length > 5 ? ", …" : ""}; name the page in url, or lengthen the evidence`,
    );
  }
  const [page] = holding;
  const quotes = row.evidence.map((text) => {
    const spans = locateQuote(page, text);
    if (spans.length > 1) {
      const what = `evidence: ${shown(text)} occurs ${spans.length} times on ${page.url}, at ${spans.map(({ start }) => start).join(", ")}; any of them will count, lengthen it to mean one`;
      problems.push({ severity: "warning", item: row.place, what });
    }
    const [{ start, end }] = spans;
    return page.markdown.slice(start, end);
  });
  return { url: page.url, quotes };
}

/** How many pages are searched for the closest text: it costs a second a page where quotes and pages are long. */
const pagesToSearch = 3;

/** The closest text to a missing quote, on the pages that have most of its distinctive words. */
function closestOn(pages: readonly ParsedPage[], quote: string): { url: string; text: string } | null {
  const words = contentWords(quote);
  const frequency = (word: string): number =>
    pages.filter((page) => page.markdown.toLowerCase().includes(word)).length;
  const weights = [...words].map((word) => ({
    word,
    weight: Math.log(1 + pages.length / (frequency(word) || 1)),
  }));
  const likely = pages
    .map((page) => {
      const text = page.markdown.toLowerCase();
      const score = weights.reduce((sum, { word, weight }) => sum + (text.includes(word) ? weight : 0), 0);
      return { page, score };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, pagesToSearch);
  for (const { page } of likely) {
    const text = closestText(page, quote);
    if (text !== null) return { url: page.url, text };
  }
  return null;
}
