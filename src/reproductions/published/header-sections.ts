import { MappedText } from "./mapped-text.js";

/** A section as LangChain's Markdown header splitter leaves it. */
export interface HeaderSection {
  /** Titles, outermost first, anchors kept. */
  readonly path: readonly string[];
  /** Where its heading line starts; 0 for the text before the first. */
  readonly start: number;
  /** Its rewritten text, without the heading line. */
  readonly text: MappedText;
}

interface OpenHeader {
  readonly level: number;
  readonly title: string;
}

/** What Python calls not printable, but for the plain space. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const headerLevels = [3, 2, 1] as const;

/**
 * LangChain's `MarkdownHeaderTextSplitter` at levels 1 to 3, heading lines stripped, with the place of every character.
 *
 * As published: lines are trimmed and lose the characters that Python doesn't print; a blank line becomes two spaces
 * and a line break; neighbouring sections of the same titles merge.
 *
 * @see langchain-text-splitters 1.1.3
 */
export function headerSections(markdown: string): HeaderSection[] {
  const sections: (HeaderSection & { readonly key: string })[] = [];
  let start = 0;
  const stack: OpenHeader[] = [];
  let lines: MappedText[] = [];
  const flush = (open: readonly OpenHeader[]): void => {
    if (lines.length === 0) return;
    const key = JSON.stringify(open);
    let section = sections.at(-1);
    if (section?.key === key) section.text.addForeign("  \n");
    else {
      section = { key, start, path: open.map(({ title }) => title), text: new MappedText() };
      sections.push(section);
    }
    for (const [i, line] of lines.entries()) {
      if (i > 0) section.text.addForeign("\n");
      section.text.append(line);
    }
    lines = [];
  };
  let fence = "";
  let at = 0;
  for (const source of markdown.split("\n")) {
    const line = printable(source, at);
    const lineStart = at;
    at += source.length + 1;
    const { text } = line;
    if (fence !== "") {
      if (text.startsWith(fence)) fence = "";
    } else if (text.startsWith("```") && text.split("```").length === 2) fence = "```";
    else if (text.startsWith("~~~")) fence = "~~~";
    if (fence !== "") {
      lines.push(line);
      continue;
    }
    const level = headerLevels.find(
      (each) => text.startsWith("#".repeat(each)) && (text.length === each || text[each] === " "),
    );
    if (level !== undefined) {
      flush(stack);
      while (stack.length > 0 && stack[stack.length - 1].level >= level) stack.pop();
      stack.push({ level, title: text.slice(level).trim() });
      start = lineStart;
    } else if (text !== "") lines.push(line);
    else flush(stack);
  }
  flush(stack);
  return sections;
}

function printable(source: string, at: number): MappedText {
  const line = new MappedText();
  const trimmed = source.trim();
  let offset = at + source.indexOf(trimmed);
  if (!unprintable.test(trimmed)) {
    line.add(trimmed, offset);
    return line;
  }
  for (const character of trimmed) {
    if (!unprintable.test(character)) line.add(character, offset);
    offset += character.length;
  }
  return line;
}
