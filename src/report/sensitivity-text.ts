import type { Flip, InteractionRow, RuleOrder } from "../study/index.js";
import { counted, list, share } from "./format.js";

/** Most cases that are named; the files have them all. */
const shown = 3;

/** Whether the arms' order depends on what counts as found; nothing where only one rule was scored. */
export function sensitivityText(orders: readonly RuleOrder[], flips: readonly Flip[]): string[] {
  const rules = orders.map(({ rule }) => rule);
  if (rules.length < 2) return [];
  const [primary, ...others] = rules;
  if (flips.length === 0) {
    return [`No pair of arms changes places under ${list(others)}.`];
  }
  const byPair = new Map<string, { flip: Flip; rules: string[] }>();
  for (const flip of flips) {
    const key = JSON.stringify([flip.first, flip.second]);
    const known = byPair.get(key) ?? { flip, rules: [] };
    byPair.set(key, { flip, rules: [...known.rules, flip.rules[1]] });
  }
  const pairs = [...byPair.values()];
  const named = pairs
    .slice(0, shown)
    .map(({ flip: { first, second }, rules: under }) => `${first} is behind ${second} under ${list(under)}`);
  const rest = pairs.length > shown ? `; ${pairs.length - shown} more` : "";
  return [
    `The order depends on what counts as found: against ${primary}, ${counted(pairs.length, "pair")} of arms change${pairs.length === 1 ? "s" : ""} places under ${list(others)} (${named.join("; ")}${rest}).`,
  ];
}

/**
 * Whether an advantage differs between types of question. Said with care: the intervals aren't corrected for their
 * number, so some leave out zero by chance alone.
 *
 * @param level coverage of the intervals
 */
export function interactionText(interactions: readonly InteractionRow[], level = 0.95): string[] {
  const estimable = interactions.filter(({ lo, hi }) => lo !== null && hi !== null);
  if (estimable.length === 0) return [];
  const apart = estimable.filter(({ lo, hi }) => Number(lo) > 0 || Number(hi) < 0);
  const chance = Math.round(estimable.length * (1 - level));
  const cases = [...apart]
    .sort((a, b) => Math.abs(b.interaction) - Math.abs(a.interaction))
    .slice(0, shown)
    .map(
      ({ arm, against, type, interaction, lo, hi }) =>
        `${arm} − ${against} on ${type}, ${share(interaction)} [${share(Number(lo))}, ${share(Number(hi))}]`,
    );
  const found = `of ${estimable.length} such differences ${apart.length} ${apart.length === 1 ? "has an interval" : "have intervals"} without zero`;
  const judged =
    apart.length <= chance
      ? `no more than the ${chance} or so that chance alone would give`
      : `where chance alone would give about ${chance}; the largest: ${cases.join("; ")}`;
  return [`Whether an advantage differs by type of question was only explored: ${found}, ${judged}.`];
}
