import { type BreakReport, similarityCutoff } from "../../chunking/index.js";
import type { ParsedPage } from "../../markdown/index.js";
import type { Arm } from "../../study/index.js";
import type { CurveData, PageData, UnitData } from "./data.js";
import { positions, roundedOrNull } from "./positions.js";
import type { ChunkPlace, UnitPlace } from "./run-rows.js";

export function pageData(pages: readonly ParsedPage[]): PageData[] {
  return pages.map(({ url, markdown, headings }) => ({
    url,
    text: markdown,
    headings: headings.map(({ start, end, level, title }) => [start, end, level, title]),
  }));
}

/** An arm's chunks, by page: start, end, start, end … */
export function chunkData(
  chunks: readonly ChunkPlace[],
  arms: readonly string[],
  urls: readonly string[],
): number[][][] {
  const armAt = positions(arms);
  const pageAt = positions(urls);
  const byArm = arms.map(() => urls.map((): number[] => []));
  for (const { arm, page, index, start, end } of chunks) {
    const own = byArm[armAt(arm)]?.[pageAt(page)];
    if (own === undefined) continue;
    own[2 * index] = start;
    own[2 * index + 1] = end;
  }
  return byArm;
}

/** The units of every limit, and the limits in the same order. */
export function unitData(
  rows: readonly UnitPlace[],
  urls: readonly string[],
): { limits: number[]; units: UnitData[] } {
  const limits = [...new Set(rows.map(({ max_chars }) => max_chars))];
  const pageAt = positions(urls);
  const units = limits.map(() => urls.map((): (number | null)[] => []));
  for (const { max_chars, page, start, end, similarity } of rows) {
    units[limits.indexOf(max_chars)][pageAt(page)]?.push(start, end, roundedOrNull(similarity, 4));
  }
  return { limits, units };
}

/**
 * Where and why an arm broke, by page, and its cutoff where it has one for the whole page.
 *
 * @returns null for an arm that doesn't break by similarity, or whose units aren't among the rows
 */
export function curveData(
  { strategy, parameters }: Arm,
  pages: readonly ParsedPage[],
  rows: readonly UnitPlace[],
  limits: readonly number[],
): CurveData | null {
  const units = limits.indexOf(Number(parameters.max_chars));
  if (!strategy.needsSimilarities || strategy.units !== undefined || units === -1) return null;
  const known = similaritiesByPage(
    rows.filter(({ max_chars }) => max_chars === limits[units]),
    pages.map(({ url }) => url),
  );
  return {
    units,
    cutoffs: known.map((similarities) =>
      strategy.name === "semantic"
        ? roundedOrNull(similarityCutoff(similarities, Number(parameters.break_pct)))
        : null,
    ),
    breaks: pages.map((page, i) => flat(strategy.breaks?.(page, parameters, known[i]))),
  };
}

function flat(report: BreakReport | undefined): number[] {
  return report?.breaks.flatMap(({ after, cause }) => [after, cause === "topic" ? 1 : 0]) ?? [];
}

function similaritiesByPage(rows: readonly UnitPlace[], urls: readonly string[]): Float64Array[] {
  const pageAt = positions(urls);
  const byPage = urls.map((): number[] => []);
  for (const { page, similarity } of rows) {
    if (similarity !== null) byPage[pageAt(page)]?.push(similarity);
  }
  return byPage.map((known) => Float64Array.from(known));
}
