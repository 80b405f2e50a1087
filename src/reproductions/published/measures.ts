import { createHash } from "node:crypto";
import { codePointLength } from "./code-points.js";
import { headingLines } from "./heading-lines.js";
import type { PublishedArm } from "./published-arm.js";

/** Characters (code points) of texts on average. */
export function averageLength(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + codePointLength(text), 0) / texts.length;
}

/** SHA-256 of the texts joined by NUL, as the reference values have it. */
export function digestOf(texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\0"), "utf8").digest("hex");
}

/** Share of an arm's pieces in which a heading line of level 1 to 3 starts after their first character. */
export function crossingShare({ pieces }: PublishedArm): number {
  const starts = new Map<string, number[]>();
  const startsOf = (url: string, markdown: string): number[] => {
    const known = starts.get(url) ?? headingLines(markdown).map(({ section }) => section.start);
    starts.set(url, known);
    return known;
  };
  const crossing = pieces.filter(({ page: { url, markdown }, piece }) =>
    startsOf(url, markdown).some((start) => piece.start < start && start < piece.end),
  );
  return crossing.length / pieces.length;
}

/** Share of pieces with an odd number of lines that start with three backticks: a code block is cut. */
export function codeSplittingShare({ pieces }: PublishedArm): number {
  const splitting = pieces.filter(({ piece }) => (piece.text.match(/^\s*```/gm) ?? []).length % 2 === 1);
  return splitting.length / pieces.length;
}
