import type { ParsedPage, Span } from "../markdown/index.js";
import { fixed } from "./strategies/fixed.js";
import { heading } from "./strategies/heading.js";
import { hybrid } from "./strategies/hybrid.js";
import { paragraph } from "./strategies/paragraph.js";
import { recursive } from "./strategies/recursive.js";
import { semantic } from "./strategies/semantic.js";
import type { ParameterRule, Parameters, ParameterValue, Strategy } from "./strategy.js";

/** What is retrieved: a span of one page. Its text is `markdown.slice(start, end)`, and nothing else ever is. */
export interface Chunk extends Span {
  /** The page's url. */
  readonly page: string;
  /** Position among the page's chunks, from 0. */
  readonly index: number;
}

/** Readable and stable: `tutorial/query-params.md::7`. */
export function chunkId({ page, index }: Chunk): string {
  return `${page}::${index}`;
}

/** The strategies that come with the project, by name. */
export const strategies: Readonly<Record<string, Strategy>> = {
  fixed,
  recursive,
  paragraph,
  heading,
  semantic,
  hybrid,
};

/** A strategy by name, or a strategy of the user's own, with its parameters. */
export interface Chunker {
  readonly strategy: string | Strategy;
  readonly [parameter: string]: ParameterValue | string | Strategy | undefined;
}

/**
 * Cut a page: every strategy through one door.
 *
 * @param chunker the strategy and its parameters; those not given have the strategy's defaults
 * @param similarities of the page's neighbouring units at the same `max_chars`, for strategies that need them
 * @throws RangeError naming the parameter and its value, before any chunk is made
 */
export function chunkPage(page: ParsedPage, chunker: Chunker, similarities?: Float64Array): Chunk[] {
  const { strategy, parameters } = resolveChunker(chunker);
  return strategy
    .chunk(page, parameters, similarities)
    .map(({ start, end }, index) => ({ page: page.url, index, start, end }));
}

/**
 * The strategy that a chunker names and its parameters, checked and with defaults filled in.
 *
 * @throws RangeError naming what is unknown, missing, of the wrong type or out of range, with its value
 */
export function resolveChunker({ strategy: named, ...given }: Chunker): {
  strategy: Strategy;
  parameters: Parameters;
} {
  const strategy = typeof named === "string" ? strategies[named] : named;
  if (strategy === undefined) {
    throw new RangeError(
      `unknown strategy: ${JSON.stringify(named)}; known are ${Object.keys(strategies).join(", ")}`,
    );
  }
  const rules = strategy.parameters;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name in rules) continue;
    throw new RangeError(
      `${name}: ${JSON.stringify(value)} is not a parameter of ${strategy.name}, which takes ${Object.keys(rules).join(", ")}`,
    );
  }
  const parameters = Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const value = checkParameter(name, given[name] ?? rule.default, rule);
      const isLeftOut = rule.type === "boolean" && rule.quiet === true && value === rule.default;
      return isLeftOut ? [] : [[name, value]];
    }),
  );
  const fault = strategy.check?.(parameters) ?? null;
  if (fault !== null) throw new RangeError(fault);
  return { strategy, parameters };
}

/**
 * A parameter's value, held to its rule.
 *
 * @throws RangeError naming the parameter and quoting the value
 */
export function checkParameter(name: string, value: unknown, rule: ParameterRule): ParameterValue {
  const shown = typeof value === "number" ? String(value) : JSON.stringify(value);
  if (rule.type === "boolean") {
    if (typeof value === "boolean") return value;
    throw new RangeError(`${name}: ${shown} must be true or false`);
  }
  const { min, max, whole } = rule;
  const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  if (
    typeof value !== "number" ||
    (whole ? !Number.isInteger(value) : !Number.isFinite(value)) ||
    value < min ||
    value > (max ?? Number.POSITIVE_INFINITY)
  ) {
    throw new RangeError(`${name}: ${shown} must be a ${whole ? "whole " : ""}number ${range}`);
  }
  return value;
}
