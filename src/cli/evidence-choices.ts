import type { Candidate } from "../questions/evidence.js";
import { UsageError } from "./command.js";

/**
 * What `--choose` says: `pino-003=2,pino-007=1+4` is the second passage for one item, and the first and fourth, which
 * are both needed, for another.
 *
 * @returns the numbers chosen by item, in the order given
 * @throws UsageError quoting what can't be read
 */
export function parseChoices(text: string): Map<string, number[]> {
  const choices = new Map<string, number[]>();
  for (const part of text.split(",")) {
    const match = /^\s*(.+)=([^=]+)$/.exec(part);
    if (match === null) throw new UsageError(`--choose: ${JSON.stringify(part)} is not id=number`);
    const [, name, numbers] = match;
    if (choices.has(name)) throw new UsageError(`--choose: ${name} is given twice`);
    choices.set(name, parseNumbers(numbers));
  }
  return choices;
}

/**
 * `2` or `1+4`.
 *
 * @throws UsageError quoting what isn't that
 */
export function parseNumbers(text: string): number[] {
  if (!/^\s*\d+(?:\s*\+\s*\d+)*\s*$/.test(text)) {
    throw new UsageError(`${JSON.stringify(text)} is not a number, or several such as 1+4`);
  }
  return [...new Set(text.split("+").map(Number))];
}

/**
 * The candidates that were chosen, in page order.
 *
 * @throws UsageError where there is no such number, or they are of different pages
 */
export function chosen(
  name: string,
  numbers: readonly number[],
  candidates: readonly Candidate[],
): Candidate[] {
  const picked = numbers.map((number) => {
    const candidate = candidates[number - 1];
    if (candidate !== undefined) return candidate;
    const range = candidates.length === 0 ? "there are none" : `they go from 1 to ${candidates.length}`;
    throw new UsageError(`${name}: no passage ${number}; ${range}`);
  });
  const pages = new Set(picked.map(({ page }) => page));
  if (pages.size > 1) {
    throw new UsageError(
      `${name}: passages that are needed together have to be on one page, not ${[...pages].join(" and ")}`,
    );
  }
  return picked.sort((a, b) => a.start - b.start);
}
