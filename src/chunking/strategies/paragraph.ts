import { packBlocks } from "../pieces.js";
import { parameter, type Strategy } from "../strategy.js";

/** Blocks (paragraphs, lists, tables, code blocks, headings) packed greedily up to `max_chars`. */
export const paragraph: Strategy = {
  name: "paragraph",
  parameters: { max_chars: { ...parameter.max_chars, default: 800 } },
  limit: "max_chars",
  chunk: ({ markdown, blocks }, { max_chars }) => packBlocks(markdown, blocks, Number(max_chars)),
};
