import { parameter, type Strategy } from "../../chunking/index.js";
import type { Span } from "../../markdown/index.js";
import { codePointLength } from "./code-points.js";
import { MappedText } from "./mapped-text.js";
import { chunksOf, type Piece } from "./piece.js";

/**
 * Posts cut at headings of level 2, their paragraphs packed up to `max_chars`, the joining blank line counted; 1 gives
 * a chunk for each paragraph. The path is the heading's title; what stands before the first, the post's own title
 * included, is intro and has none.
 *
 * Line ends become `\n` first. The published pattern for headings does without that and finds none in CRLF files.
 */
export function bracketPieces(markdown: string, max_chars: number): Piece[] {
  const mapped = withNewlines(markdown);
  const { text } = mapped;
  const headings = [...text.matchAll(/^##\s+(\S.*)$/gm)];
  const intro = { start: 0, body: 0, end: headings[0]?.index ?? text.length, path: [] as string[] };
  const sections = headings.map(({ index, 0: line, 1: title }, i) => ({
    start: index,
    body: index + line.length,
    end: headings[i + 1]?.index ?? text.length,
    path: [title.trim()],
  }));
  return [intro, ...sections].flatMap(({ start, body, end, path }) =>
    pack(text, paragraphs(text, { start: body, end }), max_chars).map((run, i) => {
      const last = run[run.length - 1];
      return {
        start: mapped.originOf({ start: i === 0 ? start : run[0].start, end: last.end }).start,
        end: mapped.originOf({ start: run[0].start, end: last.end }).end,
        text: run.map((each) => text.slice(each.start, each.end)).join("\n\n"),
        path,
      };
    }),
  );
}

function withNewlines(markdown: string): MappedText {
  const mapped = new MappedText();
  let at = 0;
  for (const { index, 0: ending } of markdown.matchAll(/\r\n|\r|\n/g)) {
    mapped.add(markdown.slice(at, index), at);
    at = index + ending.length;
    mapped.add("\n", at - 1);
  }
  mapped.add(markdown.slice(at), at);
  return mapped;
}

/** The trimmed pieces between blank lines. */
function paragraphs(text: string, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  const add = (from: number, to: number): void => {
    const piece = text.slice(from, to);
    const trimmed = piece.trim();
    if (trimmed === "") return;
    const first = from + piece.indexOf(trimmed);
    spans.push({ start: first, end: first + trimmed.length });
  };
  let at = start;
  for (const { index, 0: blank } of text.slice(start, end).matchAll(/\n\s*\n/g)) {
    add(at, start + index);
    at = start + index + blank.length;
  }
  add(at, end);
  return spans;
}

function pack(text: string, pieces: readonly Span[], max_chars: number): Span[][] {
  const runs: Span[][] = [];
  let length = 0;
  for (const piece of pieces) {
    const own = codePointLength(text.slice(piece.start, piece.end));
    const open = runs.at(-1);
    if (open !== undefined && length + 2 + own <= max_chars) {
      open.push(piece);
      length += 2 + own;
    } else {
      runs.push([piece]);
      length = own;
    }
  }
  return runs;
}

/** Chunks of posts with the heading in square brackets before each: see {@link bracketPieces}. */
export const strategy: Strategy = {
  name: "published-bracket-posts",
  parameters: { max_chars: { ...parameter.max_chars, default: 800 } },
  repeatsTableHeader: false,
  chunk: (page, { max_chars }) => chunksOf(page, bracketPieces(page.markdown, Number(max_chars))),
};
