import type { ParsedPage } from "../../markdown/index.js";
import { checkCounts, spansBetween, walkBreaks } from "../breaks.js";
import { breakRule, checkMinMax, type Parameters, parameter, type Strategy } from "../strategy.js";
import { splitUnits } from "../units.js";
import { groupLists, ungrouped } from "../whole-lists.js";

/**
 * A chunk ends where neighbouring units are least alike: at the lowest share `break_pct` of the page's similarities.
 * With `whole_lists`, a list that fits `max_chars` is never cut.
 */
export const semantic: Strategy = {
  name: "semantic",
  parameters: {
    break_pct: parameter.break_pct,
    min_chars: parameter.min_chars,
    max_chars: parameter.max_chars,
    whole_lists: parameter.whole_lists,
  },
  limit: "max_chars",
  needsSimilarities: true,
  check: checkMinMax,
  chunk(page, parameters, similarities = new Float64Array()) {
    const { units, breaks } = cut(page, parameters, similarities);
    return spansBetween(units, breaks);
  },
  breaks(page, parameters, similarities = new Float64Array()) {
    const { breaks, all, grouped } = cut(page, parameters, similarities);
    return { breaks: grouped === null ? breaks : ungrouped(breaks, grouped), considered: all.length };
  },
};

function cut(page: ParsedPage, parameters: Parameters, similarities: Float64Array) {
  const rule = breakRule(parameters);
  const units = splitUnits(page, rule);
  if (parameters.whole_lists !== true)
    return { units, breaks: walkBreaks(similarities, units, rule), all: similarities, grouped: null };
  checkCounts(similarities, units);
  const grouped = groupLists(page, units, similarities, rule.max_chars);
  const breaks = walkBreaks(grouped.similarities, grouped.units, rule);
  return { units: grouped.units, breaks, all: grouped.similarities, grouped };
}
