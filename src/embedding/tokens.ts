import type { LongTexts } from "./settings.js";

/** The special tokens that a tokeniser puts around every text, such as [CLS] and [SEP]. */
export interface Framing {
  before: number[];
  after: number[];
}

/**
 * Finds a tokeniser's special tokens by what it makes of nothing and of one word.
 *
 * @param empty token ids of ""
 * @param word token ids of some short word
 * @returns what both begin with and what both end with
 */
export function framingOf(empty: readonly number[], word: readonly number[]): Framing {
  let before = 0;
  while (before < empty.length && empty[before] === word[before]) before += 1;
  let after = 0;
  while (after < empty.length - before && empty.at(-1 - after) === word.at(-1 - after)) after += 1;
  return { before: empty.slice(0, before), after: empty.slice(empty.length - after) };
}

/**
 * The token sequences that the model gets to see of a text.
 *
 * A text of at most `maxTokens` tokens is one sequence. Of a longer one `truncate` keeps the beginning, with the closing
 * special token (the tokeniser's own truncation would drop it, and the vector would be another one);
 * `mean_of_windows` cuts the whole text into as few windows as possible, of the same length within one token, each with
 * its own special tokens.
 *
 * @param ids all token ids of the text, special tokens included
 * @param maxTokens special tokens included; must leave room between the special tokens
 */
export function cutToSequences(
  ids: Int32Array,
  framing: Framing,
  maxTokens: number,
  longTexts: LongTexts,
): Int32Array[] {
  if (ids.length <= maxTokens) return [ids];
  const { before, after } = framing;
  const content = ids.subarray(before.length, ids.length - after.length);
  const room = maxTokens - before.length - after.length;
  if (room < 1) throw new RangeError(`invalid max_tokens: ${maxTokens}: no room between special tokens`);
  if (longTexts === "truncate") return [framed(content.subarray(0, room), framing)];
  const windows = Math.ceil(content.length / room);
  return Array.from({ length: windows }, (_, i) => {
    const start = Math.floor((i * content.length) / windows);
    const end = Math.floor(((i + 1) * content.length) / windows);
    return framed(content.subarray(start, end), framing);
  });
}

function framed(content: Int32Array, { before, after }: Framing): Int32Array {
  const ids = new Int32Array(before.length + content.length + after.length);
  ids.set(before);
  ids.set(content, before.length);
  ids.set(after, before.length + content.length);
  return ids;
}
