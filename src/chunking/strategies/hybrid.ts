import {
  headingPath,
  type ParsedPage,
  type Section,
  type Span,
  sections,
  trimSpan,
} from "../../markdown/index.js";
import { type Break, type BreakRule, checkCounts, spansBetween, walkBreaks } from "../breaks.js";
import { fits } from "../pieces.js";
import {
  breakRule,
  checkMinMax,
  type Parameters,
  parameter,
  type Strategy,
  titledPage,
} from "../strategy.js";
import { splitUnits } from "../units.js";
import { type GroupedUnits, groupLists, ungrouped } from "../whole-lists.js";

/**
 * Headings first, meaning second: a section that fits `max_chars` stays whole, a longer one is cut by the semantic
 * rule, with its own cutoff. So it differs from `heading` only inside sections over `max_chars`.
 *
 * With `merge_small`, neighbouring sections under the same parent are joined while one is below `min_chars`. With
 * `bold_headings`, bold text that stands where a heading should starts a section; with `whole_lists`, a list that fits
 * `max_chars` is never cut.
 */
export const hybrid: Strategy = {
  name: "hybrid",
  parameters: {
    levels: parameter.levels,
    break_pct: parameter.break_pct,
    min_chars: parameter.min_chars,
    max_chars: parameter.max_chars,
    merge_small: { type: "boolean", default: false },
    bold_headings: parameter.bold_headings,
    whole_lists: parameter.whole_lists,
  },
  limit: "max_chars",
  needsSimilarities: true,
  check: checkMinMax,
  chunk(plain, parameters, similarities = new Float64Array()) {
    const { page, levels } = titledPage(plain, parameters);
    const cut = cutSections(page, levels, parameters, similarities).map(
      ({ section, whole, units, breaks }) => ({
        parent: section.heading === null ? "" : parentOf(page, section, levels),
        spans: whole === null ? spansBetween(units, breaks) : [whole],
      }),
    );
    return (parameters.merge_small === true ? mergeSmall(cut, breakRule(parameters)) : cut).flatMap(
      ({ spans }) => spans,
    );
  },
  breaks(plain, parameters, similarities = new Float64Array()) {
    const { page, levels } = titledPage(plain, parameters);
    const long = cutSections(page, levels, parameters, similarities).filter(({ whole }) => whole === null);
    return {
      breaks: long.flatMap(({ first, breaks, grouped }) =>
        (grouped === null ? breaks : ungrouped(breaks, grouped)).map(({ after, cause }) => ({
          after: first + after,
          cause,
        })),
      ),
      considered: long.reduce((sum, { units }) => sum + Math.max(0, units.length - 1), 0),
    };
  },
};

interface CutSection {
  readonly section: Section;
  /** The section as one chunk, or null where it is over the limit and cut at `breaks`. */
  readonly whole: Span | null;
  readonly units: readonly Span[];
  /** Where lists are kept whole: the units, each such list made one. */
  readonly grouped: GroupedUnits | null;
  /** The section's first unit among the page's. */
  readonly first: number;
  readonly breaks: readonly Break[];
}

function cutSections(
  page: ParsedPage,
  levels: number,
  parameters: Parameters,
  similarities: Float64Array,
): CutSection[] {
  const rule = breakRule(parameters);
  const all = splitUnits(page, rule);
  checkCounts(similarities, all);
  return sections(page, levels).flatMap((section): CutSection[] => {
    const whole = trimSpan(page.markdown, section);
    if (whole === null) return [];
    if (fits(whole, rule.max_chars))
      return [{ section, whole, units: [], grouped: null, first: 0, breaks: [] }];
    const first = all.findIndex(({ start }) => start >= section.start);
    const units = all.filter(({ start }) => start >= section.start && start < section.end);
    const own = similarities.subarray(first, first + units.length - 1);
    const grouped = parameters.whole_lists === true ? groupLists(page, units, own, rule.max_chars) : null;
    const moved = grouped ?? { units, similarities: own };
    const breaks = walkBreaks(moved.similarities, moved.units, rule);
    return [{ section, whole: null, units: moved.units, grouped, first, breaks }];
  });
}

function parentOf(page: ParsedPage, { start }: Section, levels: number): string {
  return headingPath(page, start, levels).slice(0, -1).join("\n");
}

interface SectionChunks {
  readonly parent: string;
  readonly spans: readonly Span[];
}

function mergeSmall(
  sections: readonly SectionChunks[],
  { min_chars, max_chars }: BreakRule,
): SectionChunks[] {
  const isSmall = ({ spans }: SectionChunks): boolean => spans.length === 1 && fits(spans[0], min_chars - 1);
  const merged: SectionChunks[] = [];
  for (const section of sections) {
    const last = merged.at(-1);
    const joined = last !== undefined && (isSmall(last) || isSmall(section)) ? join(last, section) : null;
    if (joined !== null && fits(joined.spans[0], max_chars)) merged[merged.length - 1] = joined;
    else merged.push(section);
  }
  return merged;
}

function join(a: SectionChunks, b: SectionChunks): SectionChunks | null {
  if (a.parent !== b.parent || a.spans.length !== 1 || b.spans.length !== 1) return null;
  return { parent: a.parent, spans: [{ start: a.spans[0].start, end: b.spans[0].end }] };
}
