import { type Chunk, chunkId } from "../chunking/index.js";
import type { ParsedPage, Span } from "../markdown/index.js";
import { escapeHtml, reasonText } from "../report/index.js";
import { output } from "./display.js";
import { block } from "./html.js";
import type { NotebookMiss, Quote } from "./misses.js";
import type { NotebookStudy } from "./open-study.js";

/** Longest text of a chunk that is shown; what is left out is counted. */
const longest = 1500;

/**
 * Show a miss below the cell: the question, the answer and its place, the chunks of the answer, and those that came
 * first instead.
 *
 * @param miss undefined where there are fewer misses; that is said
 * @param chunks how many of the retrieved ones
 */
export function showMiss(study: NotebookStudy, miss: NotebookMiss | undefined, chunks = 2): void {
  output().html(miss === undefined ? block(line("There is no such miss.")) : missHtml(study, miss, chunks));
}

/** @see showMiss */
export function missHtml({ pages }: NotebookStudy, miss: NotebookMiss, chunks: number): string {
  const { question, row, tags, quotes, retrieved, around } = miss;
  const ownChunks = around
    .slice(0, 3)
    .map((chunk) => chunkHtml(chunk, pages, quotes, `${chunkId(chunk)} (of the answer)`));
  const first = retrieved
    .slice(0, chunks)
    .map((chunk, i) => chunkHtml(chunk, pages, quotes, `${chunkId(chunk)} (retrieved, rank ${i + 1})`));
  const parts = [
    `<p style="margin: 0"><b>${escapeHtml(question.question)}</b></p>`,
    line(`${question.id}, ${question.type}; ${reasonText(row)}`),
    ...(row.hit_by === "" ? [] : [line(`Found by ${row.hit_by}`)]),
    ...(tags.length === 0 ? [] : [line(`Tags: ${tags.join(", ")}`), line(row.evidence)]),
    ...quotes.map(quoteHtml),
    ...ownChunks,
    ...first,
  ];
  return block(parts.join("\n"), "max-width: 60em");
}

function line(text: string): string {
  return `<p style="margin: .2em 0; opacity: .75">${escapeHtml(text)}</p>`;
}

function quoteHtml({ page, path, start, end }: Quote): string {
  const place = `${[page.url, ...path].join(" › ")}, characters ${start}–${end}`;
  const text = page.markdown.slice(start, end);
  return `${line(place)}<blockquote style="margin: .2em 0 .6em; padding-left: 1em; border-left: 3px solid rgba(128, 128, 128, .5)">${escapeHtml(text)}</blockquote>`;
}

function chunkHtml(
  chunk: Chunk,
  pages: readonly ParsedPage[],
  quotes: readonly Quote[],
  title: string,
): string {
  const page = pages.find(({ url }) => url === chunk.page);
  if (page === undefined) return "";
  const end = Math.min(chunk.end, chunk.start + longest);
  const inside = quotes.filter((quote) => quote.page.url === page.url);
  const rest = chunk.end - end;
  return [
    line(`${title}, ${chunk.end - chunk.start} characters`),
    `<pre style="margin: .2em 0 .6em; padding: .5em; border: 1px solid rgba(128, 128, 128, .5); font: .9em/1.4 monospace; white-space: pre-wrap">`,
    marked(page.markdown, { start: chunk.start, end }, inside),
    rest > 0 ? escapeHtml(` … ${rest} more`) : "",
    "</pre>",
  ].join("");
}

/** The text of a span with what lies in a quote marked. */
function marked(markdown: string, { start, end }: Span, quotes: readonly Span[]): string {
  const parts: string[] = [];
  let at = start;
  for (const quote of [...quotes].sort((a, b) => a.start - b.start)) {
    const from = Math.max(at, quote.start);
    const to = Math.min(end, quote.end);
    if (from >= to) continue;
    parts.push(escapeHtml(markdown.slice(at, from)), `<mark>${escapeHtml(markdown.slice(from, to))}</mark>`);
    at = to;
  }
  return [...parts, escapeHtml(markdown.slice(at, end))].join("");
}
