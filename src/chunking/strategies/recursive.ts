import type { ParsedPage } from "../../markdown/index.js";
import { splitRecursively, withoutPrefixes } from "../recursive-split.js";
import { checkOverlap, parameter, type Strategy } from "../strategy.js";

const separators = ["\n\n", "\n", " ", ""];

/**
 * LangChain's recursive character splitter, on spans: at blank lines, line endings, spaces, anywhere.
 *
 * The library itself returns trimmed copies whose places would have to be searched for afterwards, and
 * for repeated text that finds the wrong one. The texts are the same (tested against the library), but for one thing:
 * with overlap, the library can give a chunk and then the same again with more at its end; here the longer one stays.
 */
export const recursive: Strategy = {
  name: "recursive",
  parameters: { size: parameter.size, overlap: { ...parameter.overlap, default: 0 } },
  limit: "size",
  mayOverlap: true,
  repeatsTableHeader: false,
  check: checkOverlap,
  chunk: ({ markdown, content }: ParsedPage, { size, overlap }) =>
    withoutPrefixes(
      splitRecursively(markdown, content, { separators, size: Number(size), overlap: Number(overlap) }),
    ),
};
