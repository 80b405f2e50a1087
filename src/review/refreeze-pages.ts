import type { LockedPage, Page } from "../corpus/index.js";

/** A page that is called otherwise than before. */
export interface RenamedPage {
  readonly from: string;
  readonly to: string;
  /** Share of lines that both have, in [.5, 1]; 1 where the text is the same. */
  readonly overlap: number;
}

/** Frozen pages against the pages as they are now. */
export interface PageUpdate {
  readonly same: readonly string[];
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
  /** Of the pages gone, those that seem to have come back as an added one. */
  readonly renamed: readonly RenamedPage[];
}

/** Smallest share of lines that make a page gone and a page added one page. */
const fewestShared = 0.5;

/**
 * What became of each page. One that is gone is taken for renamed where an added page has its text, or more than half
 * of its lines.
 *
 * @param frozen the lock's pages
 * @param texts the frozen pages' texts; null where they are no longer there, and then only an equal hash tells
 */
export function updateOf(
  frozen: readonly LockedPage[],
  texts: readonly Page[] | null,
  now: readonly Page[],
  locked: readonly LockedPage[],
): PageUpdate {
  const old = new Map(frozen.map((page) => [page.url, page.sha256]));
  const hashes = new Map(locked.map((page) => [page.url, page.sha256]));
  const urls = now.map(({ url }) => url);
  const kept = urls.filter((url) => old.has(url));
  const added = urls.filter((url) => !old.has(url));
  const gone = frozen.map(({ url }) => url).filter((url) => !hashes.has(url));
  const newText = new Map(now.map(({ url, markdown }) => [url, markdown]));
  const oldText = new Map(texts?.map(({ url, markdown }) => [url, markdown]));
  const overlapOf = (from: string, to: string): number => {
    if (old.get(from) === hashes.get(to)) return 1;
    const [before, after] = [oldText.get(from), newText.get(to)];
    return before === undefined || after === undefined ? 0 : lineOverlap(before, after);
  };
  return {
    same: kept.filter((url) => old.get(url) === hashes.get(url)),
    changed: kept.filter((url) => old.get(url) !== hashes.get(url)),
    added,
    gone,
    renamed: bestPairs(
      gone.flatMap((from) => added.map((to) => ({ from, to, overlap: overlapOf(from, to) }))),
    ),
  };
}

/** The pairs that are most alike, each page in one pair at most. */
function bestPairs(pairs: readonly RenamedPage[]): RenamedPage[] {
  const taken = new Set<string>();
  const best = pairs
    .filter(({ overlap }) => overlap >= fewestShared)
    .sort((a, b) => b.overlap - a.overlap)
    .filter(({ from, to }) => {
      if (taken.has(`from ${from}`) || taken.has(`to ${to}`)) return false;
      taken.add(`from ${from}`).add(`to ${to}`);
      return true;
    });
  return best.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/**
 * How alike two texts are, by the lines that both have: 2 shared / (lines of one + lines of the other). Blank lines
 * and white space around lines don't count.
 *
 * @see Dice (1945), Ecology 26
 */
export function lineOverlap(one: string, other: string): number {
  const linesOf = (text: string): string[] =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const [first, second] = [linesOf(one), linesOf(other)];
  const left = new Map<string, number>();
  for (const line of first) left.set(line, (left.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of second) {
    const count = left.get(line) ?? 0;
    if (count === 0) continue;
    shared++;
    left.set(line, count - 1);
  }
  const lines = first.length + second.length;
  return lines === 0 ? 0 : (2 * shared) / lines;
}
