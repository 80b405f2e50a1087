import { chunkId } from "../chunking/index.js";
import { headingPath, type ParsedPage, type Span } from "../markdown/index.js";
import { contentWords, countShared, locateQuote, wordsOf } from "../questions/index.js";
import type { TagRule } from "./tag.js";

/** From this share of a chunk's runs of three words on, two chunks say the same. */
export const nearEqualShare = 0.8;

/** The cut fell between the steps of a procedure: inside a list, or between two lists that the passages are in. */
export const brokenProcedure: TagRule = ({ miss: { cut, answer } }) => {
  if (cut === null) return null;
  const { blocks } = answer.page;
  const list = blocks.find(({ start, end }) => start < cut.at && cut.at < end);
  if (list?.kind === "list") {
    const before = list.items.filter(({ end }) => end <= cut.at).length;
    const inside = list.items.some(({ start, end }) => start < cut.at && cut.at < end);
    return `cut at ${cut.at}, ${inside ? `inside step ${before + 1}` : `after step ${before}`} of ${list.items.length}`;
  }
  const isStep = ({ start }: Span): boolean =>
    blocks.some((block) => block.kind === "list" && block.start <= start && start < block.end);
  const before = answer.quotes.filter(({ end }) => end <= cut.at).some(isStep);
  const after = answer.quotes.filter(({ start }) => start >= cut.at).some(isStep);
  return before && after ? `cut at ${cut.at}, between two lists of steps` : null;
};

/** The chunk begins below its heading, and what the question asks about stands only in the headings above it. */
export const lostContext: TagRule = ({ miss: { holder, answer, arm, question } }) => {
  if (holder === null || arm.text.path === "breadcrumb") return null;
  const { page } = answer;
  const startsWithHeading = page.headings.some(
    ({ start, end }) => holder.start <= start && end <= answer.start,
  );
  if (startsWithHeading) return null;
  const path = headingPath(page, holder.start, arm.text.levels ?? 3);
  const inChunk = contentWords(page.markdown.slice(holder.start, holder.end));
  const inPath = contentWords(path.join(" "));
  const lost = [...contentWords(question.question)].filter((word) => inPath.has(word) && !inChunk.has(word));
  return lost.length === 0 ? null : `${lost.join(", ")}: in the path ${path.join(" > ")}, not in the chunk`;
};

/** The answer ends beyond what the embedder reads of the holder's text. BM25 reads all of it. */
export const truncatedText: TagRule = ({ miss, tokens }) => {
  if (miss.retriever === "bm25" || tokens === null || tokens.needed <= tokens.read) return null;
  return `the answer ends at token ${tokens.needed}, ${tokens.read} are read`;
};

/** Another setting of the same strategy finds it: the miss is one of the setting, not of the way of cutting. */
export const settingSensitive: TagRule = ({ hits_by_setting }) =>
  hits_by_setting === null || hits_by_setting.length === 0 ? null : `found by ${hits_by_setting.join("; ")}`;

/** One of the first chunks, before the holder, has the quote on another page, or nearly the holder's own words. */
export const duplicateText: TagRule = ({ miss, pages }) => {
  const { holder, top, rank, answer } = miss;
  const before = top.slice(0, rank === null ? top.length : rank - 1);
  const quotes = answer.quotes.map(({ start, end }) => answer.page.markdown.slice(start, end));
  const own = holder === null ? null : shinglesOf(answer.page, holder);
  for (const chunk of before) {
    const page = pages.get(chunk.page);
    if (page === undefined || (holder !== null && chunk.page === holder.page && chunk.index === holder.index))
      continue;
    const text = { url: "", markdown: page.markdown.slice(chunk.start, chunk.end) };
    const isOther = chunk.page !== answer.page.url;
    if (isOther && quotes.every((quote) => locateQuote(text, quote).length > 0))
      return `${chunkId(chunk)} holds the quote as well`;
    if (own === null || own.size === 0) continue;
    const other = shinglesOf(page, chunk);
    const share = countShared(own, other) / Math.max(1, own.size + other.size - countShared(own, other));
    if (share >= nearEqualShare)
      return `${chunkId(chunk)} shares ${Math.round(100 * share)} % of its wording`;
  }
  return null;
};

/** A text's runs of three words. */
function shinglesOf({ markdown }: ParsedPage, { start, end }: Span): Set<string> {
  const words = wordsOf(markdown.slice(start, end));
  return new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(" ")));
}
