import { ranked, type Scored } from "./ranking.js";

export interface Bm25Options {
  /** How soon a repeated term stops adding (default 1.5). */
  readonly k1?: number;
  /** How much a long text is held back, 0 to 1 (default 0.75). */
  readonly b?: number;
  /** `unicode`: runs of letters, digits and `_` of any script; `ascii`: of `a-z0-9_`, as published results have it. */
  readonly tokens?: "unicode" | "ascii";
}

export interface Bm25Index {
  /** The texts that hold a term of the query, best first. Each distinct term of the query counts once. */
  search(query: string, k?: number): Scored[];
}

/** One term: the texts that hold it, and how often. */
interface Postings {
  readonly texts: number[];
  readonly counts: number[];
}

/**
 * A BM25 index of texts.
 *
 * A term's weight is ln(1 + (N - n + .5) / (n + .5)), which stays above zero for a term that is in most texts.
 *
 * @see Robertson & Zaragoza (2009), Foundations and Trends in IR 3; the weight as in Lucene
 */
export function bm25Index(
  texts: readonly string[],
  { k1 = 1.5, b = 0.75, tokens = "unicode" }: Bm25Options = {},
): Bm25Index {
  const postings = new Map<string, Postings>();
  const lengths = new Float64Array(texts.length);
  texts.forEach((text, index) => {
    const terms = tokenize(text, tokens);
    lengths[index] = terms.length;
    for (const [term, count] of countOf(terms)) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, { texts: [index], counts: [count] });
      else {
        list.texts.push(index);
        list.counts.push(count);
      }
    }
  });
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / texts.length;
  return {
    search(query, k) {
      const scores = new Map<number, number>();
      for (const term of new Set(tokenize(query, tokens))) {
        const list = postings.get(term);
        if (list === undefined) continue;
        const weight = Math.log(1 + (texts.length - list.texts.length + 0.5) / (list.texts.length + 0.5));
        list.texts.forEach((index, i) => {
          const held = list.counts[i];
          const saturated = (held * (k1 + 1)) / (held + k1 * (1 - b + (b * lengths[index]) / meanLength));
          scores.set(index, (scores.get(index) ?? 0) + weight * saturated);
        });
      }
      return ranked(
        [...scores].map(([index, score]) => ({ index, score })),
        k,
      );
    },
  };
}

function tokenize(text: string, tokens: "unicode" | "ascii"): string[] {
  return text.toLowerCase().match(tokens === "ascii" ? /[a-z0-9_]+/g : /[\p{L}\p{N}_]+/gu) ?? [];
}

function countOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
