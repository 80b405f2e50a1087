import { chunkId } from "../chunking/index.js";
import { type Miss, type Reason, type TrialKind, trialKinds } from "./miss.js";
import type { TaggedMiss } from "./tag.js";

/** One row of `misses.csv`: a question that an arm misses with a retriever, why, and what says so. No text of the pages. */
export interface MissRow extends Readonly<Record<TrialKind, number | null>> {
  readonly retriever: string;
  readonly arm: string;
  readonly question: string;
  /** The page of the answer. */
  readonly page: string;
  readonly type: string;
  readonly reason: Reason;
  /** The best holder's rank; null where there is none, or it isn't ranked. */
  readonly rank: number | null;
  readonly holder: string;
  /** Offset of the first cut through the answer; null where it isn't cut. */
  readonly cut_at: number | null;
  /** What the cut goes through: a kind of block, or `between_blocks`. */
  readonly cut_through: string;
  /** Whether a passage itself is cut: `quote`; or one passage from another: `between_quotes`. */
  readonly cut_in: string;
  /** The chunk that was ranked first. */
  readonly first: string;
  /** Trials that find the answer. In the columns of the trials stands the rank that each gets. */
  readonly helped: string;
  /** The study's other arms that find it with the same retriever. */
  readonly hit_by: string;
  /** What is suggested, and what holds after a person's word in `review.csv`. */
  readonly suggested: string;
  readonly tags: string;
  /** What each suggestion goes by, for the reader. */
  readonly evidence: string;
}

/** The columns of `misses.csv`. */
export const missColumns = [
  ...["retriever", "arm", "question", "page", "type", "reason", "rank", "holder", "cut_at", "cut_through"],
  ...["cut_in", "first", "helped", ...trialKinds, "hit_by", "suggested", "tags", "evidence"],
] as readonly (keyof MissRow)[];

/** Between the names in one cell. */
const between = "; ";

/** The names in a cell of `misses.csv`, such as its tags. */
export function namesIn(cell: string): string[] {
  return cell === "" ? [] : cell.split(between);
}

export function missRow({ miss, suggestions, tags }: TaggedMiss): MissRow {
  const { retriever, arm, question, reason, rank, holder, cut, top, tried, hit_by, answer } = miss;
  const [first] = top;
  return {
    retriever,
    arm: arm.name,
    question: question.id,
    page: answer.page.url,
    type: question.type,
    reason,
    rank,
    holder: holder === null ? "" : chunkId(holder),
    cut_at: cut?.at ?? null,
    cut_through: cut?.through ?? "",
    cut_in: cut === null ? "" : cut.in_quote ? "quote" : "between_quotes",
    first: first === undefined ? "" : chunkId(first),
    helped: tried.flatMap(({ kind, found }) => (found ? [kind] : [])).join(between),
    ...ranksOf(miss),
    hit_by: hit_by.join(between),
    suggested: suggestions.map(({ tag }) => tag).join(between),
    tags: tags.join(between),
    evidence: suggestions.map(({ tag, evidence }) => `${tag}: ${evidence}`).join(" | "),
  };
}

function ranksOf({ tried }: Miss): Record<TrialKind, number | null> {
  const rank = (kind: TrialKind): number | null => tried.find((each) => each.kind === kind)?.rank ?? null;
  return Object.fromEntries(trialKinds.map((kind) => [kind, rank(kind)])) as Record<TrialKind, number | null>;
}
