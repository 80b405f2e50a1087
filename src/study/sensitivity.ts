import { allTypes, type ScoreTable } from "./score-table.js";
import { mean } from "./summary.js";

/** The arms under one rule of what counts as found, best first, and their mean scores. */
export interface RuleOrder {
  readonly rule: string;
  readonly order: readonly { readonly arm: string; readonly score: number }[];
}

/** Two arms that change places: `first` is ahead under the one rule and behind under the other. */
export interface Flip {
  readonly first: string;
  readonly second: string;
  readonly rules: readonly [string, string];
}

/** Rules of what counts as found, as far as a study scores them; each answers another reading of "found". */
const rules = [/^hit@\d+$/, /^covered@\d+$/, /^hit@\d+c$/, /^recall@\d+c$/, /^half_in_section@\d+$/];

/**
 * Whether the arms' order depends on what counts as found: a whole answer in one chunk, in several together, within
 * equal context, or characters of it.
 *
 * Of several metrics of one kind the last is taken (`hit@10` rather than `hit@1`), except that the primary metric
 * stands for its kind. Arms with equal scores are in no order, so they flip with nobody.
 *
 * @returns the order under each rule, and the pairs whose order under some rule is the reverse of that under the
 * primary metric
 */
export function sensitivityOf(
  scores: ScoreTable,
  { retriever, metric: primary }: { readonly retriever: string; readonly metric: string },
): { orders: RuleOrder[]; flips: Flip[] } {
  const metrics = [
    ...new Set(
      scores
        .cells()
        .filter((cell) => cell.retriever === retriever)
        .map(({ metric }) => metric),
    ),
  ];
  const chosen = rules.flatMap((kind) => {
    const ofKind = metrics.filter((metric) => kind.test(metric));
    return ofKind.includes(primary) ? [primary] : ofKind.slice(-1);
  });
  const orders = [...new Set([primary, ...chosen])].map((rule) => orderUnder(scores, retriever, rule));
  const [reference, ...others] = orders;
  const flips = others.flatMap(({ rule, order }) => {
    const sign = scores.metric(rule).better === "higher" ? 1 : -1;
    const score = new Map(order.map((each) => [each.arm, each.score * sign]));
    return reference.order.flatMap((ahead, i) =>
      reference.order.slice(i + 1).flatMap((behind): Flip[] => {
        const reversed =
          ahead.score !== behind.score && Number(score.get(ahead.arm)) < Number(score.get(behind.arm));
        return reversed ? [{ first: ahead.arm, second: behind.arm, rules: [primary, rule] }] : [];
      }),
    );
  });
  return { orders, flips };
}

function orderUnder(scores: ScoreTable, retriever: string, rule: string): RuleOrder {
  const arms = [...new Set(scores.cells().map(({ arm }) => arm))];
  const order = arms.flatMap((arm) => {
    const column = scores.column(retriever, arm, rule);
    if (column === undefined) return [];
    const values = scores.positions(allTypes, column).map((i) => column[i]);
    return values.length === 0 ? [] : [{ arm, score: mean(values) }];
  });
  const sign = scores.metric(rule).better === "higher" ? 1 : -1;
  return { rule, order: order.sort((a, b) => (b.score - a.score) * sign) };
}
