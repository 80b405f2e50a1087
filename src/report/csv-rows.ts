import { fromCsv } from "../study/index.js";

/** The columns of result files that hold text. */
const textColumns = new Set([
  ...["retriever", "arm", "against", "type", "metric", "ci_method", "family", "flag", "setting"],
  ...["strategy", "cell", "neighbour", "band_method", "path", "path_title"],
  ...["question", "page", "reason", "holder", "cut_through", "cut_in", "first", "helped", "hit_by"],
  ...["suggested", "tags", "tag", "evidence"],
  ...["default", "best", "cheapest", "central", "recommended", "cost", "cross_fitted_method", "gain_method"],
]);

/** The rows of a result file as they were written. */
export function rowsOf<Row>(csv: string): Row[] {
  return fromCsv<Row>(csv, textColumns);
}
