import { Tiktoken, type TiktokenBPE } from "js-tiktoken/lite";
import cl100kBase from "js-tiktoken/ranks/cl100k_base";

let encoder: Tiktoken | undefined;
let lengths: Map<number, number> | undefined;
const counts = new Map<string, number>();
const ends = new Map<string, Int32Array>();

/** The cl100k_base token ids of a text; what looks like a special token is text. */
export function cl100kIds(text: string): number[] {
  encoder ??= new Tiktoken(cl100kBase);
  return encoder.encode(text, [], []);
}

/** How many cl100k_base tokens a text has. */
export function cl100kCount(text: string): number {
  const known = counts.get(text);
  if (known !== undefined) return known;
  const count = cl100kIds(text).length;
  counts.set(text, count);
  return count;
}

/**
 * Where each cl100k_base token of a text ends, in UTF-16 units.
 *
 * A token may end inside a character, since the vocabulary is one of bytes; its end is then the character's start.
 */
export function cl100kEnds(text: string): Int32Array {
  const known = ends.get(text);
  if (known !== undefined) return known;
  const found = tokenEnds(text);
  ends.set(text, found);
  return found;
}

function tokenEnds(text: string): Int32Array {
  lengths ??= byteLengths(cl100kBase);
  const found: number[] = [];
  let [tokenEnd, characterEnd, at] = [0, 0, 0];
  for (const id of cl100kIds(text)) {
    tokenEnd += lengths.get(id) ?? 0;
    while (at < text.length && characterEnd + bytesAt(text, at) <= tokenEnd) {
      const bytes = bytesAt(text, at);
      characterEnd += bytes;
      at += bytes === 4 ? 2 : 1;
    }
    found.push(at);
  }
  return Int32Array.from(found);
}

/** Bytes of the character at an offset in UTF-8; half a surrogate pair is encoded as U+FFFD. */
function bytesAt(text: string, offset: number): number {
  const point = text.codePointAt(offset) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point <= 0xffff ? 3 : 4;
}

/** Bytes of every token: each line of the ranks is a mark, the first token's id, and tokens in base64. */
function byteLengths({ bpe_ranks }: TiktokenBPE): Map<number, number> {
  const byId = new Map<number, number>();
  for (const line of bpe_ranks.split("\n")) {
    const [, firstId, ...tokens] = line.split(" ");
    tokens.forEach((token, i) => {
      byId.set(Number(firstId) + i, Buffer.byteLength(token, "base64"));
    });
  }
  return byId;
}
