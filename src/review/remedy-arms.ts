import { type Parameters, resolveChunker, strategies } from "../chunking/index.js";
import type { Arm } from "../study/index.js";
import type { Tag } from "./tag.js";

/**
 * What would mend a tag, as an arm to measure: the arm that has the tag with one thing changed. Null where there is no
 * such change for its strategy, or the arm has it.
 */
export function remedyArm(tag: Tag, arm: Arm): Arm | null {
  const remedy = remedies[tag]?.(arm) ?? null;
  if (remedy === null) return null;
  const { match: _, ...own } = arm;
  return { ...own, ...remedy, name: `${arm.name}, ${remedy.name}` };
}

type Change = Pick<Arm, "name"> & Partial<Arm>;
type Remedy = (arm: Arm) => Change | null;

/** Giant sections and texts that aren't read to their end: chunks half as long. */
const shorter: Remedy = ({ strategy, parameters }) => {
  if (strategy.limit === undefined) return null;
  const half = Math.floor(Number(parameters[strategy.limit]) / 2);
  if (half < 1) return null;
  const bounded = ["min_chars", "overlap"].filter((name) => name in parameters);
  const least = bounded.map((name) => [name, Math.min(Number(parameters[name]), Math.floor(half / 2))]);
  const changed = { ...parameters, ...Object.fromEntries(least), [strategy.limit]: half };
  return { name: `${strategy.limit} ${half}`, parameters: changed };
};

const withPath: Remedy = ({ text }) =>
  text.path === "none" ? { name: "with path", text: { ...text, path: "breadcrumb" } } : null;

/** A parameter that is off, where the strategy has it. */
const turnedOn =
  (parameter: string): Remedy =>
  ({ strategy, parameters }) => {
    if (!(parameter in strategy.parameters) || parameters[parameter] === true) return null;
    return { name: parameter, parameters: { ...parameters, [parameter]: true } };
  };

/** Chunks that hold several sections: headings first, and meaning inside of what is too long. */
const hybrid: Remedy = ({ strategy, parameters, text }) => {
  if ("levels" in strategy.parameters) return null;
  const max_chars = Number(parameters.max_chars ?? parameters.size);
  if (!Number.isFinite(max_chars)) return null;
  const { break_pct, min_chars }: Parameters = parameters;
  const chunker = resolveChunker({
    strategy: strategies.hybrid,
    max_chars,
    min_chars: Math.min(max_chars, Number(min_chars ?? 200)),
    ...(break_pct === undefined ? {} : { break_pct }),
    levels: text.levels ?? 3,
  });
  return { name: "hybrid", ...chunker, text: { ...text, table_header: true } };
};

const remedies: Readonly<Partial<Record<Tag, Remedy>>> = {
  giant_section: shorter,
  truncated_text: shorter,
  tiny_section: turnedOn("merge_small"),
  vague_heading: withPath,
  lost_context: withPath,
  fake_heading: turnedOn("bold_headings"),
  broken_procedure: turnedOn("whole_lists"),
  merged_sections: hybrid,
};
