import type { SummaryRow } from "../../study/index.js";
import { retrieverOf } from "./caption.js";

/** A retriever's rows of a metric, the first of each arm and type: the interval to show. */
export function shownRows(
  summary: readonly SummaryRow[],
  { retriever, metric }: { readonly retriever: string; readonly metric: string },
): SummaryRow[] {
  const wanted = retrieverOf(metric, retriever);
  const rows = summary.filter((row) => row.retriever === wanted && row.metric === metric);
  return firstOfEach(rows, ({ arm, type }) => JSON.stringify([arm, type]));
}

/** The first item for each key. */
export function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** @throws RangeError saying what there is nothing of, instead of an empty figure */
export function atLeastOne<Item>(items: readonly Item[], what: string): readonly Item[] {
  if (items.length === 0) throw new RangeError(`nothing to draw: no ${what}`);
  return items;
}
