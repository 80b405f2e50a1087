const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How long the published code, which is Python, finds a text: in code points, where JavaScript counts UTF-16 units. */
export function codePointLength(text: string): number {
  return text.length - (text.match(pairs)?.length ?? 0);
}

/** The UTF-16 offset of each code point of a text, and of its end. */
export function codePointOffsets(text: string): number[] {
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  return [...offsets, at];
}

/** For every UTF-16 offset of a text, its end included, how many code points start before it. */
export function codePointIndexes(text: string): Uint32Array {
  const indexes = new Uint32Array(text.length + 1);
  let index = 0;
  let at = 0;
  for (const character of text) {
    indexes[at] = index;
    index++;
    // Half of a pair belongs to the character that it is a half of.
    for (let i = 1; i < character.length; i++) indexes[at + i] = index;
    at += character.length;
  }
  indexes[at] = index;
  return indexes;
}
