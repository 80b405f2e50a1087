import {
  breakRule,
  checkMinMax,
  type Parameters,
  parameter,
  type Strategy,
  type Unit,
  walkBreaks,
} from "../../chunking/index.js";
import type { ParsedPage, Span } from "../../markdown/index.js";
import { codePointLength } from "./code-points.js";
import { chunksOf, type Piece } from "./piece.js";
import { sentenceUnits } from "./sentence-units.js";

/**
 * The published units' places in the text that joining all of them by one space makes: the published code measures a
 * chunk there, in code points, where this project measures its span of the page.
 */
export function joinedSpans(units: readonly Unit[]): Span[] {
  let start = 0;
  return units.map(({ text }) => {
    const end = start + codePointLength(text);
    const span = { start, end };
    start = end + 1;
    return span;
  });
}

function breaksOf(units: readonly Unit[], parameters: Parameters, similarities: Float64Array) {
  return walkBreaks(similarities, joinedSpans(units), breakRule(parameters));
}

/** Runs of units between breaks, joined by one space. */
export function semanticPieces(
  markdown: string,
  parameters: Parameters,
  similarities: Float64Array,
): Piece[] {
  const units = sentenceUnits(markdown);
  if (units.length === 0) return [];
  const lasts = [...breaksOf(units, parameters, similarities).map(({ after }) => after), units.length - 1];
  return lasts.map((last, i) => {
    const run = units.slice(i === 0 ? 0 : lasts[i - 1] + 1, last + 1);
    const text = run.map((unit) => unit.text).join(" ");
    return { start: run[0].start, end: run[run.length - 1].end, text, path: [] };
  });
}

/** Semantic chunks by the published sentence rule and size rule. */
export const strategy: Strategy = {
  name: "published-semantic",
  parameters: {
    break_pct: parameter.break_pct,
    min_chars: parameter.min_chars,
    max_chars: parameter.max_chars,
  },
  needsSimilarities: true,
  repeatsTableHeader: false,
  check: checkMinMax,
  units: ({ markdown }: ParsedPage) => sentenceUnits(markdown),
  chunk: (page, parameters, similarities = new Float64Array()) =>
    chunksOf(page, semanticPieces(page.markdown, parameters, similarities)),
  breaks: ({ markdown }, parameters, similarities = new Float64Array()) => ({
    breaks: breaksOf(sentenceUnits(markdown), parameters, similarities),
    considered: similarities.length,
  }),
};
