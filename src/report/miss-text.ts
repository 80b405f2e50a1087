import { chunkId } from "../chunking/index.js";
import { headingPath, type ParsedPage } from "../markdown/index.js";
import {
  type MissRow,
  missRow,
  namesIn,
  type TaggedMiss,
  type TrialKind,
  trialKinds,
} from "../review/index.js";
import { list, whole } from "./format.js";
import { reasonNames } from "./loss-table.js";

/** Longest piece of a page that stands in a line. */
const longest = 160;

const trialWords: Readonly<Record<TrialKind, string>> = {
  with_path: "with its path",
  without_path: "without its path",
  own_section: "cut down to its section",
  paragraph: "the paragraph alone",
  merged_before: "joined with the chunk before",
  merged_after: "joined with the chunk after",
};

/** Why an answer was missed, in one sentence: the reason, and what says so. */
export function reasonText(row: MissRow): string {
  return `${reasonNames[row.reason]}: ${row.holder === "" ? cutText(row) : rankedText(row)}`;
}

function cutText({ reason, cut_at, cut_through, cut_in }: MissRow): string {
  if (cut_at === null) return "the answer lies outside of what is chunked";
  const what = cut_in === "quote" ? "a passage is cut" : "its passages are cut from one another";
  const where = cut_through === "between_blocks" ? "between blocks" : `through a ${cut_through}`;
  const together = reason === "covered" ? "; the first chunks together hold them" : "";
  return `${what} at character ${whole(cut_at)}, ${where}${together}`;
}

function rankedText(row: MissRow): string {
  const ranked = row.rank === null ? "its chunk isn't ranked" : `its chunk is ranked ${whole(row.rank)}`;
  const helped = trialKinds.filter((kind) => namesIn(row.helped).includes(kind));
  if (helped.length === 0) return `${ranked}; found by nothing that was tried`;
  const ranks = helped.map(
    (kind) => `${trialWords[kind]}${row[kind] === null ? "" : ` (rank ${whole(row[kind])})`}`,
  );
  return `${ranked}; found ${list(ranks)}`;
}

/** Where an offset of a page is, for people: page, heading path, line. */
export function placeText(page: ParsedPage, offset: number): string {
  const line = page.markdown.slice(0, offset).split(/\r\n|\n|\r/).length;
  return `${[page.url, ...headingPath(page, offset)].join(" › ")}, line ${whole(line)}`;
}

/** A miss in some lines: question, answer and its place, reason, the first chunks, what found it, tags. */
export function missText(tagged: TaggedMiss, pages: readonly ParsedPage[]): string {
  const { miss, suggestions, tags } = tagged;
  const { arm, retriever, question, answer, top, hit_by, tried } = miss;
  const chunks = top.map((chunk, i) => {
    const page = pages.find(({ url }) => url === chunk.page);
    const text = page === undefined ? "" : oneLine(page.markdown.slice(chunk.start, chunk.end));
    const path = page === undefined ? [] : headingPath(page, chunk.start);
    return `  ${i + 1}. ${[chunkId(chunk), ...path].join(" › ")}\n     ${text}`;
  });
  const ranks = tried.map(
    (each) => `${trialWords[each.kind]} ${each.rank === null ? "unranked" : whole(each.rank)}`,
  );
  const suggested = tags.map((tag) => {
    const evidence = suggestions.find((each) => each.tag === tag)?.evidence ?? "by a person";
    return `  ${tag}: ${evidence}`;
  });
  return [
    `${question.id} · ${question.type} · ${arm.name} · ${retriever}`,
    `  ${oneLine(question.question)}`,
    ...answer.quotes.flatMap((quote) => [
      `  “${oneLine(answer.page.markdown.slice(quote.start, quote.end))}”`,
      `    ${placeText(answer.page, quote.start)}, characters ${quote.start}–${quote.end}`,
    ]),
    `  ${reasonText(missRow(tagged))}`,
    ...(ranks.length > 0 ? [`  ranks when tried: ${ranks.join(", ")}`] : []),
    ...(chunks.length > 0 ? chunks : ["  nothing was retrieved"]),
    hit_by.length > 0 ? `  found by ${list(hit_by)}` : "  found by no arm",
    ...suggested,
  ].join("\n");
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().toWellFormed();
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}
