import type { Span } from "../../markdown/index.js";

/**
 * Where the published code takes a chunk to be: at the first place of its page that has its text, one final full stop
 * left out. For repeated text that is not where the chunk was cut.
 */
export function foundPosition(markdown: string, { start, end }: Span): Span {
  const text = markdown.slice(start, end).replace(/\.$/, "");
  const found = markdown.indexOf(text);
  return { start: found, end: found + text.length };
}
