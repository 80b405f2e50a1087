import {
  type BreakReport,
  type Chunk,
  chunkFaults,
  chunkPage,
  embeddedText,
  matchingSize,
  neighbourSimilarities,
  type Strategy,
  type Unit,
  unitsOf,
} from "../chunking/index.js";
import { type ParsedPage, type Span, withBoldHeadings } from "../markdown/index.js";
import type { Arm } from "./arms.js";
import { StudyError } from "./study-error.js";

/** An arm's chunks over the whole corpus, in page order, and what is embedded and indexed for each. */
export interface ChunkedArm {
  readonly arm: Arm;
  readonly chunks: readonly Chunk[];
  readonly texts: readonly string[];
  /** One a page, for arms that break by similarity. */
  readonly breaks: readonly BreakReport[];
}

/** Similarities of a page's neighbouring units, as an arm's strategy has them at its limit. */
export type SimilaritiesOf = (page: ParsedPage, arm: UnitArm) => Float64Array;

/** What decides an arm's units. */
export type UnitArm = Pick<Arm, "strategy" | "parameters">;

/**
 * Cut every page by an arm, and hold the spans to the invariants, whoever wrote the strategy.
 *
 * @param similaritiesOf needed by arms whose strategy breaks by similarity
 * @throws StudyError naming the arm, the page and the place of a broken invariant
 */
export function chunkArm(
  arm: Arm,
  pages: readonly ParsedPage[],
  similaritiesOf?: SimilaritiesOf,
): ChunkedArm {
  const { strategy, parameters } = arm;
  const limit = strategy.limit === undefined ? {} : { limit: Number(parameters[strategy.limit]) };
  const chunks: Chunk[] = [];
  const texts: string[] = [];
  const breaks: BreakReport[] = [];
  for (const page of pages) {
    const similarities = strategy.needsSimilarities ? similaritiesOf?.(page, arm) : undefined;
    const own = onPage(`arm ${JSON.stringify(arm.name)}, ${page.url}`, () =>
      chunkPage(page, { ...parameters, strategy }, similarities),
    );
    const faults = chunkFaults(page, own, { ...limit, mayOverlap: strategy.mayOverlap ?? false });
    if (faults.length > 0) {
      throw new StudyError(
        `arm ${JSON.stringify(arm.name)}, strategy ${strategy.name}: its chunks can't be used\n  ${faults.slice(0, 5).join("\n  ")}`,
      );
    }
    for (const chunk of own) {
      chunks.push(chunk);
      texts.push(armText(arm, page, chunk));
    }
    if (strategy.breaks !== undefined) breaks.push(strategy.breaks(page, parameters, similarities));
  }
  if (chunks.length === 0)
    throw new StudyError(`arm ${JSON.stringify(arm.name)}: no chunks at all; are the pages empty?`);
  return { arm, chunks, texts, breaks };
}

/** What an arm embeds and indexes for a span of a page. */
export function armText(
  { text, parameters }: Pick<Arm, "text" | "parameters">,
  page: ParsedPage,
  span: Span,
): string {
  if (parameters.bold_headings !== true) return embeddedText(page, span, text);
  const titled = withBoldHeadings(page, Number(parameters.levels));
  return embeddedText(titled.page, span, { ...text, levels: titled.levels });
}

/** How near a matched mean length has to be. */
const closeEnough = 0.02;

/** The arm with the `size` at which its chunks are on average as long as those of the arm it is to match. */
export function matchedArm(arm: Arm, target: ChunkedArm, pages: readonly ParsedPage[]): Arm {
  const mean = target.chunks.reduce((sum, { start, end }) => sum + end - start, 0) / target.chunks.length;
  const size = matchingSize(pages, mean, Number(arm.parameters.overlap));
  const spans = pages.flatMap((page) => chunkPage(page, { ...arm.parameters, size, strategy: arm.strategy }));
  const reached = spans.reduce((sum, { start, end }) => sum + end - start, 0) / spans.length;
  if (Math.abs(reached - mean) > closeEnough * mean) {
    throw new StudyError(
      `arm ${JSON.stringify(arm.name)}: match: no size gives windows of ${Math.round(mean)} characters on average; size ${size} with overlap ${arm.parameters.overlap} gives ${Math.round(reached)}; set a smaller overlap`,
    );
  }
  return { ...arm, parameters: { ...arm.parameters, size } };
}

/** A page's units as an arm's breaks lie between them. */
export function unitsOfArm(page: ParsedPage, { strategy, parameters }: UnitArm): readonly Unit[] {
  return unitsOf(page, strategy, Number(parameters.max_chars));
}

/** The texts of all units of an arm, page by page. */
export function unitTexts(pages: readonly ParsedPage[], arm: UnitArm): string[] {
  return pages.flatMap((page) => unitsOfArm(page, arm).map(({ text }) => text));
}

/** Whether two arms that break by similarity have the same units. */
export function haveSameUnits(a: UnitArm, b: UnitArm): boolean {
  return a.strategy.units === b.strategy.units && a.parameters.max_chars === b.parameters.max_chars;
}

/** Arms, each of which has other units than those before it. */
export function armsByUnits<Each extends UnitArm>(arms: readonly Each[]): Each[] {
  return arms.filter((arm, i) => arms.findIndex((other) => haveSameUnits(other, arm)) === i);
}

/** Similarities from a table of vectors by text. */
export function similaritiesFrom(vectorOf: (text: string) => Float32Array): SimilaritiesOf {
  const known = new Map<Strategy["units"], Map<string, Float64Array>>();
  return (page, arm) => {
    const ofRule = known.get(arm.strategy.units) ?? new Map<string, Float64Array>();
    known.set(arm.strategy.units, ofRule);
    const key = `${arm.parameters.max_chars} ${page.url}`;
    const before = ofRule.get(key);
    if (before !== undefined) return before;
    const units = unitsOfArm(page, arm);
    const similarities = onPage(page.url, () =>
      neighbourSimilarities(
        units,
        units.map(({ text }) => vectorOf(text)),
      ),
    );
    ofRule.set(key, similarities);
    return similarities;
  };
}

/** What goes wrong on a page, or in a user's strategy, with the place in front. */
function onPage<T>(place: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new StudyError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
