import { type ParsedPage, type Section, sections, withBoldHeadings } from "../markdown/index.js";
import { type Arm, armText, type EmbeddedTexts, type FinishedPipeline } from "../study/index.js";
import { reviewedRetrievers } from "./find-misses.js";
import type { Miss, PagesByUrl } from "./miss.js";
import type { TagCase } from "./tag.js";

/** Other settings of a miss's strategy that find the answer with its retriever; null where none was looked at. */
export type HitsBySetting = (miss: Miss) => readonly string[] | null;

/**
 * What the rules of the tags go by, for every miss.
 *
 * @param hitsBySetting of settings beyond the study's own arms, such as those of a sweep
 */
export async function tagCases(
  misses: readonly Miss[],
  { inputs, pipeline }: Pick<FinishedPipeline, "inputs" | "pipeline">,
  hitsBySetting: HitsBySetting = () => null,
): Promise<TagCase[]> {
  const pages: PagesByUrl = new Map(inputs.pages.map((page) => [page.url, page]));
  const { max_tokens, long_texts } = inputs.config.embedder;
  const texts = long_texts === "truncate" && pipeline.queries !== null ? pipeline.texts : null;
  const byArms = hitsOfArms(inputs.arms);
  const hits = misses.map((miss) => either(byArms(miss), hitsBySetting(miss)));
  const foundElsewhere = new Set(
    misses.filter((_, i) => (hits[i] ?? []).length > 0).map(({ question }) => question.id),
  );
  const retrievers = reviewedRetrievers({ inputs, pipeline });
  const nothing = foundByNothing(misses, pipeline.chunkedArms().length * retrievers.length);
  const needed = await neededTokens(misses, texts, max_tokens);
  return misses.map((miss, i): TagCase => {
    const { page, start } = miss.answer;
    const section = sectionsOf(miss.arm, page).find((each) => each.start <= start && start < each.end);
    return {
      miss,
      pages,
      // An answer in front matter is in no section.
      section: section ?? { heading: null, ...page.content },
      tokens: needed[i] === null ? null : { read: max_tokens, needed: needed[i] },
      hits_by_setting: hits[i],
      found_by_nothing: nothing.has(miss.question.id) && !foundElsewhere.has(miss.question.id),
    };
  });
}

/** A page's sections by the headings that an arm knows. */
function sectionsOf({ parameters, text: { levels = 3 } }: Arm, page: ParsedPage): readonly Section[] {
  if (parameters.bold_headings !== true) return sections(page, levels);
  const titled = withBoldHeadings(page, levels);
  return sections(titled.page, titled.levels);
}

/** Questions that every arm misses with every retriever, the paragraph alone included. */
function foundByNothing(misses: readonly Miss[], most: number): Set<string> {
  const counts = new Map<string, number>();
  for (const { question, tried } of misses) {
    const isLost = !tried.some(({ kind, found }) => kind === "paragraph" && found);
    if (isLost) counts.set(question.id, (counts.get(question.id) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([id, count]) => (count === most ? [id] : [])));
}

/** Word pieces up to the answer's end in each holder's embedded text; null where it is short, or they aren't counted. */
async function neededTokens(
  misses: readonly Miss[],
  texts: EmbeddedTexts | null,
  max_tokens: number,
): Promise<(number | null)[]> {
  if (texts === null) return misses.map(() => null);
  const upTo = misses.map(({ holder, answer, arm }) => {
    if (holder === null) return null;
    const whole = texts.tokensOf(armText(arm, answer.page, holder));
    if (whole === null || whole <= max_tokens) return null;
    return armText(arm, answer.page, { start: holder.start, end: answer.end });
  });
  const wanted = [...new Set(upTo.filter((text) => text !== null))];
  const counts = await texts.countTokens(wanted);
  return upTo.map((text) => (text === null ? null : (counts[wanted.indexOf(text)] ?? null)));
}

/** Arms of one strategy and path that differ in `break_pct` alone; null for an arm that has no such other. */
function hitsOfArms(arms: readonly Arm[]): HitsBySetting {
  return ({ arm, hit_by }) => {
    const others = arms
      .filter((other) => isOtherBreak(settingOf(arm), settingOf(other)))
      .map(({ name }) => name);
    return others.length === 0 ? null : others.filter((name) => hit_by.includes(name));
  };
}

/** What either has; null where both know nothing. */
function either(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  return a === null ? b : [...new Set([...a, ...(b ?? [])])];
}

/** What decides an arm's chunks and texts, as far as settings of one strategy are told apart by it. */
export interface SettingOf {
  readonly strategy: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Whether two settings are alike but for `break_pct`. */
export function isOtherBreak(a: SettingOf, b: SettingOf): boolean {
  if (a.strategy !== b.strategy || a.path !== b.path) return false;
  const { break_pct, ...first } = a.parameters;
  const { break_pct: other, ...second } = b.parameters;
  if (break_pct === undefined || other === undefined || break_pct === other) return false;
  return Object.keys({ ...first, ...second }).every((name) => first[name] === second[name]);
}

/** The setting of an arm. */
export function settingOf({ strategy, text, parameters }: Arm): SettingOf {
  return { strategy: strategy.name, path: text.path, parameters };
}
