import type { Parameters } from "../../chunking/index.js";
import { packAtBlankLines, strategy as paragraphs } from "./blank-line-packing.js";
import { bracketPieces, strategy as brackets } from "./bracket-posts.js";
import { strategy as headingAware, headingAwarePieces } from "./heading-aware.js";
import { headingChunkPieces, strategy as headingChunks } from "./heading-chunks.js";
import { headingLinePieces, strategy as headingLines } from "./heading-lines.js";
import { type Piece, slices } from "./piece.js";
import { strategy as recursive, recursivePieces } from "./recursive.js";
import { strategy as fixed, windows } from "./windows.js";

/** What a published rule makes of a page's text. */
export type PublishedRule = (markdown: string, parameters: Parameters) => Piece[];

/** By the name of the strategy that has the rule's spans, the rule with its own texts. */
export const publishedRules: Readonly<Record<string, PublishedRule>> = {
  [fixed.name]: (markdown, { size, overlap }) =>
    slices(markdown, windows(markdown, Number(size), Number(overlap))),
  [paragraphs.name]: (markdown, { max_chars }) =>
    slices(markdown, packAtBlankLines(markdown, { start: 0, end: markdown.length }, Number(max_chars))),
  [headingLines.name]: (markdown, { max_chars }) => headingLinePieces(markdown, Number(max_chars)),
  [recursive.name]: (markdown, { size, overlap }) => recursivePieces(markdown, Number(size), Number(overlap)),
  [headingAware.name]: (markdown, { size, overlap }) =>
    headingAwarePieces(markdown, Number(size), Number(overlap)),
  [brackets.name]: (markdown, { max_chars }) => bracketPieces(markdown, Number(max_chars)),
  [headingChunks.name]: (markdown, { max_chars }) => headingChunkPieces(markdown, Number(max_chars)),
};
