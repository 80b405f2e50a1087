import { spansBetween, walkBreaks } from "../breaks.js";
import { breakRule, checkMinMax, parameter, type Strategy } from "../strategy.js";
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
  chunk(page, parameters, similarities = new Float64Array()) {
    const rule = breakRule(parameters);
    const units = splitUnits(page, rule);
    return spansBetween(units, walkBreaks(similarities, units, rule));
  },
  breaks(page, parameters, similarities = new Float64Array()) {
    const rule = breakRule(parameters);
    return {
      breaks: walkBreaks(similarities, splitUnits(page, rule), rule),
      considered: similarities.length,
    };
  },
};
