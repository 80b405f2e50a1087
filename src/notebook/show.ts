import { escapeHtml, type FigureSpec, type ResultTable, renderHtml, renderSvg } from "../report/index.js";
import { output } from "./display.js";
import { friendly } from "./friendly-error.js";
import { block } from "./html.js";

/** Show a table below the cell, its numbers aligned. */
export function showTable(table: ResultTable): void {
  output().html(block(renderHtml(table)));
}

/** Show a paragraph below the cell, such as a verdict in words. */
export function showText(text: string): void {
  output().html(block(escapeHtml(text), "max-width: 50em"));
}

/** Draw a figure below the cell. */
export async function showFigure(figure: FigureSpec): Promise<void> {
  try {
    output().svg(await renderSvg(figure));
  } catch (error) {
    throw friendly(error);
  }
}
