import { holds, type ParsedPage, type Span } from "../markdown/index.js";
import { type AnswerSection, answerSections } from "./heading-queries.js";
import { closestText, locateQuote } from "./quotes.js";
import { type AnswerPlace, answerPlaces, type Problem, starterQuestion, type TestItem } from "./test-set.js";

/** A place that answers a question, its quotes found: for each quote all its occurrences on the page. */
export interface LocatedAnswer {
  readonly url: string;
  readonly quotes: readonly (readonly Span[])[];
}

/** A question with its answers found on the pages. */
export interface Question {
  readonly id: string;
  readonly question: string;
  readonly type: string;
  /** The page of the main answer, or the first page that is expected: the question's cluster. */
  readonly url: string;
  /** Any of them answers the question; none where whole pages are expected. */
  readonly answers: readonly LocatedAnswer[];
  /** The pages that the answer is spread over: `pages`, or the main answer's own. */
  readonly pages: readonly string[];
  /** The sections that hold the answers' quotes, or that a heading-derived question asks for. */
  readonly sections?: readonly AnswerSection[];
}

/**
 * Find every item's quotes on its pages.
 *
 * @param items well-formed items (see `parseTestSet`)
 * @param types the types that a study declares; where it does, others are errors
 * @returns the questions that can be used, and the problems: errors for a page that isn't in the corpus, a quote
 * that isn't on its page (with the closest text), a repeated id or an undeclared type; warnings for a quote that
 * occurs more than once, that lies in heading lines only, or outside the content
 */
export function locateTestSet(
  items: readonly TestItem[],
  pages: readonly ParsedPage[],
  types?: readonly string[],
): { questions: Question[]; problems: Problem[] } {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const seen = new Set<string>();
  const questions: Question[] = [];
  const problems: Problem[] = [];
  for (const item of items) {
    const found: Problem[] = [];
    const error = (what: string): number => found.push({ severity: "error", item: item.id, what });
    if (seen.has(item.id))
      error(`id: ${JSON.stringify(item.id)} is used by an earlier item; give this one another`);
    seen.add(item.id);
    if (types !== undefined && !types.includes(item.type)) {
      error(`type: ${JSON.stringify(item.type)} is not one of the study's types ${types.join(", ")}`);
    }
    if (item.question === starterQuestion) {
      found.push({
        severity: "warning",
        item: item.id,
        what: "question: still the starter's; write one, results mean nothing until then",
      });
    }
    const [main, ...others] = answerPlaces(item);
    const answers = main === undefined ? [] : [locatePlace(item.id, main, byUrl, found)];
    for (const place of others) {
      // A larger study's other places may lie on pages that a smaller study leaves out.
      if (byUrl.has(place.url)) answers.push(locatePlace(item.id, place, byUrl, found));
      else
        found.push({
          severity: "warning",
          item: item.id,
          what: `also: ${noSuchPage(place.url, byUrl)}; not counted`,
        });
    }
    for (const url of item.pages ?? []) if (!byUrl.has(url)) error(noSuchPage(url, byUrl));
    if (item.pages !== undefined && item.url !== undefined && !byUrl.has(item.url))
      error(noSuchPage(item.url, byUrl));
    problems.push(...found);
    if (found.some(({ severity }) => severity === "error")) continue;
    const pageUrls = item.pages ?? [answers[0].url];
    const { id, question, type } = item;
    const sections = answerSections({ answers }, byUrl);
    questions.push({ id, question, type, url: item.url ?? pageUrls[0], answers, pages: pageUrls, sections });
  }
  return { questions, problems };
}

/** The problems of a test set; see `locateTestSet`. */
export function checkTestSet(
  items: readonly TestItem[],
  pages: readonly ParsedPage[],
  types?: readonly string[],
): Problem[] {
  return locateTestSet(items, pages, types).problems;
}

function locatePlace(
  id: string,
  { url, quotes }: AnswerPlace,
  byUrl: ReadonlyMap<string, ParsedPage>,
  problems: Problem[],
): LocatedAnswer {
  const page = byUrl.get(url);
  if (page === undefined) {
    problems.push({ severity: "error", item: id, what: noSuchPage(url, byUrl) });
    return { url, quotes: [] };
  }
  return { url, quotes: quotes.map((quote) => locate(id, page, quote, byUrl, problems)) };
}

function locate(
  id: string,
  page: ParsedPage,
  quote: string,
  byUrl: ReadonlyMap<string, ParsedPage>,
  problems: Problem[],
): Span[] {
  const shown = JSON.stringify(quote);
  const spans = locateQuote(page, quote);
  const warn = (what: string): number => problems.push({ severity: "warning", item: id, what });
  if (spans.length === 0) {
    const elsewhere = [...byUrl.values()]
      .filter((other) => locateQuote(other, quote).length > 0)
      .map(({ url }) => url);
    const closest = closestText(page, quote);
    const hint =
      elsewhere.length > 0
        ? `; it is on ${elsewhere.slice(0, 3).join(", ")}`
        : closest === null
          ? "; nothing there comes close"
          : "";
    problems.push({
      severity: "error",
      item: id,
      what: `answer_quote: ${shown} is not on ${page.url}${hint}`,
      ...(closest === null ? {} : { closest }),
    });
  } else if (spans.length > 1) {
    const places = spans.map(({ start }) => start).join(", ");
    warn(
      `answer_quote: ${shown} occurs ${spans.length} times on ${page.url}, at ${places}; any of them will count`,
    );
  }
  if (spans.length > 0 && spans.every((span) => page.headings.some((heading) => holds(heading, span)))) {
    warn(`answer_quote: ${shown} is part of a heading of ${page.url}; quote the text that answers`);
  }
  if (spans.length > 0 && !spans.some((span) => holds(page.content, span))) {
    warn(`answer_quote: ${shown} lies in the front matter of ${page.url}, which no chunk holds`);
  }
  return spans;
}

function noSuchPage(url: string, byUrl: ReadonlyMap<string, ParsedPage>): string {
  const last = url.split("/").at(-1) ?? url;
  const near = [...byUrl.keys()]
    .filter((known) => known.endsWith(`/${last}`) || known.startsWith(url))
    .slice(0, 3);
  const hint =
    near.length > 0
      ? near.join(" or ")
      : `the ${byUrl.size} pages of the corpus have urls such as ${[...byUrl.keys()][0]}`;
  return `url: ${JSON.stringify(url)} is not a page of the corpus; ${near.length > 0 ? "did you mean " : ""}${hint}`;
}
