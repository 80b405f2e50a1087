import type { Candidate } from "../questions/evidence.js";
import type { OpenItem } from "../questions/evidence-edit.js";

/** As much of a passage as is shown. */
const longestShown = 320;

/** An item and the passages that may answer it, numbered from 1. */
export function candidatesText({ name, question, url }: OpenItem, candidates: readonly Candidate[]): string {
  const head = `${name}  ${question}${url === undefined ? "" : `\n  on ${url}`}`;
  if (candidates.length === 0) return `${head}\n  no passage shares a word with it`;
  const width = String(candidates.length).length;
  const indent = " ".repeat(width + 4);
  const rows = candidates.map(({ page, start, path, text, words }, i) => {
    const place = [`${page} at ${start}`, ...(path.length === 0 ? [] : [path.join(" > ")])].join(", ");
    const line = text.replace(/\s+/g, " ");
    const shown = line.length > longestShown ? `${line.slice(0, longestShown - 1)}…` : line;
    return `  ${String(i + 1).padStart(width)}  ${shown}\n${indent}${place}${words.length === 0 ? "" : `; has ${words.join(", ")}`}`;
  });
  return [head, ...rows].join("\n");
}
