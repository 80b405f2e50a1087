import {
  checkOverlap,
  parameter,
  type Strategy,
  splitRecursively,
  withoutPrefixes,
} from "../../chunking/index.js";

/** Blank line, line ending, the ends of sentences, space, anywhere. */
const separators = ["\n\n", "\n", ".", "?", "!", " ", ""];

/**
 * The evaluation's recursive splitter, with lengths in tokens of some kind.
 *
 * @param lengthOf tokens of a text
 * @param gap what a join adds; by default, as published, what an empty text has (special tokens)
 */
export function recursiveBy(name: string, lengthOf: (text: string) => number, gap?: number): Strategy {
  return {
    name,
    parameters: { size: parameter.size, overlap: { ...parameter.overlap, default: 0 } },
    mayOverlap: true,
    repeatsTableHeader: false,
    check: checkOverlap,
    chunk: ({ markdown, content }, { size, overlap }) => {
      const lengths = { size: Number(size), overlap: Number(overlap), lengthOf, gap: gap ?? lengthOf("") };
      return withoutPrefixes(splitRecursively(markdown, content, { separators, ...lengths }));
    },
  };
}
