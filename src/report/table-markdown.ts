import { markdownGrid, markdownText, meaningMarkdown } from "./render-markdown.js";
import { furtherTables, mainTables } from "./report-tables.js";
import type { ResultFolder } from "./result-folder.js";
import { setUpLine, setUpParagraph } from "./set-up.js";
import type { ResultTable } from "./table.js";
import { verdictText } from "./verdict-text.js";

/**
 * The text of `table.md`: the verdict, every table with what its numbers rest on, and the set-up that they belong to.
 * What would stand under many tables alike is a footnote.
 */
export function tableMarkdown(results: ResultFolder): string {
  const { verdict, manifest, interactions, date } = results;
  const footnotes = new Footnotes();
  const setUp = { ...manifest, date };
  const section = (table: ResultTable): string => {
    const [basis = "", ...others] = table.notes;
    const more = [...others, ...(table.marks ?? []).map(meaningMarkdown)];
    const marks = more.map((note) => footnotes.mark(note)).join(" ");
    const line = `${setUpLine(setUp)}${footnotes.mark(setUpParagraph(setUp))}`;
    return [markdownGrid(table), "", `${markdownText(basis)}${marks}  `, line, ""].join("\n");
  };
  return [
    `## ${markdownText(manifest.study)}`,
    "",
    ...(verdict === null ? [] : [markdownText(verdictText(verdict, interactions)), ""]),
    ...mainTables(results).map(({ table }) => section(table)),
    ...furtherTables(results).map(({ table }) => section(table)),
    "### arms",
    "",
    ...manifest.arms.map(({ name, setting }) => `- ${markdownText(name)}: ${markdownText(setting)}`),
    "",
    ...footnotes.lines(),
    "",
  ].join("\n");
}

/** Numbered notes; the same text gets the same number. */
class Footnotes {
  private readonly texts: string[] = [];

  mark(text: string): string {
    if (!this.texts.includes(text)) this.texts.push(text);
    return `[^${this.texts.indexOf(text) + 1}]`;
  }

  lines(): string[] {
    return this.texts.map((text, i) => `[^${i + 1}]: ${markdownText(text)}`);
  }
}
