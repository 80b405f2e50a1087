import { type LossRow, type MissRow, type Reason, reasons, type Tag, tagNames } from "../review/index.js";
import { noValue, type ResultTable } from "./table.js";

/** The reasons in words. */
export const reasonNames: Readonly<Record<Reason, string>> = {
  cut: "cut",
  covered: "covered",
  diluted: "diluted",
  lacking_context: "lacking context",
  retrieval: "retrieval",
};

/** What the parts of a loss mean. */
const notes: readonly string[] = [
  "Parts of what is missed. Cut: no chunk holds the whole answer. Covered: of a procedure with several passages, the first five chunks together hold every one.",
  "Diluted: a chunk holds it and is outranked; cut down to its section or to the paragraph, or without its path, it would be found.",
  "Lacking context: a chunk holds it and is outranked; with its heading path, or the chunk next to it, it would be found.",
  "Retrieval: nothing that was tried would be found, the paragraph alone included: a fault of the question or the retriever rather than of the chunker.",
];

/**
 * What each arm misses with a retriever, divided by reason: the parts of a row add up to what is missed.
 *
 * @returns null where there are no such losses
 */
export function lossTable(losses: readonly LossRow[], retriever: string): ResultTable | null {
  const own = losses.filter((row) => row.retriever === retriever);
  const [first] = own;
  if (first === undefined) return null;
  const amount = (value: number) => ({ kind: "amount", value, mark: null }) as const;
  return {
    title: `why ${retriever} missed (${first.metric})`,
    caption: `Questions missed by reason (${first.metric}, ${retriever})`,
    header: ["arm", "questions", "missed", ...reasons.map((reason) => reasonNames[reason])],
    rows: own.map((row) => [
      row.arm,
      amount(row.n),
      amount(row.missed),
      ...reasons.map((reason) => amount(row[reason])),
    ]),
    notes,
  };
}

/** A miss with its tags. */
interface Tagged {
  readonly retriever: string;
  readonly arm: string;
  readonly tags: readonly Tag[];
}

/** Misses as `misses.csv` has them, with their tags apart. */
export function taggedRows(misses: readonly Pick<MissRow, "retriever" | "arm" | "tags">[]): Tagged[] {
  return misses.map(({ retriever, arm, tags }) => {
    return { retriever, arm, tags: tagNames.filter((tag) => tags.split("; ").includes(tag)) };
  });
}

/** How many of each arm's misses with a retriever have each tag. Tags that none has are left out. */
export function tagTable(tagged: readonly Tagged[], retriever: string): ResultTable | null {
  const own = tagged.filter((each) => each.retriever === retriever);
  const arms = [...new Set(own.map(({ arm }) => arm))];
  if (own.length === 0) return null;
  const count = (arm: string, has: (each: Tagged) => boolean): number =>
    own.filter((each) => each.arm === arm && has(each)).length;
  const shown = tagNames.filter((tag) => own.some(({ tags }) => tags.includes(tag)));
  return {
    title: `tags of what ${retriever} missed`,
    header: ["arm", "missed", ...shown.map((tag) => tag.replaceAll("_", " "))],
    rows: arms.map((arm) => [
      arm,
      String(count(arm, () => true)),
      ...shown.map((tag) => {
        const n = count(arm, ({ tags }) => tags.includes(tag));
        return n === 0 ? noValue : String(n);
      }),
    ]),
    notes: [
      "A miss can have several tags, or none. They are suggested by rules and judged by people (review.csv).",
    ],
  };
}
