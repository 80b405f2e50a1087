import { type Direction, nextDirection, sortedPositions } from "../sorting.js";
import { type Child, element } from "./dom.js";

export interface Column {
  readonly key: string;
  readonly title: Child;
  readonly hint?: string;
  /** What a row is sorted by. */
  readonly value: (row: number) => number | string | null;
  readonly cell: (row: number) => Child;
}

export interface TableContent {
  readonly caption: string;
  /** Rows by position; the first column names a row. */
  readonly rows: number;
  readonly columns: readonly Column[];
}

/** A table that scrolls inside its own box, with a first column that stays, sorted by a click on a column's heading. */
export class DataTable {
  readonly root = element("div", { class: "scroll", role: "region", tabindex: 0 });
  private key: string | null = null;
  private direction: Direction = null;

  /** Show other content; the sorting stays where the column is still there. */
  show(content: TableContent): void {
    this.root.setAttribute("aria-label", content.caption);
    this.draw(content);
  }

  private draw({ caption, rows, columns }: TableContent): void {
    const sorted = columns.find(({ key }) => key === this.key);
    const values = Array.from({ length: rows }, (_, row) => sorted?.value(row) ?? null);
    const order = sortedPositions(values, sorted === undefined ? null : this.direction);
    const head = columns.map((column) => this.heading(column, { caption, rows, columns }));
    const body = order.map((row) =>
      element(
        "tr",
        {},
        ...columns.map(({ cell }, i) =>
          i === 0 ? element("th", { scope: "row" }, cell(row)) : element("td", {}, cell(row)),
        ),
      ),
    );
    this.root.replaceChildren(
      element(
        "table",
        {},
        element("caption", {}, element("span", { class: "caption" }, caption)),
        element("thead", {}, element("tr", {}, ...head)),
        element("tbody", {}, ...body),
      ),
    );
  }

  private heading(column: Column, content: TableContent): HTMLElement {
    const isSorted = column.key === this.key && this.direction !== null;
    const button = element(
      "button",
      { type: "button", ...(column.hint ? { title: column.hint } : {}) },
      column.title,
    );
    button.addEventListener("click", () => {
      this.direction = column.key === this.key ? nextDirection(this.direction) : nextDirection(null);
      this.key = column.key;
      this.draw(content);
      const at = content.columns.indexOf(column);
      this.root.querySelectorAll<HTMLElement>("thead button")[at]?.focus();
    });
    return element("th", { scope: "col", "aria-sort": isSorted ? String(this.direction) : "none" }, button);
  }
}
