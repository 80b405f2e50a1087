import type { Heading as HeadingNode, Nodes, Parent, RootContent } from "mdast";
import { type Extension, fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mdxFromMarkdown } from "mdast-util-mdx";
import { gfm } from "micromark-extension-gfm";
import { mdxjs } from "micromark-extension-mdxjs";
import type { Block, Heading, PageText, ParsedPage } from "./page.js";
import { isBlank, type Span, trimSpan } from "./span.js";

/**
 * Read a page once: its headings, blocks and content, all as spans of the frozen text.
 *
 * CommonMark and GFM as micromark parses them; a page whose `url` ends in `.mdx` is read as MDX first and, where
 * that fails, as Markdown with a warning. Offsets come from the parser's positions only. The byte-order mark and
 * front matter are kept from the parser, which would drop the one and take the other for headings.
 *
 * Cost: about 0.5 MB a second for ordinary pages; micromark is super-linear in the number of lists on a page.
 */
export function parsePage({ url, markdown }: PageText): ParsedPage {
  const afterMark = markdown.length - markdown.replace(/^\ufeff+/, "").length;
  const frontMatter = findFrontMatter(markdown, afterMark);
  const content = { start: frontMatter?.end ?? afterMark, end: markdown.length };
  const { nodes, warnings } = parseNodes(url, markdown.slice(content.start));
  const headings: Heading[] = [];
  const blocks: Block[] = [];
  const reader = new BlockReader(markdown, content.start, headings, blocks);
  for (const node of nodes) reader.read(node);
  return {
    url,
    markdown,
    frontMatter,
    content,
    headings,
    blocks: fillGaps(markdown, content, blocks),
    warnings,
  };
}

function parseNodes(url: string, text: string): { nodes: RootContent[]; warnings: string[] } {
  if (url.endsWith(".mdx")) {
    try {
      const tree = fromMarkdown(text, {
        extensions: [gfm(), mdxjs()],
        mdastExtensions: [gfmNodes(), mdxFromMarkdown()],
      });
      return { nodes: tree.children, warnings: [] };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const { nodes } = parseNodes(`${url}.md`, text);
      return { nodes, warnings: [`${url}: not valid MDX, read as Markdown (${reason})`] };
    }
  }
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmNodes()] });
  return { nodes: tree.children, warnings: [] };
}

/**
 * GFM's nodes without the extensions' second pass over finished text, which looks for addresses that the grammar
 * passed over and gives those it finds no position.
 */
function gfmNodes(): Extension[] {
  return gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));
}

/** A line `---` or `+++` at the very start, a next line that is not blank, and a later line with the same mark. */
function findFrontMatter(markdown: string, start: number): Span | null {
  const opening = /^(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)(?=[^\S\r\n]*[^\s])/.exec(markdown.slice(start));
  if (opening === null) return null;
  const mark = opening[1] === "---" ? "---" : "\\+\\+\\+";
  const closing = new RegExp(`(?<=[\\r\\n])${mark}(?=[ \\t]*(?:[\\r\\n]|$))`, "g");
  closing.lastIndex = start + opening[0].length;
  const found = closing.exec(markdown);
  return found === null ? null : { start, end: found.index + 3 };
}

/** Collects the headings and blocks of a tree, going into MDX component tags and nothing else. */
class BlockReader {
  private open: { level: number; title: string }[] = [];

  constructor(
    private readonly markdown: string,
    private readonly base: number,
    private readonly headings: Heading[],
    private readonly blocks: Block[],
  ) {}

  read(node: RootContent): void {
    const span = this.span(node);
    switch (node.type) {
      case "heading": {
        const own = this.headingSpan(node, span);
        this.blocks.push({ kind: "heading", ...own });
        this.headings.push(this.heading(node, own));
        break;
      }
      case "paragraph":
        this.blocks.push({ kind: "paragraph", ...span, unbroken: this.unbroken(node) });
        break;
      case "code":
        this.blocks.push({ kind: "code", ...span });
        break;
      case "table":
        this.blocks.push({ kind: "table", ...span });
        break;
      case "list":
        this.blocks.push({ kind: "list", ...span, items: node.children.map((item) => this.span(item)) });
        break;
      case "mdxJsxFlowElement":
        for (const child of node.children) this.read(child);
        break;
      default:
        this.blocks.push({ kind: "other", ...span });
    }
  }

  /** The parser counts link definitions right above an underlined title as part of its heading. */
  private headingSpan(node: HeadingNode, span: Span): Span {
    const [first] = node.children;
    if (this.markdown[span.start] === "#" || first === undefined) return span;
    return { start: this.span(first).start, end: span.end };
  }

  private heading(node: HeadingNode, span: Span): Heading {
    const own = { level: node.depth, title: titleOf(node) };
    this.open = [...this.open.filter(({ level }) => level < own.level), own];
    return { ...own, ...span, path: this.open };
  }

  /** Where no sentence can end: code, images, raw HTML, expressions, and all of a link but its text. */
  private unbroken(node: Parent): Span[] {
    return node.children.flatMap((child): Span[] => {
      const span = this.span(child);
      if (child.type === "link" || child.type === "linkReference") {
        const text = child.children.at(-1);
        const isAddress = text === undefined || this.markdown[span.start] !== "[";
        if (isAddress) return [span];
        return [...this.unbroken(child), { start: this.span(text).end, end: span.end }];
      }
      if ("children" in child) return this.unbroken(child);
      return child.type === "text" || child.type === "break" ? [] : [span];
    });
  }

  private span(node: Nodes): Span {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined)
      throw new Error(`the parser gave a ${node.type} no position`);
    return { start: this.base + start, end: this.base + end };
  }
}

function titleOf(heading: HeadingNode): string {
  const text = plainText(heading).replace(/\s+/g, " ").trim();
  return text.replace(/\s*\{ ?#[^\s{}]+ ?\}$/, "").trim();
}

/** Inline markup reduced to text: code and image descriptions stay, HTML tags and expressions go. */
function plainText(node: Nodes): string {
  switch (node.type) {
    case "text":
    case "inlineCode":
      return node.value;
    case "image":
    case "imageReference":
      return node.alt ?? "";
    case "break":
      return " ";
    default:
      return "children" in node ? node.children.map(plainText).join("") : "";
  }
}

/** Text that no block covers, such as an MDX component's own tags, becomes blocks of its own. */
function fillGaps(markdown: string, content: Span, blocks: readonly Block[]): Block[] {
  const filled: Block[] = [];
  let from = content.start;
  const fill = (end: number): void => {
    const gap = trimSpan(markdown, { start: from, end });
    if (gap !== null) filled.push({ kind: "other", ...gap });
  };
  for (const block of blocks) {
    // To CommonMark a no-break space is text; to everything here it is white space.
    if (isBlank(markdown.slice(block.start, block.end))) continue;
    fill(block.start);
    filled.push(block);
    from = block.end;
  }
  fill(content.end);
  return filled;
}
