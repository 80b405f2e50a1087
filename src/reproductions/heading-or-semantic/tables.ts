import { pValue, type Table } from "../../report/index.js";
import type { ComparisonRow } from "../comparison.js";
import {
  agreedText,
  armsTable,
  countTable,
  differencesTable,
  leaders,
  Rows,
  scoreCell,
  wholeCell,
} from "../rows.js";

/** Order of the question types in tables: as they stand in the rows. */
function typesOf(rows: Rows, arm: string): string[] {
  const pattern = /^hit@5, dense, (.+)$/;
  return rows.all.flatMap((row) => (row.arm === arm ? (pattern.exec(row.quantity)?.[1] ?? []) : []));
}

export function headingOrSemanticTables(all: readonly ComparisonRow[]): Table[] {
  const rows = new Rows(all);
  const arms = rows.armsWith("split");
  const n = rows.find(arms[0], "split")?.n ?? 0;
  const counts = countTable(rows, "units and chunks by the published rules: ours (independent run)", [
    "units",
    "chunks",
    "avg_chars",
    "chunks over max_chars",
  ]);
  const scoreNote = `${n} questions with quotes; brackets: 95 % intervals, over pages. Chunks are spans that keep the heading lines and the white space which the published code drops, so they are longer than the texts above.`;
  const scores = (retriever: string): Table =>
    armsTable(
      `scores, ${retriever}`,
      arms.filter((arm) => rows.find(arm, `hit@1, ${retriever}`) !== undefined),
      {
        chunks: (arm) => wholeCell(rows.find(arm, "chunks, spans")?.ours),
        "avg chars": (arm) => wholeCell(rows.find(arm, "avg chars, spans")?.ours),
        split: (arm) => scoreCell(rows.find(arm, "split"), 2),
        "hit@1": (arm) => scoreCell(rows.find(arm, `hit@1, ${retriever}`), 2),
        "hit@5": (arm) => scoreCell(rows.find(arm, `hit@5, ${retriever}`), 2),
        "MRR@10": (arm) => scoreCell(rows.find(arm, `MRR@10, ${retriever}`), 2),
        "hit@3000c": (arm) => scoreCell(rows.find(arm, `hit@3000c, ${retriever}`), 2),
        "missed, cut": (arm) => wholeCell(rows.find(arm, `misses, cut, ${retriever}`)?.ours),
        "missed, below 5": (arm) => wholeCell(rows.find(arm, `misses, ranked below 5, ${retriever}`)?.ours),
      },
      [scoreNote],
    );
  const dense = arms.filter((arm) => rows.find(arm, "hit@5, dense") !== undefined);
  const byType =
    dense.length === 0
      ? []
      : [
          armsTable(
            "hit@5 by type, dense (answers that are cut in brackets)",
            dense,
            Object.fromEntries(
              typesOf(rows, dense[0]).map((type) => [
                `${type} (${rows.find(dense[0], `hit@5, dense, ${type}`)?.n ?? 0})`,
                (arm: string) =>
                  `${scoreCell(alone(rows.find(arm, `hit@5, dense, ${type}`)), 2)} (${wholeCell(rows.find(arm, `misses, cut, dense, ${type}`)?.ours)})`,
              ]),
            ),
          ),
        ];
  return [
    ...(dense.length === 0 ? [] : [scores("dense")]),
    counts,
    scores("bm25"),
    ...byType,
    ...(dense.length === 0 ? [] : [differencesTable(rows, "hit@3000c", "dense", ["hit@1", "hit@5"])]),
  ];
}

/** A score without its interval, which few questions make too wide to be read in a narrow column. */
function alone(row: ComparisonRow | undefined): ComparisonRow | undefined {
  return row === undefined ? undefined : { ...row, n: null };
}

export function finding(all: readonly ComparisonRow[]): string {
  const rows = new Rows(all);
  const digests = agreedText(rows, ({ quantity }) => quantity.startsWith("sha256"));
  const told = `${digests} digests of units, heading chunks and their paths are those of the independent run`;
  const pair = rows.find("semantic .2 − heading", "hit@3000c, dense");
  if (pair === undefined) return `${told}; what needs embedding was left out.`;
  const p = Number(rows.find("semantic .2 − heading", "p of hit@3000c, dense, Holm")?.ours ?? 1);
  const isSemantic = ({ arm, quantity }: ComparisonRow): boolean =>
    arm.startsWith("semantic, ") && quantity === "chunks";
  const apart = Math.max(...all.filter(isSemantic).map(({ difference }) => Math.abs(Number(difference))));
  return `${told}; ${agreedText(rows, isSemantic)} numbers of semantic chunks agree (${apart === 0 ? "exactly" : `up to ${apart} apart, by boundaries at the very cutoff`}). On questions, which the article doesn't publish, the highest hit@5 is that of ${leaders(rows, "hit@5, dense")}, at equal context that of ${leaders(rows, "hit@3000c, dense")}; semantic .2 − heading is ${scoreCell(pair, 2)} there (p = ${pValue(p)}, Holm).`;
}
