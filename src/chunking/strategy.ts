import { type ParsedPage, type Span, type TitledPage, withBoldHeadings } from "../markdown/index.js";
import type { Break, BreakRule } from "./breaks.js";
import type { Unit } from "./units.js";

/** What a parameter may be, and what it is where a study doesn't say. */
export type ParameterRule =
  | {
      readonly type: "number";
      readonly default: number;
      readonly min: number;
      readonly max?: number;
      readonly whole: boolean;
    }
  /** `quiet`: left out of an arm's parameters where it has its default, so that older results read the same. */
  | { readonly type: "boolean"; readonly default: boolean; readonly quiet?: true };

export type ParameterValue = number | boolean;
export type Parameters = Readonly<Record<string, ParameterValue>>;

/**
 * A way of cutting a page: a pure, synchronous function of the parsed page, its parameters and, where it asks for
 * them, the similarities of the page's neighbouring units (`splitUnits` at the strategy's `max_chars`).
 *
 * To add one, write a module that exports an object of this shape as `strategy`, and name the file in an arm:
 * `"strategy": "./mine.js"`.
 */
export interface Strategy {
  readonly name: string;
  /** Every parameter the strategy takes; others are refused. */
  readonly parameters: Readonly<Record<string, ParameterRule>>;
  /** The parameter that no chunk's length may exceed, if there is one. */
  readonly limit?: "size" | "max_chars";
  /** Whether `chunk` needs neighbouring similarities. A strategy that does must take `max_chars`. */
  readonly needsSimilarities?: boolean;
  /** Whether chunks may share text. */
  readonly mayOverlap?: boolean;
  /** Whether a piece of a table carries the table's header row in its embedded text (default true). */
  readonly repeatsTableHeader?: boolean;
  /** What is wrong with the parameters taken together, naming them, or null. */
  check?(parameters: Parameters): string | null;
  /**
   * The units whose neighbouring similarities `chunk` is given, where they aren't those of `splitUnits`: in page order,
   * each with the text that is embedded for it. Nothing but the page and `max_chars` may decide them.
   */
  units?(page: ParsedPage, max_chars: number): readonly Unit[];
  /** @returns the chunks in page order; see `chunkFaults` for what every strategy's spans must satisfy */
  chunk(page: ParsedPage, parameters: Parameters, similarities?: Float64Array): Span[];
  /** For strategies that break by similarity: where and why, for the report. */
  breaks?(page: ParsedPage, parameters: Parameters, similarities?: Float64Array): BreakReport;
}

/** What a strategy did at the boundaries between a page's units (`splitUnits`). */
export interface BreakReport {
  /** Where chunks end, in the page's units. */
  readonly breaks: readonly Break[];
  /** How many boundaries the rule looked at: the realised share is topic breaks over these. */
  readonly considered: number;
}

const size = { type: "number", default: 800, min: 1, whole: true } as const;
const overlap = { type: "number", default: 100, min: 0, whole: true } as const;
const max_chars = { type: "number", default: 1500, min: 1, whole: true } as const;
const min_chars = { type: "number", default: 200, min: 0, whole: true } as const;
const break_pct = { type: "number", default: 0.2, min: 0, max: 1, whole: false } as const;
const levels = { type: "number", default: 3, min: 1, max: 6, whole: true } as const;

const bold_headings = { type: "boolean", default: false, quiet: true } as const;
const whole_lists = { type: "boolean", default: false, quiet: true } as const;

/** Parameters by their published names, with the defaults that strategies share. */
export const parameter = {
  ...{ size, overlap, max_chars, min_chars, break_pct, levels },
  /** Whether bold text that stands where a heading should starts a section. */
  bold_headings,
  /** Whether a list that fits `max_chars` is never cut. */
  whole_lists,
};

/** `overlap` must leave room to move on. */
export function checkOverlap({ size, overlap }: Parameters): string | null {
  return Number(overlap) < Number(size) ? null : `overlap: ${overlap} must be smaller than size: ${size}`;
}

/** The rule of the breakpoints, from parameters that have been checked. */
export function breakRule({ break_pct, min_chars, max_chars }: Parameters): BreakRule {
  return { break_pct: Number(break_pct), min_chars: Number(min_chars), max_chars: Number(max_chars) };
}

/** The least must not exceed the most. */
export function checkMinMax({ min_chars, max_chars }: Parameters): string | null {
  if (Number(min_chars) <= Number(max_chars)) return null;
  return `min_chars: ${min_chars} must not exceed max_chars: ${max_chars}`;
}

/** The page as a strategy with headings reads it, and how deep its headings count. */
export function titledPage(page: ParsedPage, { levels, bold_headings }: Parameters): TitledPage {
  return bold_headings === true ? withBoldHeadings(page, Number(levels)) : { page, levels: Number(levels) };
}
