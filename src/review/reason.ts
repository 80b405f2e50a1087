import type { Miss, Reason, TrialKind, Tried } from "./miss.js";

/** What it says of a miss that a trial would have found the answer. */
const saysOf: Readonly<Record<TrialKind, Reason>> = {
  with_path: "lacking_context",
  without_path: "diluted",
  own_section: "diluted",
  paragraph: "diluted",
  merged_before: "lacking_context",
  merged_after: "lacking_context",
};

/**
 * The reason of a miss. The rule, in order:
 *
 * 1. No chunk holds the answer: `covered` where several passages are needed and the first chunks together hold
 *    every one of them, otherwise `cut`.
 * 2. The first trial that finds the answer decides, the trials going from the least change to the greatest: the
 *    heading path put in front (`lacking_context`) or taken away (`diluted`), the holder cut down to its section, then
 *    to the paragraph (`diluted`), then joined with a neighbour (`lacking_context`).
 * 3. No trial does: `retrieval`.
 *
 * Several trials may have found it; all of them stand in the evidence.
 *
 * @param covered whether several passages are needed and the first chunks together hold every one of them
 */
export function reasonOf({ holder, tried }: Pick<Miss, "holder" | "tried">, covered: boolean): Reason {
  if (holder === null) return covered ? "covered" : "cut";
  const first = (kinds: readonly TrialKind[]): Tried | undefined =>
    tried.find(({ kind, found }) => found && kinds.includes(kind));
  const decisive =
    first(["with_path", "without_path"]) ??
    first(["own_section"]) ??
    first(["paragraph"]) ??
    first(["merged_before", "merged_after"]);
  return decisive === undefined ? "retrieval" : saysOf[decisive.kind];
}
