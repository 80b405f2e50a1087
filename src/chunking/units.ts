import type { Block, ParsedPage, Span } from "../markdown/index.js";
import { fits, pack, piecesOf } from "./pieces.js";
import { sentences } from "./sentences.js";
import type { Strategy } from "./strategy.js";

export type UnitKind = "heading" | "sentence" | "list_item" | "code" | "table" | "other";

/** The smallest piece that semantic chunking moves. */
export interface Unit extends Span {
  readonly kind: UnitKind;
  /** What is embedded: the page's text at the span (half a surrogate pair as U+FFFD). */
  readonly text: string;
}

/**
 * A page's units in order, as trimmed slices: heading lines, sentences, list items, code blocks, tables, other blocks.
 *
 * One over `max_chars` is cut here, before anything is embedded: a table between rows, a list item, a code block and
 * other blocks at line ends, a sentence between words. So units of two limits differ only where one exceeds the
 * smaller limit, and everything else is embedded once for a whole sweep.
 *
 * @param max_chars longest unit in UTF-16 units, at least 1
 * @throws RangeError quoting it where it is less, or no number
 */
export function splitUnits(page: ParsedPage, { max_chars }: { readonly max_chars: number }): Unit[] {
  if (!(max_chars >= 1))
    throw new RangeError(`invalid max_chars: ${max_chars} (want a number of at least 1)`);
  return page.blocks.flatMap((block) => {
    const kind = kindOf(block);
    return spansOf(page.markdown, block, max_chars).map(({ start, end }) => {
      return { start, end, kind, text: page.markdown.slice(start, end).toWellFormed() };
    });
  });
}

/** The units that a strategy's breaks lie between: its own, where it brings some. */
export function unitsOf(
  page: ParsedPage,
  strategy: Pick<Strategy, "units">,
  max_chars: number,
): readonly Unit[] {
  return strategy.units?.(page, max_chars) ?? splitUnits(page, { max_chars });
}

function kindOf({ kind }: Block): UnitKind {
  if (kind === "paragraph") return "sentence";
  return kind === "list" ? "list_item" : kind;
}

function spansOf(markdown: string, block: Block, max_chars: number): Span[] {
  switch (block.kind) {
    case "paragraph":
      return sentences(markdown, block).flatMap((sentence) => {
        if (fits(sentence, max_chars)) return [sentence];
        return pack(
          piecesOf(markdown, { ...sentence, kind: "paragraph", unbroken: [sentence] }, max_chars),
          max_chars,
        );
      });
    case "list":
      return block.items.flatMap((item) =>
        fits(item, max_chars)
          ? [item]
          : pack(piecesOf(markdown, { ...item, kind: "other" }, max_chars), max_chars),
      );
    default:
      return fits(block, max_chars) ? [block] : pack(piecesOf(markdown, block, max_chars), max_chars);
  }
}
