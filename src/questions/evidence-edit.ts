import type { Span } from "../markdown/index.js";

/** An item of a test set's file that has no quotes yet, as far as it is written. */
export interface OpenItem {
  /** Position in the file, from 0. */
  readonly position: number;
  /** Its id, or `item 3` where it has none. */
  readonly name: string;
  readonly question: string;
  /** Undefined where the page isn't known either. */
  readonly url?: string;
}

/**
 * The items that have a question and nothing that answers it: no quotes, or blank ones, and no `pages`.
 *
 * @param json the parsed file; what isn't an item with a question is passed over, `seamlab check` names it
 */
export function openItems(json: unknown): OpenItem[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((item: unknown, position): OpenItem[] => {
    if (!isRecord(item) || !isText(item.question)) return [];
    const quotes = [item.answer_quote, item.answer_quotes].flat();
    if (item.pages !== undefined || quotes.some(isText)) return [];
    return [
      {
        position,
        name: isText(item.id) ? item.id : `item ${position + 1}`,
        question: item.question,
        ...(isText(item.url) ? { url: item.url } : {}),
      },
    ];
  });
}

/**
 * A test set's text with an answer written into one of its items. Every other character of the file stays as it is, and
 * so does the order of the item's keys; `url` and the quotes go where items usually have them.
 *
 * @param text the file, a JSON array
 * @param position of the item in it, from 0
 * @param quotes one becomes `answer_quote`, several become `answer_quotes`
 * @throws RangeError where there is no such item
 */
export function withAnswer(text: string, position: number, url: string, quotes: readonly string[]): string {
  const span = elementSpans(text)[position];
  const item: unknown = span === undefined ? undefined : JSON.parse(text.slice(span.start, span.end));
  if (span === undefined || !isRecord(item)) throw new RangeError(`no item at position ${position}`);
  const written = formatLike(text, span, answered(item, url, quotes));
  return text.slice(0, span.start) + written + text.slice(span.end);
}

function answered(item: Record<string, unknown>, url: string, quotes: readonly string[]) {
  const answer: [string, unknown] =
    quotes.length === 1 ? ["answer_quote", quotes[0]] : ["answer_quotes", quotes];
  const entries = Object.entries("url" in item ? { ...item, url } : item);
  if (!("url" in item)) entries.splice(entries.findIndex(([key]) => key === "question") + 1, 0, ["url", url]);
  const isQuote = ([key]: [string, unknown]): boolean => key === "answer_quote" || key === "answer_quotes";
  const blank = entries.findIndex(isQuote);
  const others = entries.filter((entry) => !isQuote(entry));
  const usual = others.findLastIndex(([key]) => key === "url" || key === "type") + 1;
  others.splice(blank === -1 ? usual : blank, 0, answer);
  return Object.fromEntries(others);
}

/** An object as JSON, indented as the text at `span` is: over several lines or on one. */
export function formatLike(text: string, span: Span, value: object): string {
  const old = text.slice(span.start, span.end);
  const inner = /^\{\r?\n([ \t]+)"/.exec(old)?.[1];
  if (inner === undefined) {
    const oneLine = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
    return old.startsWith("{ ") ? oneLine : JSON.stringify(value);
  }
  const lineStart = text.lastIndexOf("\n", span.start) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart, span.start))?.[0] ?? "";
  const step = inner.startsWith(outer) ? inner.slice(outer.length) : inner;
  const lineEnd = old.includes("\r\n") ? "\r\n" : "\n";
  return JSON.stringify(value, null, step).split("\n").join(`${lineEnd}${outer}`);
}

/** The elements of a JSON array, as spans of its text. The text has to be valid JSON. */
export function elementSpans(text: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = -1;
  let lastEnd = 0;
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]|[^\s"[\]{},]+/g)) {
    const [mark] = token;
    const isOpening = mark === "[" || mark === "{";
    const isClosing = mark === "]" || mark === "}";
    if (depth === 1 && start === -1 && mark !== "," && !isClosing) start = token.index;
    if (isOpening) depth++;
    if (isClosing) depth--;
    const endsElement = (mark === "," && depth === 1) || (isClosing && depth === 0);
    if (endsElement) {
      if (start !== -1) spans.push({ start, end: lastEnd });
      start = -1;
    }
    lastEnd = token.index + mark.length;
  }
  return spans;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
