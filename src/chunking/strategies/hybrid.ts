import {
  headingPath,
  type ParsedPage,
  type Section,
  type Span,
  sections,
  trimSpan,
} from "../../markdown/index.js";
import { type BreakRule, checkCounts, spansBetween, walkBreaks } from "../breaks.js";
import { fits } from "../pieces.js";
import { checkMinMax, type Parameters, parameter, type Strategy } from "../strategy.js";
import { splitUnits, type Unit } from "../units.js";

/**
 * Headings first, meaning second: a section that fits `max_chars` stays whole, a longer one is cut by the semantic
 * rule, with its own cutoff. So it differs from `heading` only inside sections over `max_chars`.
 *
 * With `merge_small`, neighbouring sections under the same parent are joined while one is below `min_chars`.
 */
export const hybrid: Strategy = {
  name: "hybrid",
  parameters: {
    levels: parameter.levels,
    break_pct: parameter.break_pct,
    min_chars: parameter.min_chars,
    max_chars: parameter.max_chars,
    merge_small: { type: "boolean", default: false },
  },
  limit: "max_chars",
  needsSimilarities: true,
  check: checkMinMax,
  chunk(page: ParsedPage, parameters: Parameters, similarities = new Float64Array()): Span[] {
    const rule = {
      break_pct: Number(parameters.break_pct),
      min_chars: Number(parameters.min_chars),
      max_chars: Number(parameters.max_chars),
    };
    const units = splitUnits(page, rule);
    checkCounts(similarities, units);
    const levels = Number(parameters.levels);
    const pieces = sections(page, levels).map((section) => ({
      parent:
        section.heading === null ? "" : headingPath(page, section.start, levels).slice(0, -1).join("\n"),
      spans: chunkSection(page, section, units, similarities, rule),
    }));
    return (parameters.merge_small === true ? mergeSmall(pieces, rule) : pieces).flatMap(
      ({ spans }) => spans,
    );
  },
};

function chunkSection(
  page: ParsedPage,
  section: Section,
  units: readonly Unit[],
  similarities: Float64Array,
  rule: BreakRule,
): Span[] {
  const whole = trimSpan(page.markdown, section);
  if (whole === null) return [];
  if (fits(whole, rule.max_chars)) return [whole];
  const first = units.findIndex(({ start }) => start >= section.start);
  const own = units.filter(({ start }) => start >= section.start && start < section.end);
  return spansBetween(own, walkBreaks(similarities.subarray(first, first + own.length - 1), own, rule));
}

interface SectionChunks {
  readonly parent: string;
  readonly spans: readonly Span[];
}

function mergeSmall(
  sections: readonly SectionChunks[],
  { min_chars, max_chars }: BreakRule,
): SectionChunks[] {
  const merged: SectionChunks[] = [];
  for (const section of sections) {
    const last = merged.at(-1);
    const joined = last === undefined ? null : join(last, section);
    const oneIsSmall = [last, section].some(
      (each) => each?.spans.length === 1 && fits(each.spans[0], min_chars - 1),
    );
    if (joined !== null && oneIsSmall && fits(joined.spans[0], max_chars)) merged[merged.length - 1] = joined;
    else merged.push(section);
  }
  return merged;
}

function join(a: SectionChunks, b: SectionChunks): SectionChunks | null {
  if (a.parent !== b.parent || a.spans.length !== 1 || b.spans.length !== 1) return null;
  return { parent: a.parent, spans: [{ start: a.spans[0].start, end: b.spans[0].end }] };
}
