import { noRanking, type PairedCell, type ReportData, type SummaryCell } from "./data.js";

/** What stands in a table's cell: a mean score with its interval. */
export interface ShownScore {
  readonly n: number;
  readonly pages: number;
  readonly estimate: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly method: string;
  readonly flag: string;
}

/** A paired difference, `arm` − `against`. */
export interface ShownDifference extends Omit<ShownScore, "estimate" | "flag"> {
  readonly arm: number;
  readonly against: number;
  readonly affected: number | null;
  readonly difference: number;
  readonly p: number | null;
  readonly family: string;
  readonly p_adjusted: number | null;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** Scores and differences by what they are of, all by position. */
export class Lookup {
  private readonly scores = new Map<string, SummaryCell>();
  private readonly pairs = new Map<string, PairedCell[]>();

  constructor(private readonly data: Pick<ReportData, "summary" | "paired" | "metrics" | "methods">) {
    for (const cell of data.summary) this.scores.set(cell.slice(0, 4).join(" "), cell);
    for (const cell of data.paired) {
      const [retriever, , , type, metric] = cell;
      const key = [retriever, type, metric].join(" ");
      const known = this.pairs.get(key);
      if (known === undefined) this.pairs.set(key, [cell]);
      else known.push(cell);
    }
  }

  /** A metric that needs no ranking is the same whatever the retriever. */
  score(retriever: number, arm: number, type: number, metric: number): ShownScore | null {
    const cell = this.scores.get([this.row(retriever, metric), arm, type, metric].join(" "));
    if (cell === undefined) return null;
    const [, , , , n, pages, estimate, lo, hi, method, flag] = cell;
    return { n, pages, estimate, lo, hi, method: this.data.methods[method] ?? "", flag };
  }

  differences(retriever: number, type: number, metric: number): ShownDifference[] {
    const cells = this.pairs.get([this.row(retriever, metric), type, metric].join(" ")) ?? [];
    return cells.map(
      ([
        ,
        arm,
        against,
        ,
        ,
        n,
        pages,
        affected,
        difference,
        lo,
        hi,
        method,
        p,
        family,
        p_adjusted,
        ...counts
      ]) => {
        const [wins, ties, losses] = counts;
        return {
          ...{ arm, against, n, pages, affected, difference, lo, hi },
          ...{ method: this.data.methods[method] ?? "", p, family, p_adjusted, wins, ties, losses },
        };
      },
    );
  }

  /** How many comparisons were corrected together. */
  familySize(family: string): number {
    return this.data.paired.filter((cell) => cell[13] === family).length;
  }

  private row(retriever: number, metric: number): number {
    return this.data.metrics[metric]?.ranked ? retriever : noRanking;
  }
}
