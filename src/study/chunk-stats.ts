import { mean, quantileSorted } from "simple-statistics";
import { type BreakReport, embedsTitleTwice } from "../chunking/index.js";
import { type Block, headingPath, type ParsedPage, type Span, trimSpan } from "../markdown/index.js";
import { describeArm } from "./arms.js";
import { type ChunkedArm, type UnitArm, unitsOfArm } from "./chunked-arm.js";

/** One row of `chunk_stats.csv`: what an arm's chunks are like. Lengths in UTF-16 units, shares of the arm's chunks. */
export interface ChunkStats {
  readonly arm: string;
  readonly setting: string;
  readonly chunks: number;
  readonly chars_mean: number;
  readonly chars_min: number;
  readonly chars_p10: number;
  readonly chars_median: number;
  readonly chars_p90: number;
  readonly chars_max: number;
  readonly embedded_chars_mean: number;
  /** Under at least one heading of a path's levels. */
  readonly has_path_share: number;
  /** The own title is both in the path and in the text. */
  readonly title_twice_share: number;
  readonly crosses_section_share: number;
  readonly splits_code_share: number;
  readonly splits_table_share: number;
  readonly splits_list_share: number;
  /** Texts longer than the embedder reads; null where they weren't counted. */
  readonly cut_texts: number | null;
  readonly cut_share: number | null;
  /** For arms that break by similarity. */
  readonly breaks_topic: number | null;
  readonly breaks_size: number | null;
  /** Topic breaks over the boundaries that the rule looked at; `break_pct` is only nominal. */
  readonly breaks_realised_share: number | null;
  /** Of the topic breaks, those right before a heading. */
  readonly breaks_on_heading_share: number | null;
}

/** Beyond this share of texts cut by the embedder's limit, an arm is marked † wherever it is shown. */
export const cutShareLimit = 0.01;

/** @param tokens word pieces of each chunk's embedded text before any cutting, where they are known */
export function chunkStats(
  chunked: ChunkedArm,
  pages: readonly ParsedPage[],
  tokens: readonly (number | null)[] | null,
  max_tokens: number,
): ChunkStats {
  const { arm, chunks, texts } = chunked;
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const pageOf = (url: string): ParsedPage => byUrl.get(url) as ParsedPage;
  const lengths = chunks.map(({ start, end }) => end - start).sort((a, b) => a - b);
  const shareOf = (test: (page: ParsedPage, chunk: Span) => boolean): number =>
    chunks.filter((chunk) => test(pageOf(chunk.page), chunk)).length / chunks.length;
  const levels = arm.text.levels ?? 3;
  const cut = tokens?.every((count) => count !== null)
    ? tokens.filter((count) => Number(count) > max_tokens).length
    : null;
  return {
    arm: arm.name,
    setting: describeArm(arm),
    chunks: chunks.length,
    chars_mean: mean(lengths),
    chars_min: lengths[0],
    chars_p10: quantileSorted(lengths, 0.1),
    chars_median: quantileSorted(lengths, 0.5),
    chars_p90: quantileSorted(lengths, 0.9),
    chars_max: lengths[lengths.length - 1],
    embedded_chars_mean: mean(texts.map(({ length }) => length)),
    has_path_share: shareOf((page, chunk) => headingPath(page, firstText(page, chunk), levels).length > 0),
    title_twice_share: shareOf((page, chunk) => embedsTitleTwice(page, chunk, arm.text)),
    crosses_section_share: shareOf((page, chunk) => {
      const start = firstText(page, chunk);
      return page.headings.some(
        (heading) => heading.level <= levels && start < heading.start && heading.start < chunk.end,
      );
    }),
    splits_code_share: shareOf((page, chunk) => splits(page, chunk, "code")),
    splits_table_share: shareOf((page, chunk) => splits(page, chunk, "table")),
    splits_list_share: shareOf((page, chunk) => splits(page, chunk, "list")),
    cut_texts: cut,
    cut_share: cut === null ? null : cut / chunks.length,
    ...breakStats(chunked, pages),
  };
}

function firstText({ markdown }: ParsedPage, chunk: Span): number {
  return trimSpan(markdown, chunk)?.start ?? chunk.start;
}

/** Whether the chunk starts or ends strictly inside a block of a kind. */
function splits({ blocks }: ParsedPage, { start, end }: Span, kind: Block["kind"]): boolean {
  return blocks.some(
    (block) =>
      block.kind === kind &&
      ((block.start < start && start < block.end) || (block.start < end && end < block.end)),
  );
}

type BreakStats = Pick<
  ChunkStats,
  "breaks_topic" | "breaks_size" | "breaks_realised_share" | "breaks_on_heading_share"
>;

function breakStats({ arm, breaks }: ChunkedArm, pages: readonly ParsedPage[]): BreakStats {
  if (breaks.length === 0) {
    return {
      breaks_topic: null,
      breaks_size: null,
      breaks_realised_share: null,
      breaks_on_heading_share: null,
    };
  }
  const count = (cause: string): number =>
    breaks.reduce((sum, report) => sum + report.breaks.filter((each) => each.cause === cause).length, 0);
  const topic = count("topic");
  const considered = breaks.reduce((sum, report) => sum + report.considered, 0);
  const onHeading = pages.reduce((sum, page, i) => sum + breaksOnHeadings(page, breaks[i], arm), 0);
  return {
    breaks_topic: topic,
    breaks_size: count("size"),
    breaks_realised_share: considered === 0 ? null : topic / considered,
    breaks_on_heading_share: topic === 0 ? null : onHeading / topic,
  };
}

function breaksOnHeadings(page: ParsedPage, { breaks }: BreakReport, arm: UnitArm): number {
  if (breaks.length === 0) return 0;
  const units = unitsOfArm(page, arm);
  return breaks.filter(({ after, cause }) => cause === "topic" && units[after + 1].kind === "heading").length;
}
