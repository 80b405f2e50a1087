/** What a question's result under an arm is, in a word. */
export interface Badge {
  readonly text: string;
  /** `top`: rank 1; `near`: ranks 2 to 5; `far`: 6 to 10; `beyond`: later or never met; `split`: no chunk holds the answer. */
  readonly kind: "top" | "near" | "far" | "beyond" | "split";
  readonly words: string;
}

/** Ranks to here have a badge of their own. */
export const lastRank = 10;

/**
 * @param rank of the first holder, from 1; 0 where none was met
 * @param isSplit no chunk of the arm holds the answer
 */
export function badgeOf(rank: number, isSplit: boolean): Badge {
  if (isSplit) return { text: "split", kind: "split", words: "split: no chunk holds the whole answer" };
  if (rank === 0)
    return { text: `>${lastRank}`, kind: "beyond", words: "not among the chunks that are kept" };
  if (rank > lastRank) return { text: `>${lastRank}`, kind: "beyond", words: `rank ${rank}` };
  const kind = rank === 1 ? "top" : rank <= 5 ? "near" : "far";
  return { text: String(rank), kind, words: `rank ${rank}` };
}
