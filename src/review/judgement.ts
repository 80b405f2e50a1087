import { type Tag, type TaggedMiss, tagNames } from "./tag.js";

/** What a person says of a tag: it holds, it doesn't, or it holds though no rule found it. */
export const verdicts = ["confirmed", "rejected", "added"] as const;
export type ReviewVerdict = (typeof verdicts)[number];

/** One row of `review.csv`. */
export interface Judgement {
  readonly question: string;
  /** Empty: every arm. */
  readonly arm: string;
  /** Empty: every retriever. */
  readonly retriever: string;
  readonly tag: Tag;
  /** Empty: not judged yet. */
  readonly verdict: ReviewVerdict | "";
  readonly note: string;
}

/** A miss by names. */
export interface MissPlace {
  readonly question: string;
  readonly arm: string;
  readonly retriever: string;
}

/**
 * The tags that hold for a miss: what is suggested, without what a person rejected, with what a person confirmed or
 * added. Where several rows are about it, the one that names the arm and the retriever comes before those that don't.
 */
export function judgedTags(
  miss: MissPlace,
  suggested: readonly string[],
  judgements: readonly Judgement[],
): Tag[] {
  const about = judgements.filter((each) => isAbout(each, miss) && each.verdict !== "");
  return tagNames.filter((tag) => {
    const [word] = about.filter((each) => each.tag === tag).sort((a, b) => namedIn(b) - namedIn(a));
    return word === undefined ? suggested.includes(tag) : word.verdict !== "rejected";
  });
}

function isAbout({ question, arm, retriever }: Judgement, miss: MissPlace): boolean {
  return (
    question === miss.question &&
    (arm === "" || arm === miss.arm) &&
    (retriever === "" || retriever === miss.retriever)
  );
}

function namedIn({ arm, retriever }: Judgement): number {
  return (arm === "" ? 0 : 2) + (retriever === "" ? 0 : 1);
}

/** The names of a miss. */
export function placeOf({ question, arm, retriever }: TaggedMiss["miss"]): MissPlace {
  return { question: question.id, arm: arm.name, retriever };
}

/** A row to be written. */
export type ReviewRow = Judgement & { readonly evidence: string };

/** Rows to judge: a suggestion a row, for those of an arm's misses that no row is about yet. */
export function unjudged(tagged: readonly TaggedMiss[], judgements: readonly Judgement[]): ReviewRow[] {
  const rows = new Map<string, ReviewRow>();
  for (const { miss, suggestions } of tagged) {
    const named = placeOf(miss);
    for (const { tag, evidence } of suggestions) {
      const isKnown = judgements.some((each) => each.tag === tag && isAbout(each, named));
      const key = JSON.stringify([miss.question.id, miss.arm.name, tag]);
      if (isKnown || rows.has(key)) continue;
      const place = { question: miss.question.id, arm: miss.arm.name, retriever: "" };
      rows.set(key, { ...place, tag, verdict: "", note: "", evidence });
    }
  }
  return [...rows.values()];
}
