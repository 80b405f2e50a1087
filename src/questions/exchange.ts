import type { ParsedPage } from "../markdown/index.js";
import { IdMaker } from "./exchange-ids.js";
import { locateRow } from "./exchange-place.js";
import { type ImportedRow, quoteFields } from "./exchange-rows.js";
import type { Problem, TestItem } from "./test-set.js";

/** The type of a question whose file names none. */
export const untyped = "untyped";

export interface Placed {
  /** Items ready for a test set, in the order of the rows. */
  readonly items: readonly TestItem[];
  /** Errors for rows that aren't among them, warnings for some that are. */
  readonly problems: readonly Problem[];
  /** Rows that the test set holds already. */
  readonly known: number;
}

/**
 * Items from imported rows: the page of each found by its evidence, the quotes as they stand in the page's source.
 *
 * Evidence that stands on several pages is an error that names them, since a row is about one of them and nobody but
 * its author knows which (its `url` says so); evidence that stands on none is answered with the closest text. Evidence
 * that stands several times on its one page is a warning. A row without evidence becomes an item without quotes, for
 * `seamlab evidence`. A row that the set holds already, with the same question and quotes, is left out, so that a
 * corrected file can be imported again.
 *
 * @param existing the set's items, for ids that are taken and questions that are there
 * @param type of rows that have none
 */
export function placeRows(
  rows: readonly ImportedRow[],
  pages: readonly ParsedPage[],
  existing: readonly TestItem[],
  type: string = untyped,
): Placed {
  const ids = new IdMaker(
    existing.map(({ id }) => id),
    rows.flatMap(({ id }) => id ?? []),
  );
  // A row without evidence is there already when its question is, whatever answers it by now.
  const present = new Set(existing.flatMap((item) => [keyOf(item), keyOf({ question: item.question })]));
  const items: TestItem[] = [];
  const problems: Problem[] = [];
  let known = 0;
  for (const row of rows) {
    const found: Problem[] = [];
    const place = row.evidence.length === 0 ? { url: row.url, quotes: [] } : locateRow(row, pages, found);
    if (place === null) {
      problems.push(...found);
      continue;
    }
    const body = {
      question: row.question,
      ...(place.url === undefined ? {} : { url: place.url }),
      type: row.type ?? type,
      ...quoteFields(place.quotes),
      ...(row.also === undefined ? {} : { also: row.also }),
      ...(row.pages === undefined ? {} : { pages: [...row.pages] }),
    };
    const key = keyOf(body);
    if (present.has(key)) {
      known++;
      continue;
    }
    problems.push(...found);
    if (row.id !== undefined && ids.isTaken(row.id)) {
      const what = `id: ${JSON.stringify(row.id)} is used by another question; give this one another, or none`;
      problems.push({ severity: "error", item: row.place, what });
      continue;
    }
    present.add(key);
    items.push({ id: ids.take(row.id, place.url), ...body });
  }
  return { items, problems, known };
}

/** What makes two items the same question: what is asked, and what answers it. */
function keyOf({
  question,
  answer_quote,
  answer_quotes,
}: Pick<TestItem, "question" | "answer_quote" | "answer_quotes">): string {
  const quotes = answer_quotes ?? (answer_quote === undefined ? [] : [answer_quote]);
  return JSON.stringify([question, ...quotes].map((text) => text.replace(/\s+/g, " ").trim().toLowerCase()));
}
