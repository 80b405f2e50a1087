import type { Chunk } from "../chunking/index.js";
import { holds, lengthOf, overlapLength, type Span, unionOf } from "../markdown/index.js";
import {
  type AnswerSection,
  type LocatedAnswer,
  liesInAny,
  type Question,
  sectionsOf,
} from "../questions/index.js";

/** An arm's answer to one question. */
export interface Retrieved {
  readonly question: Question;
  /** The chunks that were retrieved, best first: the whole ranking. */
  readonly ranking: readonly Chunk[];
  /** All chunks of the arm. */
  readonly chunks: readonly Chunk[];
  /** Word pieces of a chunk's embedded text, where the embedder counts them. */
  readonly tokensOf?: (chunk: Chunk) => number | null;
}

/** A measure of one question's result. It prints as its notation, such as `hit@5`. */
export interface Metric {
  readonly name: string;
  /** `binary`: 0 or 1; `fraction`: in [0, 1]; `amount`: characters or tokens. */
  readonly scale: "binary" | "fraction" | "amount";
  readonly better: "higher" | "lower";
  /** Whether it depends on the ranking at all: `split` is about the chunks alone. */
  readonly ranked: boolean;
  /** @returns null where the metric has no meaning for the question, such as `hit@5` where whole pages are expected */
  score(retrieved: Retrieved): number | null;
}

/** Whether a span holds an occurrence of every quote of an answer on its page. */
function holdsAnswer(page: string, span: Span, answers: readonly LocatedAnswer[]): boolean {
  return answers.some(
    ({ url, quotes }) =>
      url === page && quotes.every((occurrences) => occurrences.some((quote) => holds(span, quote))),
  );
}

/** Whether a chunk is a holder: of an answer's page, with a whole occurrence of each of its quotes. */
export function isHolder(chunk: Chunk, { answers }: Question): boolean {
  return holdsAnswer(chunk.page, chunk, answers);
}

/** Rank of the first holder, from 1; null where no holder is in the ranking. */
export function firstHolderRank({
  question,
  ranking,
}: Pick<Retrieved, "question" | "ranking">): number | null {
  const position = ranking.findIndex((chunk) => isHolder(chunk, question));
  return position === -1 ? null : position + 1;
}

/** The parts of the first chunks that make up exactly `budget` source characters not counted twice. */
export function withinBudget(ranking: readonly Chunk[], budget: number): Chunk[] {
  const taken = new Map<string, Span[]>();
  const parts: Chunk[] = [];
  let left = budget;
  for (const chunk of ranking) {
    if (left <= 0) break;
    const union = taken.get(chunk.page) ?? [];
    const end = reachOf(chunk, union, left);
    left -= end - chunk.start - overlapLength({ start: chunk.start, end }, union);
    parts.push({ ...chunk, end });
    taken.set(chunk.page, unionOf([...union, { start: chunk.start, end }]));
  }
  return parts;
}

/** How far into a chunk a budget reaches when text that is already taken is free. */
function reachOf(chunk: Span, taken: readonly Span[], budget: number): number {
  let at = chunk.start;
  let left = budget;
  for (const { start, end } of taken) {
    if (end <= at) continue;
    if (start >= chunk.end) break;
    const fresh = Math.max(0, start - at);
    if (fresh >= left) return at + left;
    left -= fresh;
    at = Math.min(end, chunk.end);
  }
  return Math.min(chunk.end, at + left);
}

interface Overlap {
  readonly retrieved: number;
  readonly quoted: number;
  readonly both: number;
}

/** Characters retrieved, quoted and both; of several occurrences or answers, those retrieved most count. */
function overlapOf(parts: readonly Chunk[], answers: readonly LocatedAnswer[]): Overlap {
  const unions = new Map<string, Span[]>();
  for (const part of parts) unions.set(part.page, unionOf([...(unions.get(part.page) ?? []), part]));
  const retrieved = [...unions.values()].reduce((sum, union) => sum + lengthOf(union), 0);
  const overlaps = answers.map(({ url, quotes }): Overlap => {
    const union = unions.get(url) ?? [];
    const best = quotes.map((occurrences) =>
      occurrences.reduce((most, quote) =>
        overlapLength(quote, union) > overlapLength(most, union) ? quote : most,
      ),
    );
    const wanted = unionOf(best);
    return {
      retrieved,
      quoted: lengthOf(wanted),
      both: wanted.reduce((sum, span) => sum + overlapLength(span, union), 0),
    };
  });
  return overlaps.reduce((most, each) => (each.both / each.quoted > most.both / most.quoted ? each : most));
}

/** Whether chunks together hold every quote of an answer. */
export function coversAnswer(parts: readonly Chunk[], { answers }: Pick<Question, "answers">): boolean {
  return answers.some(({ url, quotes }) => {
    const union = unionOf(bridged(parts.filter(({ page }) => page === url)));
    return quotes.every((occurrences) =>
      occurrences.some((quote) => union.some((span) => holds(span, quote))),
    );
  });
}

/** Neighbouring chunks made to touch: only white space lies between them, since chunks leave out nothing else. */
function bridged(parts: readonly Chunk[]): Span[] {
  const starts = new Map(parts.map(({ index, start }) => [index, start]));
  return parts.map(({ index, start, end }) => ({ start, end: Math.max(end, starts.get(index + 1) ?? end) }));
}

type Score = (retrieved: Retrieved) => number | null;

/** Scores of questions with quotes; null for others. */
const ofQuotes =
  (score: (retrieved: Retrieved) => number): Score =>
  (retrieved) =>
    retrieved.question.answers.length === 0 ? null : score(retrieved);

/** Scores of questions that are about sections; null for others. */
const ofSections =
  (score: (retrieved: Retrieved, sections: readonly AnswerSection[]) => number): Score =>
  (retrieved) => {
    const sections = sectionsOf(retrieved.question);
    return sections.length === 0 ? null : score(retrieved, sections);
  };

const one = (truth: boolean): number => (truth ? 1 : 0);

interface Family {
  readonly pattern: RegExp;
  readonly make: (cut: number) => Omit<Metric, "name">;
}

const top = ({ ranking }: Retrieved, k: number): readonly Chunk[] => ranking.slice(0, k);

/** Every notation that is understood; `cut` is the number in it: k chunks, or characters where a `c` follows. */
const families: readonly Family[] = [
  {
    pattern: /^hit@(\d+)$/,
    make: (k) => ({
      scale: "binary",
      better: "higher",
      ranked: true,
      score: ofQuotes((r) => one(top(r, k).some((chunk) => isHolder(chunk, r.question)))),
    }),
  },
  {
    pattern: /^MRR@(\d+)$/,
    make: (k) => ({
      scale: "fraction",
      better: "higher",
      ranked: true,
      score: ofQuotes((r) => {
        const rank = firstHolderRank({ question: r.question, ranking: top(r, k) });
        return rank === null ? 0 : 1 / rank;
      }),
    }),
  },
  {
    pattern: /^split$/,
    make: () => ({
      scale: "binary",
      better: "lower",
      ranked: false,
      score: ofQuotes((r) => one(!r.chunks.some((chunk) => isHolder(chunk, r.question)))),
    }),
  },
  {
    pattern: /^covered@(\d+)$/,
    make: (k) => ({
      scale: "binary",
      better: "higher",
      ranked: true,
      score: ofQuotes((r) => one(coversAnswer(top(r, k), r.question))),
    }),
  },
  {
    pattern: /^hit@(\d+)c$/,
    make: (budget) => ({
      scale: "binary",
      better: "higher",
      ranked: true,
      score: ofQuotes((r) =>
        one(withinBudget(r.ranking, budget).some((part) => holdsAnswer(part.page, part, r.question.answers))),
      ),
    }),
  },
  {
    pattern: /^recall@(\d+)$/,
    make: (k) => fraction((r) => share(overlapOf(top(r, k), r.question.answers), "quoted")),
  },
  {
    pattern: /^recall@(\d+)c$/,
    make: (budget) =>
      fraction((r) => share(overlapOf(withinBudget(r.ranking, budget), r.question.answers), "quoted")),
  },
  {
    pattern: /^precision@(\d+)$/,
    make: (k) => fraction((r) => share(overlapOf(top(r, k), r.question.answers), "retrieved")),
  },
  {
    pattern: /^iou@(\d+)$/,
    make: (k) =>
      fraction((r) => {
        const { both, quoted, retrieved } = overlapOf(top(r, k), r.question.answers);
        return both / (quoted + retrieved - both);
      }),
  },
  {
    pattern: /^half_in_section@(\d+)$/,
    make: (k) => ({
      scale: "binary",
      better: "higher",
      ranked: true,
      score: ofSections((r, sections) =>
        one(top(r, k).some((chunk) => liesInAny(chunk.page, chunk, sections))),
      ),
    }),
  },
  {
    pattern: /^half_in_section_MRR@(\d+)$/,
    make: (k) => ({
      scale: "fraction",
      better: "higher",
      ranked: true,
      score: ofSections((r, sections) => {
        const place = top(r, k).findIndex((chunk) => liesInAny(chunk.page, chunk, sections));
        return place === -1 ? 0 : 1 / (place + 1);
      }),
    }),
  },
  {
    pattern: /^section_recall@(\d+)c$/,
    make: (budget) => ({
      scale: "fraction",
      better: "higher",
      ranked: true,
      score: ofSections((r, sections) => {
        const parts = withinBudget(r.ranking, budget);
        const shares = sections.map((section) => {
          const retrieved = unionOf(parts.filter(({ page }) => page === section.url));
          return overlapLength(section, retrieved) / (section.end - section.start);
        });
        return Math.max(...shares);
      }),
    }),
  },
  { pattern: /^pages_full@(\d+)$/, make: (k) => pageMetric(k, (found, expected) => found === expected) },
  { pattern: /^pages_part@(\d+)$/, make: (k) => pageMetric(k, (found) => found > 0) },
  {
    pattern: /^chars@(\d+)$/,
    make: (k) => amount((r) => top(r, k).reduce((sum, { start, end }) => sum + end - start, 0)),
  },
  {
    pattern: /^tokens@(\d+)$/,
    make: (k) =>
      amount((r) => {
        const counts = top(r, k).map((chunk) => r.tokensOf?.(chunk) ?? null);
        return counts.reduce<number | null>(
          (sum, count) => (sum === null || count === null ? null : sum + count),
          0,
        );
      }),
  },
];

function share({ both, ...of }: Overlap, whole: "quoted" | "retrieved"): number {
  return of[whole] === 0 ? 0 : both / of[whole];
}

function fraction(score: (retrieved: Retrieved) => number): Omit<Metric, "name"> {
  return { scale: "fraction", better: "higher", ranked: true, score: ofQuotes(score) };
}

function amount(score: Score): Omit<Metric, "name"> {
  return { scale: "amount", better: "lower", ranked: true, score };
}

function pageMetric(k: number, holds: (found: number, expected: number) => boolean): Omit<Metric, "name"> {
  return {
    scale: "binary",
    better: "higher",
    ranked: true,
    score: (r) => {
      const retrieved = new Set(top(r, k).map(({ page }) => page));
      return one(holds(r.question.pages.filter((url) => retrieved.has(url)).length, r.question.pages.length));
    },
  };
}

/**
 * A metric by its notation: `hit@5`, `MRR@10`, `split`, `covered@5`, `hit@3000c` and the like (see the README).
 *
 * @throws RangeError quoting what isn't a metric
 */
export function parseMetric(name: string): Metric {
  for (const { pattern, make } of families) {
    const match = pattern.exec(name);
    const cut = Number(match?.[1] ?? 1);
    if (match !== null && cut > 0) return { name, ...make(cut) };
  }
  throw new RangeError(`unknown metric: ${JSON.stringify(name)}; known are ${metricNotations.join(", ")}`);
}

/** The notations with k for a number of chunks and B for characters. */
export const metricNotations: readonly string[] = families.map(({ pattern }) =>
  pattern.source.replace(/[\^$]/g, "").replace("(\\d+)c", "Bc").replace("(\\d+)", "k"),
);
