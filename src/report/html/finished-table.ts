import { cellParts, headText } from "../cell-text.js";
import { type FigureSpec, renderSvg } from "../figures/index.js";
import { escapeHtml } from "../render-html.js";
import { signs } from "../render-text.js";
import type { ResultTable } from "../table.js";

/*
 * Parts of the report that are finished here, and not by the page's code: nothing in them can be chosen or followed.
 */

/** A table with its notes below it. Without styles of its own, which the page doesn't allow. */
export function finishedTable({ title, header, rows, notes, marks = [] }: ResultTable): string {
  const cells = rows.map((row) =>
    row.map((cell, i) => {
      const { value, count, interval, mark } = cellParts(cell);
      const text = [`${count ?? value}${mark === null ? "" : ` ${signs[mark]}`}`, interval]
        .filter(Boolean)
        .join(" ");
      return i === 0 ? `<th scope="row">${escaped(text)}</th>` : `<td>${escaped(text)}</td>`;
    }),
  );
  const heads = header.map((head) => `<th scope="col">${escaped(headText(head))}</th>`).join("");
  const below = [...notes, ...marks.map(({ mark, meaning }) => `${signs[mark]}: ${meaning}`)];
  return [
    `<div class="scroll" tabindex="0"><table><caption><span class="caption">${escaped(title)}</span></caption>`,
    `<thead><tr>${heads}</tr></thead>`,
    `<tbody>${cells.map((row) => `<tr>${row.join("")}</tr>`).join("")}</tbody></table></div>`,
    ...below.map((note) => `<p class="note">${escaped(note)}</p>`),
  ].join("\n");
}

/** Text for HTML. Half of a surrogate pair, which no file can hold, becomes U+FFFD. */
export function escaped(text: string): string {
  return escapeHtml(text.toWellFormed());
}

/** A figure, drawn. */
export async function finishedFigure(spec: FigureSpec): Promise<string> {
  return `<figure class="drawing" tabindex="0">${(await renderSvg(spec)).trim()}</figure>`;
}
