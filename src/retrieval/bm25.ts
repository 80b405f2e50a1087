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
  /**
   * What a text that isn't in the index would score against a query, by the index's own statistics: its number of
   * texts, their mean length and in how many of them each term is. 0 where no term of the query is in the text.
   */
  score(query: string, text: string): number;
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
  const weightOf = (holding: number): number =>
    Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
  const saturated = (held: number, length: number): number =>
    (held * (k1 + 1)) / (held + k1 * (1 - b + (b * length) / meanLength));
  return {
    search(query, k) {
      const scores = new Map<number, number>();
      for (const term of new Set(tokenize(query, tokens))) {
        const list = postings.get(term);
        if (list === undefined) continue;
        const weight = weightOf(list.texts.length);
        list.texts.forEach((index, i) => {
          const added = weight * saturated(list.counts[i], lengths[index]);
          scores.set(index, (scores.get(index) ?? 0) + added);
        });
      }
      return ranked(
        [...scores].map(([index, score]) => ({ index, score })),
        k,
      );
    },
    score(query, text) {
      const terms = tokenize(text, tokens);
      const counts = countOf(terms);
      let sum = 0;
      for (const term of new Set(tokenize(query, tokens))) {
        const held = counts.get(term) ?? 0;
        if (held > 0) sum += weightOf(postings.get(term)?.texts.length ?? 0) * saturated(held, terms.length);
      }
      return sum;
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
