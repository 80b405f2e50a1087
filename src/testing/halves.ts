import type { Strategy } from "../chunking/index.js";
import { isBlank, type Span } from "../markdown/index.js";

/** A strategy as a user would write one: each page in two halves. */
export const strategy: Strategy = {
  name: "halves",
  parameters: {},
  chunk: ({ markdown, content }) => {
    const middle = (content.start + content.end) >> 1;
    const halves: Span[] = [
      { start: content.start, end: middle },
      { start: middle, end: content.end },
    ];
    return halves.filter(({ start, end }) => !isBlank(markdown.slice(start, end)));
  },
};
