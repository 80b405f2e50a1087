import { type ChunkStats, cutShareLimit, type SummaryRow } from "../study/index.js";
import { counted, list, notEstimable } from "./format.js";
import { type Cell, noValue } from "./table.js";

/** `95 %`. */
export function percent(level: number): string {
  return `${Number((level * 100).toFixed(1))} %`;
}

interface Basis {
  readonly n: number;
  readonly pages: number;
  readonly level: number;
}

/**
 * What a table's numbers rest on: `n = 78 questions on 52 pages. [ ]: 95 % interval (hit@5: wilson-cluster; MRR@10:
 * bca).`
 *
 * @param columns the methods of each column's intervals
 */
export function basisNote(
  { n, pages, level }: Basis,
  columns: readonly { readonly label: string; readonly methods: readonly string[] }[],
): string {
  const byMethod = new Map<string, string[]>();
  for (const { label, methods } of columns) {
    const name = [...new Set(methods.filter((method) => method !== ""))].join(" or ");
    if (name !== "") byMethod.set(name, [...(byMethod.get(name) ?? []), label]);
  }
  const named =
    byMethod.size <= 1
      ? [...byMethod.keys()].join("")
      : [...byMethod].map(([name, labels]) => `${list(labels)}: ${name}`).join("; ");
  return `n = ${counted(n, "question")} on ${counted(pages, "page")}. [ ]: ${percent(level)} interval (${named || notEstimable}).`;
}

/** What stands in some cells and has to be explained: the arms' †, `n.e.`, `–`, and how few hits or misses there are. */
export function cellNotes(cells: readonly Cell[], chunkStats: readonly ChunkStats[] = []): string[] {
  const estimates = cells.filter((cell) => typeof cell === "object" && cell.kind === "estimate");
  const scarce = estimates.filter(({ flag }) => /non-|<\d/.test(flag)).length;
  return [
    ...(scarce === 0
      ? []
      : [
          `${scarce} of ${counted(estimates.length, "score")} rest on fewer than ten values other than 0, or other than 1: take their intervals as rough.`,
        ]),
    ...(estimates.some(({ lo }) => lo === null)
      ? [`${notEstimable}: no interval can be estimated from so few, or from values that are all alike.`]
      : []),
    ...(cells.includes(noValue) ? [`${noValue}: not scored.`] : []),
    ...cutNotes(chunkStats),
  ];
}

function cutNotes(chunkStats: readonly ChunkStats[]): string[] {
  if (!chunkStats.some(isCut)) return [];
  return [
    `†: more than ${cutShareLimit * 100} % of the arm's texts are longer than the embedder reads; its scores suffer for that.`,
  ];
}

/** Whether an arm gets its †. */
export function isCut({ cut_share }: Pick<ChunkStats, "cut_share">): boolean {
  return (cut_share ?? 0) > cutShareLimit;
}

/** The methods of rows, for `basisNote`. */
export function methodsOf(rows: readonly (Pick<SummaryRow, "ci_method"> | undefined)[]): string[] {
  return rows.flatMap((row) => row?.ci_method ?? []);
}
