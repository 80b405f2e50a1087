import { parseMetric } from "../../evaluation/index.js";
import type { ParsedPage, Span } from "../../markdown/index.js";
import type { SectionedQuestion } from "../../questions/index.js";
import { bm25Index } from "../../retrieval/index.js";
import { withoutTitles } from "../../study/heading-study-text.js";
import { type ChunkedArm, type ScoreRow, type StudyInputs, scoreArm } from "../../study/index.js";
import { codePointIndexes } from "../published/code-points.js";

/** Scores of arms on the heading queries, with what they index and with title words taken out of it. */
export interface HeadingScores {
  readonly indexed: readonly ScoreRow[];
  readonly withoutTitles: readonly ScoreRow[];
}

/**
 * Search what the arms index for the queries with the study's BM25, and score it by the study's metrics.
 *
 * Scored in code points, as published: of a window of 530 characters just a half can lie in a section, and an emoji
 * decides whether it is a half.
 */
export function headingScores(
  { config, pages }: StudyInputs,
  arms: readonly ChunkedArm[],
  queries: readonly SectionedQuestion[],
): HeadingScores {
  const metrics = config.metrics.map(parseMetric);
  const inCodePoints = codePointSpans(pages);
  const asked = queries.map((query) => ({
    ...query,
    sections: query.sections.map((section) => ({ ...section, ...inCodePoints(section.url, section) })),
  }));
  const search = (arm: ChunkedArm): ScoreRow[] => {
    const index = bm25Index(arm.texts, config.bm25);
    const rankings = queries.map(({ question }) => index.search(question));
    const chunks = arm.chunks.map((chunk) => ({ ...chunk, ...inCodePoints(chunk.page, chunk) }));
    return scoreArm({ ...arm, chunks }, "bm25", asked, metrics, rankings);
  };
  return {
    indexed: arms.flatMap(search),
    withoutTitles: arms.flatMap((arm) => search(withoutTitles(arm, pages))),
  };
}

function codePointSpans(pages: readonly ParsedPage[]): (url: string, span: Span) => Span {
  const indexes = new Map(pages.map(({ url, markdown }) => [url, codePointIndexes(markdown)]));
  return (url, { start, end }) => {
    const of = indexes.get(url) as Uint32Array;
    return { start: of[start], end: of[end] };
  };
}
