import { type InteractionRow, inseparableShare, type Verdict } from "../study/index.js";
import { counted, list, pValue, share, whole } from "./format.js";
import { interactionText, sensitivityText } from "./sensitivity-text.js";

/**
 * The verdict as one plain paragraph: what is ruled out, what can be told apart, what can't, what the order depends
 * on, and which arms suffer from cut texts.
 */
export function verdictText(verdict: Verdict, interactions: readonly InteractionRow[] = []): string {
  const { metric, retriever, n, pages } = verdict;
  return [
    `On ${metric} with ${retriever} (${counted(n, "question")}, ${counted(pages, "page")}):`,
    ruledOut(verdict),
    separable(verdict),
    ...limits(verdict),
    ...sensitivityText(verdict.orders ?? [], verdict.flips ?? []),
    ...interactionText(interactions),
    ...cutText(verdict.cut_arms ?? []),
  ].join(" ");
}

function ruledOut({ ruled_out, in_play, cheapest, cost_metric, arms }: Verdict): string {
  if (ruled_out.length === 0) {
    const least =
      cheapest === null ? "" : `; of the ${arms}, the one that costs least is ${cheapest} (${cost_metric})`;
    return `no arm is ruled out${least}.`;
  }
  const losers = ruled_out.map(({ arm, beaten_by, p }) => `${arm} (worse than ${beaten_by}, p ${equals(p)})`);
  return `ruled out ${ruled_out.length === 1 ? "is" : "are"} ${list(losers)}; still in play ${in_play.length === 1 ? "is" : "are"} ${list(in_play)}${cheapest === null ? "" : `, of which ${cheapest} costs least (${cost_metric})`}.`;
}

function separable({ separable: found, comparisons }: Verdict): string {
  if (comparisons === 0) return "The study plans no comparisons.";
  if (found.length === 0) {
    return `None of the ${counted(comparisons, "planned comparison")} can be told from noise (Holm).`;
  }
  const shown = found.map(({ arm, against, difference, lo, hi, p_adjusted }) => {
    const interval = lo === null || hi === null ? "" : ` [${share(lo)}, ${share(hi)}]`;
    return `${arm} − ${against} = ${share(difference)}${interval}, p ${equals(p_adjusted ?? 1)}`;
  });
  const rest = comparisons - found.length;
  const others = rest === 0 ? "" : `; the other ${rest} can't be told from noise`;
  return `Of ${counted(comparisons, "planned comparison")}, ${found.length} hold${found.length === 1 ? "s" : ""} after correction (Holm): ${shown.join("; ")}${others}.`;
}

function limits({
  found_by_all,
  found_by_none,
  n,
  questions_needed,
  smallest_difference,
}: Verdict): string[] {
  if (found_by_all === null || found_by_none === null) return [];
  const shares = `${found_by_all} of ${n} questions are found by every arm and ${found_by_none} by none`;
  const cannot = (found_by_all + found_by_none) / n > inseparableShare;
  const needed =
    questions_needed === null
      ? `a difference of ${share(smallest_difference)} is not detectable with these arms, however many questions there are`
      : `to detect a difference of ${share(smallest_difference)} takes about ${whole(questions_needed)} questions`;
  return [`${shares}${cannot ? ": this set cannot separate these arms" : ""}; ${needed}.`];
}

function cutText(arms: readonly string[]): string[] {
  if (arms.length === 0) return [];
  return [`†: the embedder reads less than the texts of ${list(arms)}, whose scores suffer for that.`];
}

function equals(p: number): string {
  return p < 0.001 ? pValue(p) : `= ${pValue(p)}`;
}
