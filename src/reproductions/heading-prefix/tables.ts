import { pValue, type Table } from "../../report/index.js";
import type { ComparisonRow } from "../comparison.js";
import { agreedText, armsTable, countTable, differencesTable, Rows, scoreCell } from "../rows.js";

/** Questions that expect several pages are a type of their own. */
const severalPages = "multi_page";

export function headingPrefixTables(all: readonly ComparisonRow[]): Table[] {
  const rows = new Rows(all);
  const retriever = shownRetriever(rows);
  const arms = rows.armsWith(`pages_full@5, ${retriever}`).filter((arm) => !arm.includes(" − "));
  const several = rows.find(arms[0], `pages_full@5, ${retriever}, ${severalPages}`)?.n ?? 0;
  const score = (quantity: string) => (arm: string) => scoreCell(rows.find(arm, quantity), 2);
  const scores = (by: string): Table =>
    armsTable(
      `pages and answers found, ${by}`,
      arms,
      {
        "all pages, of several": score(`pages_full@5, ${by}, ${severalPages}`),
        "some page, of several": score(`pages_part@5, ${by}, ${severalPages}`),
        "pages_full@5": score(`pages_full@5, ${by}`),
        "pages_part@5": score(`pages_part@5, ${by}`),
        "hit@5": score(`hit@5, ${by}`),
        "hit@3000c": score(`hit@3000c, ${by}`),
      },
      [
        `${several} questions expect several pages; pages_full@5 and pages_part@5: all, or some, of the expected pages are among the first five chunks' pages, over all questions; brackets: 95 % intervals, over pages.`,
      ],
    );
  return [
    ...(retriever === "dense" ? [scores("dense")] : []),
    scores("bm25"),
    countTable(rows, "chunks by the published rule: ours (independent run)", [
      "chunks",
      "with heading",
      "with heading, %",
      "intro",
      "avg_chars with prefix",
    ]),
    ...(retriever === "dense"
      ? [differencesTable(rows, "pages_full@5", "dense", ["pages_part@5", "hit@5", "hit@3000c"])]
      : []),
  ];
}

function shownRetriever(rows: Rows): string {
  return rows.all.some(({ quantity }) => quantity === "pages_full@5, dense") ? "dense" : "bm25";
}

export function finding(all: readonly ComparisonRow[]): string {
  const rows = new Rows(all);
  const crlf = "the same with CRLF files";
  const counts = agreedText(rows, ({ quantity }) => quantity !== crlf);
  const told = `${counts} counts over all ways of packing are the independent run's (the post states neither size nor overlap), and with ${agreedText(rows, ({ quantity }) => quantity === crlf)} of them CRLF files give the same chunks`;
  const pairs = rows.armsWith("p of pages_full@5, dense, Holm");
  if (pairs.length === 0) return `${told}; what needs embedding was left out.`;
  const said = pairs.map((pair) => {
    const p = Number(rows.find(pair, "p of pages_full@5, dense, Holm")?.ours ?? 1);
    return `${pair} is ${scoreCell(rows.find(pair, "pages_full@5, dense"), 2)} in pages_full@5 (p = ${pValue(p)}, Holm)`;
  });
  return `${told}. With vectors, ${said.join("; ")}.`;
}
