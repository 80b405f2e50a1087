import { parse } from "csv-parse/sync";
import { unescapeFormula } from "../questions/index.js";

/** The columns of result files that hold text; in all others an empty cell is null and the rest are numbers. */
const textColumns = new Set([
  ...["retriever", "arm", "against", "type", "metric", "ci_method", "family", "flag", "setting"],
  ...["strategy", "cell", "neighbour", "band_method", "path", "path_title"],
  ...["default", "best", "cheapest", "central", "recommended", "cost"],
]);

const truths: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The rows of a result file as they were written: text, numbers, true and false, and null for an empty cell. */
export function rowsOf<Row>(csv: string): Row[] {
  return parse(csv, {
    columns: true,
    cast: (value, { column, header }) => {
      if (header) return value;
      if (textColumns.has(String(column))) return unescapeFormula(value);
      return value === "" ? null : (truths[value] ?? Number(value));
    },
  }) as Row[];
}
