import type { Chunk } from "../chunking/index.js";
import {
  type Block,
  holds,
  linesOf,
  type Section,
  type Span,
  sections,
  trimSpan,
} from "../markdown/index.js";
import { armText, type ChunkedArm } from "../study/index.js";
import type { AnswerSpan, TrialKind } from "./miss.js";

/** A text to try in place of a holder, for one question. */
export interface Trial {
  readonly kind: TrialKind;
  /** What would be retrieved: its length counts at equal context. */
  readonly chunk: Chunk;
  /** What would be embedded and indexed. */
  readonly text: string;
  /** Places of the arm's chunks that it stands for. */
  readonly replaces: readonly number[];
}

/**
 * What to try for an answer: everything that would change the text of its holder, the least change first.
 *
 * @param holder place of the holder among the arm's chunks; null where the answer is cut
 */
export function trialsOf(chunked: ChunkedArm, answer: AnswerSpan, holder: number | null): Trial[] {
  const paragraph = paragraphOf(answer);
  if (holder === null) {
    const added = { page: answer.page.url, index: -1, ...paragraph };
    const text = armText(chunked.arm, answer.page, paragraph);
    return [{ kind: "paragraph", chunk: added, text, replaces: [] }];
  }
  const chunk = chunked.chunks[holder];
  return [
    pathTrial(chunked, answer, holder),
    ...narrower(chunked, answer, holder, "own_section", ownSection(answer)),
    ...narrower(chunked, answer, holder, "paragraph", paragraph),
    ...merged(chunked, answer, chunk, holder, holder - 1, "merged_before"),
    ...merged(chunked, answer, chunk, holder, holder + 1, "merged_after"),
  ];
}

function pathTrial({ arm, chunks }: ChunkedArm, { page }: AnswerSpan, holder: number): Trial {
  const hasPath = arm.text.path !== "none";
  const text = { ...arm.text, path: hasPath ? "none" : "breadcrumb" } as const;
  return {
    kind: hasPath ? "without_path" : "with_path",
    chunk: chunks[holder],
    text: armText({ ...arm, text }, page, chunks[holder]),
    replaces: [holder],
  };
}

/** A part of the holder; nothing where it isn't smaller than the holder. */
function narrower(
  { arm, chunks }: ChunkedArm,
  { page }: AnswerSpan,
  holder: number,
  kind: TrialKind,
  part: Span,
): Trial[] {
  const whole = chunks[holder];
  const inside = { start: Math.max(part.start, whole.start), end: Math.min(part.end, whole.end) };
  const span = trimSpan(page.markdown, inside);
  const trimmed = trimSpan(page.markdown, whole);
  if (span === null || trimmed === null || span.end - span.start >= trimmed.end - trimmed.start) return [];
  return [{ kind, chunk: { ...whole, ...span }, text: armText(arm, page, span), replaces: [holder] }];
}

function merged(
  { arm, chunks }: ChunkedArm,
  { page }: AnswerSpan,
  own: Chunk,
  holder: number,
  neighbour: number,
  kind: TrialKind,
): Trial[] {
  const other = chunks[neighbour];
  if (other === undefined || other.page !== own.page) return [];
  const span = { start: Math.min(own.start, other.start), end: Math.max(own.end, other.end) };
  const chunk = { page: own.page, index: Math.min(own.index, other.index), ...span };
  return [{ kind, chunk, text: armText(arm, page, span), replaces: [holder, neighbour] }];
}

/** From the section where the answer begins to the one where it ends, whatever their headings' level. */
function ownSection({ page, start, end }: AnswerSpan): Span {
  const all = sections(page, 6);
  const first = all.find((section) => start < section.end) ?? page.content;
  const last: Section | Span = all.findLast((section) => section.start < end) ?? page.content;
  return { start: first.start, end: last.end };
}

/** From the block where the answer begins to the one where it ends: of a list its items, of a table its rows. */
export function paragraphOf({ page, start, end, quotes }: AnswerSpan): Span {
  const pieces = page.blocks.flatMap((block) => piecesOf(page.markdown, block));
  const touched = pieces.filter((piece) =>
    quotes.some((quote) => piece.start < quote.end && quote.start < piece.end),
  );
  return {
    start: Math.min(start, ...touched.map((piece) => piece.start)),
    end: Math.max(end, ...touched.map((piece) => piece.end)),
  };
}

function piecesOf(markdown: string, block: Block): readonly Span[] {
  if (block.kind === "list") return block.items;
  return block.kind === "table" ? linesOf(markdown, block) : [block];
}

/** Whether a span holds all of an answer's passages. */
export function holdsAll(span: Span, { quotes }: AnswerSpan): boolean {
  return quotes.every((quote) => holds(span, quote));
}
