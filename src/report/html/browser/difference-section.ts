import { list, whole } from "../../format.js";
import type { ShownDifference } from "../lookup.js";
import { differenceCell, pCell } from "./cells.js";
import { type Column, DataTable } from "./data-table.js";
import { byId, element, foreign, selectField } from "./dom.js";
import type { Store } from "./store.js";

/** Paired differences of the planned comparisons, with the family that each was corrected in. */
export function showDifferences(store: Store): void {
  const { data, lookup } = store;
  const table = new DataTable();
  const note = element("p", { class: "note" });
  const types = data.types.map((type, i) => ({ value: String(i), text: type }));
  const { root, select } = selectField("questions of type", [...types].reverse(), (value) =>
    store.choose({ type: Number(value) }),
  );
  byId("differences-table").append(element("div", { class: "controls" }, root), table.root, note);
  store.onChange(({ retriever, metric: m, type }) => {
    select.value = String(type);
    const metric = data.metrics[m];
    const rows = lookup.differences(retriever, type, m);
    const reach = reachOf(rows);
    const number = (key: "wins" | "ties" | "losses" | "affected", hint: string): Column => ({
      ...{ key, title: key, hint },
      value: (row) => rows[row][key],
      cell: (row) => {
        const value = rows[row][key];
        return value === null ? "–" : whole(value);
      },
    });
    table.show({
      caption: `${metric.ranked ? data.retrievers[retriever] : "chunks alone"}: differences in ${metric.name}, ${type === data.types.length - 1 ? "all questions" : data.types[type]}`,
      rows: rows.length,
      columns: [
        {
          key: "pair",
          title: "a − b",
          value: (row) => data.arms[rows[row].arm].name,
          cell: (row) =>
            element(
              "span",
              {},
              foreign(data.arms[rows[row].arm].name),
              " − ",
              foreign(data.arms[rows[row].against].name),
            ),
        },
        {
          key: "difference",
          title: "difference",
          hint: `above 0: a is ${metric.better === "higher" ? "better" : "worse"}`,
          value: (row) => rows[row].difference,
          cell: (row) => differenceCell(rows[row], metric, reach),
        },
        {
          key: "p",
          title: "p",
          hint: "two-sided, not corrected",
          value: (row) => rows[row].p,
          cell: (row) => pCell(rows[row].p),
        },
        {
          key: "corrected",
          title: "corrected p",
          hint: "Holm, within the family",
          value: (row) => rows[row].p_adjusted,
          cell: (row) => correctedCell(rows[row], data.level),
        },
        {
          key: "family",
          title: "family",
          hint: "1: all comparisons on the primary endpoint; 2: the same by type; else exploratory",
          value: (row) => rows[row].family,
          cell: (row) => (rows[row].family === "" ? "exploratory" : rows[row].family),
        },
        number("wins", "questions on which a is better"),
        number("ties", "questions on which both are equal"),
        number("losses", "questions on which b is better"),
        number("affected", "questions whose holders differ between the two arms"),
      ],
    });
    note.textContent = noteOf(store, rows);
  });
}

function correctedCell({ p_adjusted }: ShownDifference, level: number): HTMLElement | string {
  if (p_adjusted === null) return "–";
  const isDeclared = p_adjusted < Number((1 - level).toPrecision(12));
  return element("span", isDeclared ? { class: "tag good" } : {}, pCell(p_adjusted));
}

function noteOf({ data, lookup }: Store, rows: readonly ShownDifference[]): string {
  const [first] = rows;
  if (first === undefined) return "The study compares nothing here.";
  const methods = [...new Set(rows.map(({ method }) => method).filter((method) => method !== ""))];
  const families = [...new Set(rows.map(({ family }) => family).filter((family) => family !== ""))];
  const correction =
    families.length === 0
      ? "Exploratory: these p-values are not corrected for their number, and nothing is claimed from them."
      : `Corrected by Holm over the ${lookup.familySize(families[0])} comparisons of family ${families[0]}.`;
  return `n = ${first.n} questions on ${first.pages} pages, each asked of both arms. ${correction} [ ]: ${Math.round(100 * data.level)} % interval${methods.length > 0 ? ` (${list(methods)})` : ""}; it belongs to the p that isn't corrected.`;
}

/** How far the bars reach on either side of zero: as far as the longest interval. */
export function reachOf(rows: readonly Pick<ShownDifference, "difference" | "lo" | "hi">[]): number {
  const ends = rows.flatMap(({ difference, lo, hi }) => [difference, lo ?? 0, hi ?? 0]);
  return Math.max(1e-9, ...ends.map(Math.abs)) * 1.05;
}
