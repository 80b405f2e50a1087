import { cellParts, headText, isNumeric } from "./cell-text.js";
import type { Cell, MarkMeaning, ResultTable } from "./table.js";

/** Text as HTML, for content and attribute values. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}

/** Most columns whose intervals stand beside their estimates; more would leave no room for the rows' names. */
const mostBeside = 5;

const names = { best: "Bold", near: "Underlined", significant: "Bold" } as const;

/**
 * A table as a fragment of HTML: numbers right-aligned in figures of one width, text left-aligned. All of it is
 * escaped. The styles stand at the elements, where notebooks keep them, and set no colours, so that they suit a dark
 * theme. A table wider than its place scrolls in it. What an interval rests on is shown on hovering.
 */
export function renderHtml({ title, header, rows, notes, marks = [] }: ResultTable): string {
  const sides = header.map((_, column) =>
    column > 0 && isNumeric(rows.map((row) => row[column])) ? "right" : "left",
  );
  const isStacked = rows.some(
    (row) =>
      row.some((cell) => cellParts(cell).count !== null) ||
      row.filter((cell) => cellParts(cell).interval !== null).length > mostBeside,
  );
  const heads = header.map(
    (head, i) => `<th scope="col" style="${cellStyle(sides[i])}; ${rule(1)}">${headHtml(head)}</th>`,
  );
  const lines = rows.map((row, at) => {
    const below = at === rows.length - 1 ? `; ${rule(1)}` : "";
    const cells = row.map((cell, i) => {
      const style = `${cellStyle(sides[i])}${below}`;
      return i === 0
        ? `<th scope="row" style="${style}; font-weight: normal">${cellHtml(cell, isStacked)}</th>`
        : `<td style="${style}"${titleOf(cell)}>${cellHtml(cell, isStacked)}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return [
    `<div style="overflow-x: auto">`,
    `<table style="margin: 0; border-collapse: collapse; font-variant-numeric: tabular-nums">`,
    `<caption style="caption-side: top; text-align: left; font-weight: bold; padding: 0 0 .4em">${escapeHtml(title)}</caption>`,
    `<thead><tr>${heads.join("")}</tr></thead>`,
    `<tbody>${lines.join("\n")}</tbody>`,
    "</table>",
    "</div>",
    ...[...notes, ...marks.map(meaningText)].map(noteHtml),
  ].join("\n");
}

/** A paragraph below a table. */
export function noteHtml(note: string): string {
  return `<p style="margin: .4em 0 0; max-width: 60em">${escapeHtml(note)}</p>`;
}

function meaningText({ mark, meaning }: MarkMeaning): string {
  return `${names[mark]}: ${meaning}`;
}

function rule(width: number): string {
  return `border-bottom: ${width}px solid`;
}

function headHtml(head: ResultTable["header"][number]): string {
  if (typeof head === "string") return escapeHtml(headText(head));
  return `${escapeHtml(head.label)}<br><span style="font-weight: normal">n = ${head.n}</span>`;
}

/** @param isStacked the parts of a cell below one another */
function cellHtml(cell: Cell, isStacked: boolean): string {
  const { value, count, interval, mark } = cellParts(cell);
  const text = escapeHtml(value);
  const marked =
    mark === null
      ? text
      : mark === "near"
        ? `<span style="text-decoration: underline">${text}</span>`
        : `<b>${text}</b>`;
  const beside = [count, interval].filter((part) => part !== null).map(escapeHtml);
  const small = beside.length === 0 ? "" : `<span style="font-size: .85em">${beside.join("<br>")}</span>`;
  return small === "" ? marked : `${marked}${isStacked ? "<br>" : " "}${small}`;
}

function titleOf(cell: Cell): string {
  if (typeof cell === "string" || cell.kind !== "estimate") return "";
  const { n, ci_method, flag } = cell;
  const facts = [`n = ${n}`, ...[ci_method, flag].filter((text) => text !== "")];
  return ` title="${escapeHtml(facts.join("; "))}"`;
}

function cellStyle(side: "left" | "right"): string {
  const wrap = side === "right" ? "; white-space: nowrap" : "; max-width: 40em; white-space: normal";
  return `text-align: ${side}; vertical-align: top; padding: .25em .7em${wrap}`;
}
