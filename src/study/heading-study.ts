import type { Chunk } from "../chunking/index.js";
import { liesInAny, type SectionedQuestion } from "../questions/heading-queries.js";
import type { Policy } from "./policy.js";
import type { ScoreRow } from "./scores.js";

/** What must stand wherever results on heading-derived queries are shown. */
export const headingCaveat =
  "queries are the pages' own headings: arms with headings or paths in their index are favoured";
/** What the gap between the two runs is called. */
export const gapTitle = "what title words explain";

/** An arm's result on heading-derived queries, with titles in its index and without. */
export interface HeadingRow {
  readonly retriever: string;
  readonly arm: string;
  readonly metric: string;
  readonly n: number;
  readonly pages: number;
  /** Queries for which the arm has a chunk that counts at all: half of it has to lie in the section. */
  readonly reachable: number;
  /** Share of queries that are hit. */
  readonly as_indexed: number;
  /** The same with heading lines, anchors and paths taken out of the index. */
  readonly without_titles: number;
  /** What title words explain: `as_indexed` − `without_titles`, and its interval. */
  readonly gap: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly ci_method: string;
}

/**
 * The two runs side by side, for each retriever, arm and metric.
 *
 * @param indexed scores with the arms' own texts
 * @param stripped scores of the same arms and questions with titles taken out
 * @param reachable by arm, see `reachableCount`
 */
export function headingRows(
  indexed: readonly ScoreRow[],
  stripped: readonly ScoreRow[],
  reachable: ReadonlyMap<string, number>,
  policy: Policy,
): HeadingRow[] {
  const keyOf = ({ retriever, arm, metric, question }: ScoreRow): string =>
    JSON.stringify([retriever, arm, metric, question]);
  const without = new Map(stripped.map((row) => [keyOf(row), row.value]));
  const cells = new Map<string, { with: number; without: number; page: string }[]>();
  for (const row of indexed) {
    const other = without.get(keyOf(row));
    if (other === undefined) throw new Error(`not scored without titles: ${keyOf(row)}`);
    const key = JSON.stringify([row.retriever, row.arm, row.metric]);
    const cell = cells.get(key) ?? [];
    cells.set(key, cell);
    cell.push({ with: row.value, without: other, page: row.page });
  }
  return [...cells].map(([key, cell]) => {
    const [retriever, arm, metric] = JSON.parse(key) as [string, string, string];
    const pages = [...new Set(cell.map(({ page }) => page))];
    const values = cell.map((each) => each.with - each.without);
    const clusters = cell.map(({ page }) => pages.indexOf(page));
    const [{ ci_method, interval }] = policy.ofDifference({ values, clusters }, true);
    return {
      retriever,
      arm,
      metric,
      n: cell.length,
      pages: pages.length,
      reachable: reachable.get(arm) ?? 0,
      as_indexed: mean(cell.map((each) => each.with)),
      without_titles: mean(cell.map((each) => each.without)),
      gap: mean(values),
      lo: interval?.[0] ?? null,
      hi: interval?.[1] ?? null,
      ci_method,
    };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** For how many questions any of an arm's chunks lies half in the section: no retriever can hit the others. */
export function reachableCount(chunks: readonly Chunk[], questions: readonly SectionedQuestion[]): number {
  const byPage = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const known = byPage.get(chunk.page);
    if (known === undefined) byPage.set(chunk.page, [chunk]);
    else known.push(chunk);
  }
  return questions.filter((question) =>
    (byPage.get(question.url) ?? []).some((chunk) => liesInAny(chunk.page, chunk, question.sections)),
  ).length;
}
