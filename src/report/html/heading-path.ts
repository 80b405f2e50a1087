import type { HeadingData } from "./data.js";

/** The titles open at a place, outermost first; a heading that starts exactly there is included. */
export function pathAt(headings: readonly HeadingData[], offset: number): string[] {
  const open: HeadingData[] = [];
  for (const heading of headings) {
    const [start, , level] = heading;
    if (start > offset) break;
    while ((open.at(-1)?.[2] ?? 0) >= level) open.pop();
    open.push(heading);
  }
  return open.map(([, , , title]) => title);
}
