import { parseMetric } from "../evaluation/index.js";
import { allTypes, type PairedRow, type SummaryRow, type Verdict } from "../study/index.js";
import { share, whole } from "./format.js";
import type { Mark, MarkMeaning } from "./table.js";

/** What the marks of a column are decided by; without it the best is marked, and nothing beside it. */
export interface Tested {
  readonly paired?: readonly PairedRow[];
  readonly verdict?: Verdict | null;
}

/** How an arm stands to the best of its column: `worse` where a test says so, `untested` where none was made. */
export type Standing = "best" | "near" | "worse" | "untested";

/**
 * How the arms of a column stand to its best value, all ties at the printed precision included.
 *
 * `near` claims that nothing that was tested separates the two, so it needs a test: a planned comparison of the arm
 * with a best one, corrected within its family, that isn't significant; and on the primary endpoint, where all pairs
 * were tested, that the arm isn't ruled out (an arm that the verdict rules out is never `near`, whatever its own
 * comparison says). Where neither exists (other metrics, other retrievers, unplanned pairs of a type) an arm is
 * `untested`.
 *
 * @param rows the column's shown rows, one an arm, undefined where an arm has none
 * @returns null where an arm has no row, and everywhere in a column in which all values print alike
 */
export function standingsOf(
  rows: readonly (SummaryRow | undefined)[],
  digits: number,
  { paired = [], verdict = null }: Tested,
): (Standing | null)[] {
  const present = rows.filter((row) => row !== undefined);
  const none = rows.map(() => null);
  if (present.length < 2) return none;
  const { retriever, metric, type, level } = present[0];
  const { better, scale } = parseMetric(metric);
  const printed = ({ estimate }: SummaryRow): string =>
    scale === "amount" ? whole(estimate) : share(estimate, digits);
  const sign = better === "higher" ? 1 : -1;
  const top = present.reduce((best, row) => (row.estimate * sign > best.estimate * sign ? row : best));
  const best = present.filter((row) => printed(row) === printed(top)).map(({ arm }) => arm);
  if (best.length === present.length) return none;

  const planned = paired.filter(
    (row) =>
      row.retriever === retriever &&
      row.metric === metric &&
      row.type === type &&
      row.p_adjusted !== null &&
      (best.includes(row.arm) || best.includes(row.against)),
  );
  const isPrimary =
    verdict !== null && verdict.retriever === retriever && verdict.metric === metric && type === allTypes;
  return rows.map((row) => {
    if (row === undefined) return null;
    if (best.includes(row.arm)) return "best";
    const tests = planned.filter(({ arm, against }) => arm === row.arm || against === row.arm);
    const isSeparate = tests.some(({ p_adjusted }) => Number(p_adjusted) < 1 - level);
    if (isSeparate || (isPrimary && !verdict.in_play.includes(row.arm))) return "worse";
    return isPrimary || tests.length > 0 ? "near" : "untested";
  });
}

/** The mark of a standing; an arm that is worse or untested has none. */
export function markOf(standing: Standing | null): Mark | null {
  return standing === "best" || standing === "near" ? standing : null;
}

/** What the marks of a table mean, and what their absence means. */
export function meaningsOf(standings: readonly (Standing | null)[]): MarkMeaning[] {
  const has = (standing: Standing): boolean => standings.includes(standing);
  if (!has("best")) return [];
  const unmarked = [
    ...(has("worse") ? ["worse"] : []),
    ...(has("untested") ? ["not tested against it"] : []),
  ];
  const rest = unmarked.length === 0 ? "" : ` Without a mark: ${unmarked.join(", or ")}.`;
  const best = "best of the column, with all ties at the printed precision.";
  if (!has("near")) return [{ mark: "best", meaning: `${best}${rest}` }];
  return [
    { mark: "best", meaning: best },
    {
      mark: "near",
      meaning: `told from the best neither by a planned comparison (Holm) nor, over all questions, by the test of all pairs (randomised Tukey); that doesn't make them alike.${rest}`,
    },
  ];
}
