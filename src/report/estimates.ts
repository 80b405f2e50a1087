import { parseMetric } from "../evaluation/index.js";
import { twoSidedZ } from "../statistics/normal.js";
import { macroTypes, type SummaryRow } from "../study/index.js";
import { markOf, type Standing, standingsOf, type Tested } from "./marks.js";
import { type Amount, type Estimate, noValue } from "./table.js";

/** Standard error below which a third decimal says something. */
const fineError = 0.005;

interface Bounded {
  readonly lo: number | null;
  readonly hi: number | null;
}

/**
 * Decimals that a column's numbers carry: three only where every standard error is below .005, as far as the
 * intervals tell; otherwise two, or numbers overstate what is known.
 */
export function digitsOf(rows: readonly Bounded[], level: number): 2 | 3 {
  const isFine = ({ lo, hi }: Bounded): boolean =>
    lo !== null && hi !== null && (hi - lo) / (2 * twoSidedZ(level)) < fineError;
  return rows.length > 0 && rows.every(isFine) ? 3 : 2;
}

/** A column of scores, and how its arms stand to the best. */
export interface ScoreColumn {
  readonly cells: readonly (Estimate | Amount | typeof noValue)[];
  readonly standings: readonly (Standing | null)[];
}

/** A column of scores, one cell an arm, with its marks; `–` where an arm has none. */
export function scoreColumn(rows: readonly (SummaryRow | undefined)[], tested: Tested): ScoreColumn {
  const present = rows.filter((row) => row !== undefined);
  const digits = digitsOf(present, present[0]?.level ?? 0.95);
  const standings = standingsOf(rows, digits, tested);
  const cells = rows.map((row, i): ScoreColumn["cells"][number] => {
    if (row === undefined) return noValue;
    const { estimate, lo, hi, n, ci_method, flag, metric, type } = row;
    const { scale } = parseMetric(metric);
    const mark = markOf(standings[i]);
    if (scale === "amount") return { kind: "amount", value: estimate, mark };
    const count = scale === "binary" && type !== macroTypes ? Math.round(estimate * n) : null;
    return { kind: "estimate", estimate, lo, hi, n, ci_method, flag, count, digits, mark };
  });
  return { cells, standings };
}
