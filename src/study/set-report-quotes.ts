import { quantile } from "simple-statistics";
import { splitUnits } from "../chunking/index.js";
import { type ParsedPage, type Span, sections } from "../markdown/index.js";
import type { Question } from "../questions/index.js";

/** A section longer than this is cut by arms with the usual `max_chars`: only there do heading and hybrid differ. */
export const longSection = 1200;
/** Deepest heading that opens a section, as in arms by default. */
const sectionLevels = 3;
/** Units from a procedure's first passage to its last from which on a chunker can be seen to cut it. */
export const unitsApart = 3;

/** Where a set's quotes lie; of questions with quotes, the main answer's. */
export interface QuotePlaces {
  readonly quotes: number;
  /** First quartile, median and third quartile of how deep quotes begin on their pages, 0 to 1; null without quotes. */
  readonly depth: readonly [number, number, number] | null;
  /** Quotes in sections of over 1,200 characters, levels 1 to 3. */
  readonly in_long_sections: number;
  /** Procedures with several quotes. */
  readonly procedures: number;
  /** Those of them whose first and last passage are fewer than three units apart. */
  readonly procedures_near: readonly string[];
}

/** How deep quotes lie on their pages, how long their sections are, how far apart a procedure's passages. */
export function quotePlaces(questions: readonly Question[], pages: readonly ParsedPage[]): QuotePlaces {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const located = questions.flatMap(({ id, type, answers: [main] }) => {
    const page = byUrl.get(main?.url ?? "");
    if (page === undefined) return [];
    const quotes = main.quotes.flatMap((occurrences) => occurrences.slice(0, 1));
    return [{ id, type, page, quotes: quotes.sort((a, b) => a.start - b.start) }];
  });
  const all = located.flatMap(({ page, quotes }) => quotes.map((quote) => ({ page, quote })));
  const depths = all.map(({ page: { content }, quote }) => {
    return (quote.start - content.start) / (content.end - content.start);
  });
  const procedures = located.filter(({ type, quotes }) => type === "procedure" && quotes.length > 1);
  return {
    quotes: all.length,
    depth:
      depths.length === 0 ? null : [quantile(depths, 0.25), quantile(depths, 0.5), quantile(depths, 0.75)],
    in_long_sections: all.filter(({ page, quote }) => sectionLength(page, quote) > longSection).length,
    procedures: procedures.length,
    procedures_near: procedures
      .filter(({ page, quotes }) => distance(page, quotes[0], quotes[quotes.length - 1]) < unitsApart)
      .map(({ id }) => id),
  };
}

function sectionLength(page: ParsedPage, { start }: Span): number {
  const section = sections(page, sectionLevels).find((each) => each.start <= start && start < each.end);
  return section === undefined ? 0 : section.end - section.start;
}

/** How many units after the first quote's last unit the last quote begins. */
function distance(page: ParsedPage, first: Span, last: Span): number {
  const units = splitUnits(page, { max_chars: Number.POSITIVE_INFINITY });
  const end = units.findLastIndex((unit) => unit.start < first.end);
  return units.findLastIndex((unit) => unit.start <= last.start) - end;
}
