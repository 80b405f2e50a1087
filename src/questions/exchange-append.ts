import { elementSpans, formatLike } from "./evidence-edit.js";

/**
 * A test set's text with items added at its end, written as its last item is. What is there stays as it is.
 *
 * @param text the file, a JSON array; blank where there is none yet
 * @throws SyntaxError where it isn't a JSON array
 */
export function withItems(text: string, items: readonly object[]): string {
  if (text.trim() === "") return `${JSON.stringify(items, null, 2)}\n`;
  const json: unknown = JSON.parse(text);
  if (!Array.isArray(json)) throw new SyntaxError("a test set is a JSON array of questions");
  if (items.length === 0) return text;
  const last = elementSpans(text).at(-1);
  if (last === undefined) return `${JSON.stringify([...items], null, 2)}\n`;
  const lineStart = text.lastIndexOf("\n", last.start) + 1;
  const gap =
    lineStart === 0 ? " " : `${lineEnding(text)}${/^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ""}`;
  const added = items.map((item) => `,${gap}${formatLike(text, last, item)}`).join("");
  return text.slice(0, last.end) + added + text.slice(last.end);
}

function lineEnding(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
