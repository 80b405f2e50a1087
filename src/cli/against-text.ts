import { counted, list } from "../report/index.js";
import type { Against } from "../study/index.js";

/** How many lines that differ are shown. */
const shown = 5;

/** Longest line that is shown whole. */
const longest = 160;

/** Whether results are equal to the earlier ones, or in which files and lines they differ. */
export function againstText({ origin, differences }: Against): string {
  if (differences.length === 0) return `equal to the ${origin} results`;
  const byFile = new Map<string, number>();
  for (const difference of differences) {
    const file = difference.slice(0, difference.indexOf(":"));
    byFile.set(file, (byFile.get(file) ?? 0) + 1);
  }
  const files = [...byFile].map(([file, count]) => `${counted(count, "line")} of ${file}`);
  const lines = differences
    .slice(0, shown)
    .map((line) => (line.length > longest ? `${line.slice(0, longest)}…` : line));
  return [
    `different from the ${origin} results: ${list(files)}${differences.length > shown ? "; the first:" : ":"}`,
    ...lines.map((line) => `  ${line}`),
  ].join("\n");
}
