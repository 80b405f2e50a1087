import { kernelspec } from "./environment.js";
import type { products } from "./lint.js";

/*
 * Notebooks for tests.
 */

/** A code cell as it is committed. */
export function codeCell(source: string, produces: readonly (typeof products)[number][]) {
  return {
    cell_type: "code",
    id: `c${source.length}-${produces.length}`,
    metadata: { seamlab: { produces } },
    execution_count: null as number | null,
    outputs: [] as unknown[],
    source,
  };
}

/** A notebook's file: a title, then the cells. */
export function notebook(cells: readonly object[], kernel: object = kernelspec): string {
  const title = { cell_type: "markdown", id: "title", metadata: {}, source: "# A notebook" };
  const metadata = { kernelspec: kernel, language_info: { name: "typescript" } };
  return JSON.stringify({ cells: [title, ...cells], metadata, nbformat: 4, nbformat_minor: 5 });
}
