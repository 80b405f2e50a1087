import { quantileSorted } from "simple-statistics";
import {
  type BreakRule,
  neighbourSimilarities,
  similarityCutoff,
  splitUnits,
  type Unit,
  type UnitKind,
  walkBreaks,
} from "../chunking/index.js";
import type { ParsedPage } from "../markdown/index.js";
import type {
  BreakHeadingOptions,
  BreakHeadingPoint,
  CurveUnit,
  SimilarityCurveOptions,
} from "../report/index.js";
import { counted, share as shareText, type Table, whole } from "../report/index.js";
import { StudyError } from "../study/index.js";
import { withInterrupt } from "./interrupt.js";
import type { NotebookStudy } from "./open-study.js";

/** A page's units and how similar each is to the next. */
export interface PageUnits {
  readonly page: ParsedPage;
  readonly units: readonly Unit[];
  /** One fewer than units; item i lies between units i and i + 1. */
  readonly similarities: Float64Array;
}

/**
 * Every page's units and their similarities, embedded where that wasn't done before.
 *
 * @param max_chars longest unit; units of two limits differ only where one is longer
 */
export function unitsOf({ pages, vectors }: NotebookStudy, max_chars: number): Promise<PageUnits[]> {
  return withInterrupt(async (signal) => {
    const split = pages.map((page) => ({ page, units: splitUnits(page, { max_chars }) }));
    const texts = split.flatMap(({ units }) => units.map(({ text }) => text));
    const known = await vectors.of(texts, { about: "embedding the units of the pages", signal });
    let first = 0;
    return split.map(({ page, units }) => {
      const own = known.slice(first, first + units.length).map(({ vector }) => vector);
      first += units.length;
      return { page, units, similarities: neighbourSimilarities(units, own) };
    });
  });
}

/** A page by its url, or by a part of it. @throws StudyError naming some of the pages where there is none */
export function pageNamed(all: readonly PageUnits[], url: string): PageUnits {
  const found = all.find(({ page }) => page.url === url) ?? all.find(({ page }) => page.url.includes(url));
  if (found !== undefined) return found;
  const some = all.slice(0, 5).map(({ page }) => page.url);
  throw new StudyError(`no page's url holds ${JSON.stringify(url)}; pages are ${some.join(", ")}, …`);
}

/** The page whose number of units is the median: neither the shortest nor the longest to look at. */
export function typicalPage(all: readonly PageUnits[]): PageUnits {
  const ascending = [...all].sort((a, b) => a.units.length - b.units.length);
  return ascending[ascending.length >> 1];
}

/** A page's curve for the picture: what `similarityCurve` takes. */
export function curveUnits({ page, units, similarities }: PageUnits): CurveUnit[] {
  return units.map(({ start }, unit) => {
    return { page: page.url, unit, start, similarity_to_next: similarities[unit] ?? null };
  });
}

/** Where a rule breaks the page, and what the picture says of it. */
export function curveOptions(
  { page, units, similarities }: PageUnits,
  rule: BreakRule,
): SimilarityCurveOptions {
  const breaks = walkBreaks(similarities, units, rule);
  return { headings: page.headings, breaks, cutoff: similarityCutoff(similarities, rule.break_pct), ...rule };
}

/** What a rule does on every page together, by the break and by the heading. */
export interface BreakCounts {
  readonly topic: number;
  readonly size: number;
  /** Boundaries between units. */
  readonly boundaries: number;
  /** Headings with something before them on their page. */
  readonly headings: number;
  /** Topic breaks right before a heading. */
  readonly on_heading: number;
}

/** Counts over all pages. */
export function countBreaks(all: readonly PageUnits[], rule: BreakRule): BreakCounts {
  const counts = { topic: 0, size: 0, boundaries: 0, headings: 0, on_heading: 0 };
  for (const { units, similarities } of all) {
    counts.boundaries += similarities.length;
    counts.headings += units.slice(1).filter(({ kind }) => kind === "heading").length;
    for (const { after, cause } of walkBreaks(similarities, units, rule)) {
      counts[cause]++;
      if (cause === "topic" && units[after + 1].kind === "heading") counts.on_heading++;
    }
  }
  return counts;
}

/** What the units are. */
export function unitsTable(all: readonly PageUnits[]): Table {
  const units = all.flatMap((page) => page.units);
  const kinds = [...new Set(units.map(({ kind }) => kind))];
  const lengthsOf = (kind: UnitKind): number[] =>
    units
      .filter((unit) => unit.kind === kind)
      .map(({ start, end }) => end - start)
      .sort((a, b) => a - b);
  return {
    title: `${whole(units.length)} units on ${counted(all.length, "page")}`,
    header: ["kind", "units", "share", "median length", "longest"],
    rows: kinds.map((kind) => {
      const lengths = lengthsOf(kind);
      const share = shareText(lengths.length / units.length);
      return [
        kind,
        whole(lengths.length),
        share,
        whole(quantileSorted(lengths, 0.5)),
        whole(lengths[lengths.length - 1]),
      ];
    }),
    notes: [
      "Lengths in characters. A code block, a list item or a table is one unit unless it is longer than max_chars.",
    ],
  };
}

/** Nominal and realised: what a rule does to all pages, for each `break_pct`. */
export function breaksTable(all: readonly PageUnits[], rule: BreakRule, steps: readonly number[]): Table {
  return {
    title: `Breaks on all pages: min_chars ${rule.min_chars}, max_chars ${whole(rule.max_chars)}`,
    header: ["break_pct", "by topic", "by size", "boundaries", "realised", "on a heading", "headings found"],
    rows: steps.map((break_pct) => {
      const { topic, size, boundaries, headings, on_heading } = countBreaks(all, { ...rule, break_pct });
      const of = (count: number, total: number): string => (total === 0 ? "–" : shareText(count / total));
      const shares = [of(topic, boundaries), of(on_heading, topic), of(on_heading, headings)];
      return [shareText(break_pct), whole(topic), whole(size), whole(boundaries), ...shares];
    }),
    notes: [
      "Realised: breaks by topic over all boundaries. A boundary below the cutoff is no break where the chunk is still shorter than min_chars.",
    ],
  };
}

/** For each `break_pct`: the share of topic breaks on a heading, and the share of headings that they find. */
export function headingPoints(
  all: readonly PageUnits[],
  rule: BreakRule,
  steps: readonly number[],
): BreakHeadingPoint[] {
  return steps.map((break_pct) => {
    const { topic, headings, on_heading } = countBreaks(all, { ...rule, break_pct });
    return {
      break_pct,
      breaks_on_heading_share: topic === 0 ? null : on_heading / topic,
      headings_found_share: headings === 0 ? null : on_heading / headings,
    };
  });
}

/** What the picture of `headingPoints` rests on. */
export function headingBasis(all: readonly PageUnits[], rule: BreakRule): BreakHeadingOptions {
  const { headings } = countBreaks(all, rule);
  return { pages: all.length, headings, min_chars: rule.min_chars, max_chars: rule.max_chars };
}
