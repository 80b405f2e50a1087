import { escapeHtml, noteHtml, renderHtml } from "./render-html.js";
import { mainTables } from "./report-tables.js";
import type { ResultFolder } from "./result-folder.js";
import { setUpParagraph } from "./set-up.js";
import { verdictText } from "./verdict-text.js";

/**
 * The text of `table.html`: the verdict and the main tables as a fragment, to be put into any page. It is ASCII, so
 * that it reads the same whatever encoding the page declares.
 */
export function tableHtml(results: ResultFolder): string {
  const { verdict, manifest, interactions, date } = results;
  const setUp = noteHtml(setUpParagraph({ ...manifest, date }));
  const words =
    verdict === null
      ? []
      : [`<p style="max-width: 60em">${escapeHtml(verdictText(verdict, interactions))}</p>`];
  const tables = mainTables(results).map(
    ({ name, table }) =>
      `<section id="table-${name}" style="margin: 2em 0">\n${renderHtml(table)}\n${setUp}\n</section>`,
  );
  return ascii(
    [`<div style="font-family: system-ui, sans-serif">`, ...words, ...tables, "</div>", ""].join("\n"),
  );
}

function ascii(html: string): string {
  return html.replace(/[^\n\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);
}
