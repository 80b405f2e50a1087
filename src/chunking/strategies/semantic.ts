import type { ParsedPage, Span } from "../../markdown/index.js";
import { spansBetween, walkBreaks } from "../breaks.js";
import { checkMinMax, type Parameters, parameter, type Strategy } from "../strategy.js";
import { splitUnits } from "../units.js";

/** A chunk ends where neighbouring units are least alike: at the lowest share `break_pct` of the page's similarities. */
export const semantic: Strategy = {
  name: "semantic",
  parameters: {
    break_pct: parameter.break_pct,
    min_chars: parameter.min_chars,
    max_chars: parameter.max_chars,
  },
  limit: "max_chars",
  needsSimilarities: true,
  check: checkMinMax,
  chunk(page: ParsedPage, parameters: Parameters, similarities = new Float64Array()): Span[] {
    const rule = {
      break_pct: Number(parameters.break_pct),
      min_chars: Number(parameters.min_chars),
      max_chars: Number(parameters.max_chars),
    };
    const units = splitUnits(page, rule);
    return spansBetween(units, walkBreaks(similarities, units, rule));
  },
};
