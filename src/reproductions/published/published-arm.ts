import type { ParsedPage } from "../../markdown/index.js";
import type { Arm, ChunkedArm } from "../../study/index.js";
import type { Piece } from "./piece.js";
import { publishedRules } from "./rules.js";

/** An arm's pieces over all pages, by the published rule. */
export interface PublishedArm {
  readonly pieces: readonly { readonly page: ParsedPage; readonly piece: Piece }[];
  /** What the published code would index, on the spans it was made of. */
  readonly chunked: ChunkedArm;
}

/**
 * Cut the pages by the published rule of an arm's strategy. A path goes on a line of its own before the text, with the
 * titles as the published code has them.
 */
export function publishedArm(arm: Arm, pages: readonly ParsedPage[]): PublishedArm {
  const rule = publishedRules[arm.strategy.name];
  if (rule === undefined) throw new Error(`no published rule for the strategy ${arm.strategy.name}`);
  const byPage = pages.map((page) => ({ page, pieces: rule(page.markdown, arm.parameters) }));
  const withPath = arm.text.path !== "none";
  return {
    pieces: byPage.flatMap(({ page, pieces }) => pieces.map((piece) => ({ page, piece }))),
    chunked: {
      arm,
      chunks: byPage.flatMap(({ page, pieces }) =>
        pieces.map(({ start, end }, index) => ({ page: page.url, index, start, end })),
      ),
      texts: byPage.flatMap(({ pieces }) =>
        pieces.map(({ path, text }) => (withPath && path.length > 0 ? `${path.join(" > ")}\n${text}` : text)),
      ),
      breaks: [],
    },
  };
}
