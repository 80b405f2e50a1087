import { list } from "../../format.js";
import { differenceCell } from "./cells.js";
import { type Column, DataTable } from "./data-table.js";
import { reachOf } from "./difference-section.js";
import { byId, element, foreign } from "./dom.js";
import type { Store } from "./store.js";

interface Interaction {
  readonly n: number;
  readonly difference: number;
  readonly lo: number | null;
  readonly hi: number | null;
  readonly method: string;
}

/** By how much each difference is larger on a type of question than on all others; nothing where none was computed. */
export function showInteractions({ data }: Store): void {
  if (data.interactions.length === 0) return;
  const pairs: {
    readonly arm: number;
    readonly against: number;
    readonly byType: Map<number, Interaction>;
  }[] = [];
  for (const [arm, against, type, n, difference, lo, hi, method] of data.interactions) {
    let pair = pairs.find((each) => each.arm === arm && each.against === against);
    if (pair === undefined) {
      pair = { arm, against, byType: new Map() };
      pairs.push(pair);
    }
    pair.byType.set(type, { n, difference, lo, hi, method: data.methods[method] ?? "" });
  }
  const cells = pairs.flatMap(({ byType }) => [...byType.values()]);
  const reach = reachOf(cells);
  const metric = data.metrics[data.primary.metric];
  const table = new DataTable();
  const types = data.types.flatMap((type, t) =>
    pairs.some(({ byType }) => byType.has(t)) ? [{ type, t }] : [],
  );
  table.show({
    caption: `${data.retrievers[data.primary.retriever]}: differences in ${metric.name}, each type less the others`,
    rows: pairs.length,
    columns: [
      {
        key: "pair",
        title: "a − b",
        value: (row) => data.arms[pairs[row].arm].name,
        cell: (row) =>
          element(
            "span",
            {},
            foreign(data.arms[pairs[row].arm].name),
            " − ",
            foreign(data.arms[pairs[row].against].name),
          ),
      },
      ...types.map(
        ({ type, t }): Column => ({
          key: type,
          title: foreign(type),
          value: (row) => pairs[row].byType.get(t)?.difference ?? null,
          cell: (row) => {
            const cell = pairs[row].byType.get(t);
            return cell === undefined ? "–" : differenceCell(cell, metric, reach);
          },
        }),
      ),
    ],
  });
  const estimable = cells.filter(({ lo }) => lo !== null);
  const apart = estimable.filter(({ lo, hi }) => Number(lo) > 0 || Number(hi) < 0).length;
  const chance = Math.round(estimable.length * (1 - data.level));
  const methods = [...new Set(estimable.map(({ method }) => method))];
  const words = `By how much a difference is larger on a type than on all other questions, on the endpoint of the verdict, whatever is chosen above. [ ]: ${Math.round(100 * data.level)} % interval${methods.length > 0 ? ` (${list(methods)})` : ""}. Exploratory, without correction: ${apart} of ${estimable.length} intervals don't hold zero; by chance alone about ${chance} wouldn't.`;
  byId("differences-more").append(
    element("h3", {}, "Does an advantage differ between types?"),
    table.root,
    element("p", { class: "note" }, words),
  );
}
