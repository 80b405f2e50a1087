import type { Policy } from "../../study/index.js";
import { Comparison, type ComparisonRow, type Estimated } from "../comparison.js";
import type { ExpectedValues } from "./expected.js";
import { momentsOf } from "./moments.js";

interface Details {
  readonly embedded?: boolean;
  readonly note?: string;
}

/** The rows of the evaluation: each quantity of an arm beside what is expected of it. Shares become percent. */
export class Ledger {
  private readonly comparison = new Comparison("chroma-evaluation");

  constructor(
    private readonly expected: ExpectedValues,
    private readonly policy: Policy,
  ) {}

  get rows(): readonly ComparisonRow[] {
    return this.comparison.rows;
  }

  /** A count, a digest, or a mean over chunks: it has no interval. */
  count(arm: string, quantity: string, ours: number | string, details: Details = {}): void {
    this.comparison.add({ arm, quantity, ours, ...details }, ...this.expected.of(arm, quantity));
  }

  /** The mean of a score over questions, with its interval. */
  score(arm: string, quantity: string, shares: readonly number[], details: Details = {}): void {
    const ours = 100 * momentsOf(shares).mean;
    this.add(arm, `${quantity}, %`, ours, { ...details, estimated: this.estimated(shares) });
  }

  /** The same, and the standard deviation over questions that the article gives with it. */
  scoreWithSpread(arm: string, quantity: string, shares: readonly number[], details: Details = {}): void {
    this.score(arm, quantity, shares, details);
    this.add(arm, `SD of ${quantity}, %`, 100 * momentsOf(shares).sd, details);
  }

  /** A mean paired difference over questions, in points, with its interval. */
  difference(arm: string, quantity: string, shares: readonly number[], details: Details = {}): void {
    const ours = 100 * momentsOf(shares).mean;
    this.add(arm, `${quantity}, points`, ours, { ...details, estimated: this.estimated(shares) });
  }

  private add(
    arm: string,
    quantity: string,
    ours: number,
    details: Details & { readonly estimated?: Estimated },
  ): void {
    this.comparison.add({ arm, quantity, ours, ...details }, ...this.expected.of(arm, quantity));
  }

  /**
   * Questions are taken as independent: pages would be the clusters, and five, the corpora, are too few to resample.
   */
  private estimated(shares: readonly number[]): Estimated {
    const clusters = shares.map((_, question) => question);
    const [{ interval }] = this.policy.ofScore({ values: shares, clusters }, false);
    const [lo, hi] = interval ?? [null, null];
    return { n: shares.length, lo: percent(lo), hi: percent(hi) };
  }
}

function percent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}
