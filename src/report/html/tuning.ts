import { cellParts, headText } from "../cell-text.js";
import { renderSvg } from "../figures/index.js";
import { escapeHtml } from "../render-html.js";
import { type SweepFolder, sweepFigures, sweepTables, sweepWords } from "../sweep/index.js";
import type { ResultTable } from "../table.js";

/**
 * The report's section on tuning, as HTML: the sweep's words, its figures and its tables.
 *
 * It is finished here, and not by the page's code: nothing in it can be chosen or followed.
 */
export async function tuningHtml(sweep: SweepFolder, signal?: AbortSignal): Promise<string> {
  const [choices, ...others] = sweepTables(sweep).map(({ table }) => tableHtml(table));
  const parts = [choices, ...sweepWords(sweep).map((words) => `<p class="words">${escaped(words)}</p>`)];
  for (const { spec } of sweepFigures(sweep)) {
    signal?.throwIfAborted();
    parts.push(`<figure class="drawing" tabindex="0">${(await renderSvg(spec)).trim()}</figure>`);
  }
  return [...parts, ...others].join("\n");
}

function tableHtml({ title, header, rows, notes, marks = [] }: ResultTable): string {
  const sign = { best: "*", near: "≈", significant: "*" } as const;
  const cells = rows.map((row) =>
    row.map((cell, i) => {
      const { value, count, interval, mark } = cellParts(cell);
      const text = [`${count ?? value}${mark === null ? "" : ` ${sign[mark]}`}`, interval]
        .filter(Boolean)
        .join(" ");
      return i === 0 ? `<th scope="row">${escaped(text)}</th>` : `<td>${escaped(text)}</td>`;
    }),
  );
  const heads = header.map((head) => `<th scope="col">${escaped(headText(head))}</th>`).join("");
  const below = [...notes, ...marks.map(({ mark, meaning }) => `${sign[mark]}: ${meaning}`)];
  return [
    `<div class="scroll" tabindex="0"><table><caption><span class="caption">${escaped(title)}</span></caption>`,
    `<thead><tr>${heads}</tr></thead>`,
    `<tbody>${cells.map((row) => `<tr>${row.join("")}</tr>`).join("")}</tbody></table></div>`,
    ...below.map((note) => `<p class="note">${escaped(note)}</p>`),
  ].join("\n");
}

function escaped(text: string): string {
  return escapeHtml(text.toWellFormed());
}
