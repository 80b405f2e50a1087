import type { ArmData, PageData, QuestionData, SpanData } from "../data.js";
import { type Mark, segmentsOf } from "../segments.js";
import { element, withVariables } from "./dom.js";

/** An arm as one of the two that are compared on a page. */
export interface Side {
  readonly arm: ArmData;
  readonly name: "left" | "right";
  readonly chunks: readonly SpanData[];
}

/** A quote on a page. */
export interface PageQuote {
  readonly span: SpanData;
  /** Of the question that is open. */
  readonly isAsked: boolean;
}

/** Every quote of a page, each once. */
export function quotesOn(questions: readonly QuestionData[], page: number, asked: number): PageQuote[] {
  return questions.flatMap(({ answers }, i) =>
    answers
      .filter((answer) => answer.page === page)
      .flatMap(({ quotes }) => quotes.flat())
      .map((span) => ({ span, isAsked: i === asked })),
  );
}

/** A page's text as it is in its source, with headings, quotes and the starts of chunks marked, and where it is drawn. */
export class PageText {
  readonly root = element("pre", { class: "page-text", dir: "auto" });
  private readonly pieces: { readonly start: number; readonly end: number; readonly node: Text }[] = [];

  constructor({ text, headings }: PageData, quotes: readonly PageQuote[], sides: readonly Side[]) {
    const marks: Mark[] = [
      ...headings.map(([start, end, level]) => ({ start, end, kind: `heading level-${level}` })),
      ...quotes.map(({ span: [start, end], isAsked }) => ({
        start,
        end,
        kind: isAsked ? "quote" : "other-quote",
      })),
    ];
    const ticks = new Map<number, HTMLElement[]>();
    for (const side of sides) {
      for (const [i, [start]] of side.chunks.entries()) {
        if (i > 0) ticks.set(start, [...(ticks.get(start) ?? []), tick(side, i)]);
      }
    }
    for (const { start, end, kinds } of segmentsOf({ start: 0, end: text.length }, marks, [
      ...ticks.keys(),
    ])) {
      this.root.append(...(ticks.get(start) ?? []));
      const node = document.createTextNode(text.slice(start, end));
      this.pieces.push({ start, end, node });
      this.root.append(kinds.length === 0 ? node : wrapped(node, start, kinds));
    }
  }

  /** Where the line of a place is drawn, in pixels from the top of the text. */
  lineAt(offset: number): { readonly top: number; readonly bottom: number } {
    const origin = this.root.getBoundingClientRect().top;
    const { top, bottom } = this.rectangleAt(offset);
    return { top: top - origin, bottom: bottom - origin };
  }

  /** Bring a place to the middle of what scrolls and, where it is marked, make it the place that the keyboard is at. */
  goTo(offset: number, scroller: HTMLElement): void {
    const { top } = this.rectangleAt(offset);
    scroller.scrollTop += top - scroller.getBoundingClientRect().top - scroller.clientHeight / 3;
    const holder = this.pieces[this.pieceAt(offset)]?.node.parentElement ?? this.root;
    if (holder !== this.root) holder.focus({ preventScroll: true });
  }

  private pieceAt(offset: number): number {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.pieces[middle].start <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private rectangleAt(offset: number): DOMRect {
    const piece = this.pieces[this.pieceAt(offset)];
    const range = document.createRange();
    if (piece === undefined) return this.root.getBoundingClientRect();
    const from = Math.min(Math.max(0, offset - piece.start), piece.node.length - 1);
    range.setStart(piece.node, from);
    range.setEnd(piece.node, from + 1);
    return range.getBoundingClientRect();
  }
}

function wrapped(node: Text, start: number, kinds: readonly string[]): HTMLElement {
  const isQuote = kinds.some((kind) => kind.endsWith("quote"));
  return element(
    isQuote ? "mark" : "span",
    { class: kinds.join(" "), "data-start": start, tabindex: -1 },
    node,
  );
}

/** Where a chunk starts: a mark in the text that takes no room, and says so to those who don't see it. */
function tick({ arm, name }: Side, chunk: number): HTMLElement {
  const words = `${arm.name}: chunk ${chunk + 1} starts`;
  const mark = element("span", { class: `tick ${name}`, role: "img", "aria-label": words, title: words });
  return withVariables(mark, { arm: arm.color });
}
