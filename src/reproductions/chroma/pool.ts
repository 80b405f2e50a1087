import type { Chunk } from "../../chunking/index.js";
import type { PageText, ParsedPage, Span } from "../../markdown/index.js";
import { type Arm, chunkArm } from "../../study/index.js";
import { foundPosition } from "./positions.js";
import type { ExcerptQuestion } from "./questions.js";
import { chunksWithExcerpt, precisionOmega, scoreRetrieved, type TokenScores } from "./scores.js";

/** The corpora in the order in which the evaluation pools them; it decides between equal scores. */
export const poolOrder = ["state_of_the_union", "wikitexts", "chatlogs", "finance", "pubmed"].map(
  (corpus) => `${corpus}.md`,
);

/**
 * `found`: where the published code takes chunks to be, see `foundPosition`; `true`: where they were cut.
 */
export type Positions = "found" | "true";

/** The chunks of all corpora that an arm cuts, in one pool. */
export class Pool {
  readonly texts: readonly string[];
  readonly chunks: Readonly<Record<Positions, readonly Chunk[]>>;
  private readonly byPage: Readonly<Record<Positions, ReadonlyMap<string, readonly Chunk[]>>>;

  /**
   * @param pages in the pool's order
   * @throws StudyError where the arm's chunks break the rules that hold for every strategy
   */
  constructor(
    readonly arm: Arm,
    pages: readonly ParsedPage[],
  ) {
    const { chunks, texts } = chunkArm(arm, pages);
    const textOf = new Map(pages.map(({ url, markdown }) => [url, markdown]));
    const found = chunks.map((chunk) => ({
      ...chunk,
      ...foundPosition(textOf.get(chunk.page) ?? "", chunk),
    }));
    this.texts = texts;
    this.chunks = { found, true: chunks };
    this.byPage = { found: byPageOf(found), true: byPageOf(chunks) };
  }

  /** How many chunks the search for their text puts in another place. */
  get misplaced(): number {
    return this.chunks.true.filter(({ start }, i) => start !== this.chunks.found[i].start).length;
  }

  /** The chunks of a question's page that hold a part of an excerpt. */
  holders({ page, excerpts }: ExcerptQuestion, positions: Positions, shared: number): Chunk[] {
    return chunksWithExcerpt(excerpts, this.byPage[positions].get(page) ?? [], shared);
  }

  /** Precision Ω of a question; as published: `found`, 0. */
  omega(question: ExcerptQuestion, positions: Positions, shared: number): number {
    return precisionOmega(question.excerpts, this.holders(question, positions, shared));
  }

  /** @param retrieved indexes of chunks in the pool */
  score(
    { page, excerpts }: ExcerptQuestion,
    retrieved: readonly number[],
    positions: Positions,
  ): TokenScores {
    const chunks = retrieved.map((index) => this.chunks[positions][index]);
    const own = chunks.filter((chunk) => chunk.page === page);
    return scoreRetrieved(
      excerpts,
      own,
      chunks.reduce((sum, chunk) => sum + lengthOf(chunk), 0),
    );
  }
}

function byPageOf(chunks: readonly Chunk[]): Map<string, Chunk[]> {
  const pages = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const known = pages.get(chunk.page);
    if (known === undefined) pages.set(chunk.page, [chunk]);
    else known.push(chunk);
  }
  return pages;
}

const lengthOf = ({ start, end }: Span): number => end - start;

/**
 * The corpora in the pool's order.
 *
 * @throws RangeError naming the one that is missing
 */
export function inPoolOrder<T extends PageText>(pages: readonly T[]): T[] {
  return poolOrder.map((url) => {
    const page = pages.find((each) => each.url === url);
    if (page === undefined) throw new RangeError(`the corpora have no page ${url}`);
    return page;
  });
}
