import type { Span } from "../../markdown/index.js";

/** A text that was made of pieces of a page, and where each of its UTF-16 units came from. */
export class MappedText {
  readonly #parts: string[] = [];
  readonly #origins: number[] = [];

  get text(): string {
    return this.#parts.join("");
  }

  /** Add a text whose units stood one after the other in the page. */
  add(text: string, origin: number): void {
    this.#parts.push(text);
    for (let i = 0; i < text.length; i++) this.#origins.push(origin + i);
  }

  /** Add a text that stands nowhere in the page, such as a joint; it belongs to what was added before it. */
  addForeign(text: string): void {
    this.#parts.push(text);
    const origin = this.#origins.at(-1) ?? 0;
    for (let i = 0; i < text.length; i++) this.#origins.push(origin);
  }

  /** Where in the page a span of this text, of at least one unit, lies. */
  originOf({ start, end }: Span): Span {
    return { start: this.#origins[start], end: this.#origins[end - 1] + 1 };
  }
}
