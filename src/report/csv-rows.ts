import { fromCsv } from "../study/index.js";

/** The columns of result files that hold text. */
const textColumns = new Set([
  ...["retriever", "arm", "against", "type", "metric", "ci_method", "family", "flag", "setting"],
  ...["strategy", "cell", "neighbour", "band_method", "path", "path_title"],
  ...["default", "best", "cheapest", "central", "recommended", "cost"],
]);

/** The rows of a result file as they were written. */
export function rowsOf<Row>(csv: string): Row[] {
  return fromCsv<Row>(csv, textColumns);
}
