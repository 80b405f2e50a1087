import type { Span } from "../../markdown/index.js";

/** A run of a mapped text: where it starts in it, and where in the page; `isForeign` where it stands nowhere there. */
interface Run {
  readonly at: number;
  readonly text: string;
  readonly origin: number;
  readonly isForeign: boolean;
}

/** A text that was made of pieces of a page, and where each of its UTF-16 units came from. */
export class MappedText {
  readonly #runs: Run[] = [];
  #length = 0;
  #joined: string | null = null;

  get text(): string {
    this.#joined ??= this.#runs.map(({ text }) => text).join("");
    return this.#joined;
  }

  /** Add a text whose units stood one after the other in the page. */
  add(text: string, origin: number): void {
    this.#push(text, origin, false);
  }

  /** Add a text that stands nowhere in the page, such as a joint; it belongs to what was added before it. */
  addForeign(text: string): void {
    const last = this.#runs.at(-1);
    this.#push(text, last === undefined ? 0 : originAt(last, last.text.length - 1), true);
  }

  /** Add what another text holds. */
  append(other: MappedText): void {
    for (const { text, origin, isForeign } of other.#runs) this.#push(text, origin, isForeign);
  }

  /** Where in the page a span of this text, of at least one unit, lies. */
  originOf({ start, end }: Span): Span {
    return { start: this.#originOfUnit(start), end: this.#originOfUnit(end - 1) + 1 };
  }

  #push(text: string, origin: number, isForeign: boolean): void {
    if (text === "") return;
    this.#runs.push({ at: this.#length, text, origin, isForeign });
    this.#length += text.length;
    this.#joined = null;
  }

  #originOfUnit(index: number): number {
    let low = 0;
    let high = this.#runs.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle].at <= index) low = middle;
      else high = middle;
    }
    return originAt(this.#runs[low], index - this.#runs[low].at);
  }
}

function originAt({ origin, isForeign }: Run, offset: number): number {
  return isForeign ? origin : origin + offset;
}
