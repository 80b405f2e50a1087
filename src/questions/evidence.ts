import { headingPath, type ParsedPage } from "../markdown/index.js";
import type { UnitsOf } from "./advice-kinds.js";
import { type Passage, passagesOf } from "./evidence-passages.js";
import { contentWords, singular } from "./overlap-words.js";

/** A passage that may answer a question, for a person to judge. */
export interface Candidate extends Passage {
  readonly text: string;
  /** Titles above it, outermost first. */
  readonly path: readonly string[];
  /** The question's words that it holds, the most distinctive first. */
  readonly words: readonly string[];
  readonly score: number;
}

/** How many passages to each side lend their words. */
const reach = 2;
/** What a word counts that stands in a neighbouring passage only. */
const nearby = 0.5;

/**
 * Finds passages that may answer a question by its distinctive words.
 *
 * A passage's score is the sum of the weights ln(1 + N / n) of the question's content words that it holds, n of the
 * corpus's N passages having the word; a word that only one of the two passages before or after it holds counts half,
 * since a user's words are often beside the answer and not in it. (Of 186 questions asked in users' own words, this
 * puts the answer among the first ten passages of its page for 111, without the neighbours for 105; over all 182 pages
 * for 65 and 54.)
 *
 * No embedding takes part, which would offer most readily what the compared arms find most readily; nor do headings,
 * which would favour those that have them in their index. Words are those of `contentWords`, without a plural's s, and
 * the parts of a camelCase name.
 */
export class EvidenceFinder {
  private readonly passages: readonly Passage[];
  private readonly words: readonly ReadonlySet<string>[];
  private readonly frequency = new Map<string, number>();
  private readonly pages: ReadonlyMap<string, ParsedPage>;

  constructor(pages: readonly ParsedPage[], unitsOf: UnitsOf) {
    this.pages = new Map(pages.map((page) => [page.url, page]));
    this.passages = pages.flatMap((page) => passagesOf(page, unitsOf));
    this.words = this.passages.map((passage) => termsOf(this.textOf(passage)));
    for (const words of this.words) {
      for (const word of words) this.frequency.set(word, (this.frequency.get(word) ?? 0) + 1);
    }
  }

  /**
   * The passages that share words with a question, best first; equal ones in page order.
   *
   * @param top how many, at most
   * @param url of the page that answers; without it every page is looked at
   */
  candidates(question: string, top: number, url?: string): Candidate[] {
    const asked = [...termsOf(question)]
      .map((word) => ({ word, weight: this.weightOf(word) }))
      .sort((a, b) => b.weight - a.weight);
    const scored = this.passages.flatMap((passage, i) => {
      if (url !== undefined && passage.page !== url) return [];
      const score = asked.reduce((sum, { word, weight }) => sum + weight * this.presence(word, i), 0);
      return score > 0 ? [{ i, score }] : [];
    });
    return scored
      .sort((a, b) => b.score - a.score || a.i - b.i)
      .slice(0, top)
      .map(({ i, score }) => {
        const passage = this.passages[i];
        const page = this.pages.get(passage.page);
        return {
          ...passage,
          text: this.textOf(passage),
          path: page === undefined ? [] : headingPath(page, passage.start),
          words: asked.filter(({ word }) => this.words[i].has(word)).map(({ word }) => word),
          score,
        };
      });
  }

  private textOf({ page, start, end }: Passage): string {
    return this.pages.get(page)?.markdown.slice(start, end) ?? "";
  }

  private weightOf(word: string): number {
    return Math.log(1 + this.passages.length / (this.frequency.get(word) ?? 1));
  }

  /** 1 where the passage holds the word, a half where only a passage near it on its page does, else 0. */
  private presence(word: string, at: number): number {
    if (this.words[at].has(word)) return 1;
    for (let i = Math.max(0, at - reach); i <= Math.min(this.passages.length - 1, at + reach); i++) {
      if (this.passages[i].page === this.passages[at].page && this.words[i].has(word)) return nearby;
    }
    return 0;
  }
}

function termsOf(text: string): Set<string> {
  const parts = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2");
  return new Set([...contentWords(text), ...contentWords(parts)].map(singular));
}
