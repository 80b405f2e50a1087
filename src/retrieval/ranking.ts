/** A text's place in an index and its score; higher is better. */
export interface Scored {
  readonly index: number;
  readonly score: number;
}

/** Higher score first; equal scores keep the order of the index, so that a run can be repeated. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || a.index - b.index;
}

/** The best `k` of a list, or all of it, best first. */
export function ranked(scored: Scored[], k = scored.length): Scored[] {
  return scored.sort(byScore).slice(0, k);
}

/** The standard constant of reciprocal-rank fusion. */
const rrfConstant = 60;

/**
 * Reciprocal-rank fusion: each text's score is the sum, over the rankings that hold it, of 1 / (60 + rank).
 *
 * @param rankings whole rankings, best first; a text without a rank in one of them gets nothing from it
 * @see Cormack, Clarke & Büttcher (2009), SIGIR
 */
export function reciprocalRankFusion(rankings: readonly (readonly Scored[])[], k?: number): Scored[] {
  const scores = new Map<number, number>();
  for (const ranking of rankings) {
    ranking.forEach(({ index }, position) => {
      scores.set(index, (scores.get(index) ?? 0) + 1 / (rrfConstant + position + 1));
    });
  }
  return ranked(
    [...scores].map(([index, score]) => ({ index, score })),
    k,
  );
}
