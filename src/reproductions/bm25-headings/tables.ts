import { pValue, share, type Table } from "../../report/index.js";
import { headingCaveat } from "../../study/index.js";
import type { ComparisonRow } from "../comparison.js";
import { armsTable, decimalCell, Rows, scoreCell, wholeCell } from "../rows.js";

/** Ours, then in brackets the independent run's and the article's. */
function beside(
  rows: Rows,
  arm: string,
  quantity: string,
  show: (value: number | string | null | undefined) => string,
): string {
  const of = (basis: "independent run" | "published") => show(rows.find(arm, quantity, basis)?.expected);
  return `${show(rows.find(arm, quantity)?.ours)} (${of("independent run")}; ${of("published")})`;
}

const score = (value: number | string | null | undefined): string =>
  typeof value === "number" ? share(value, 3) : "–";

export function bm25HeadingTables(all: readonly ComparisonRow[]): Table[] {
  const rows = new Rows(all);
  const arms = rows.armsWith("chunks");
  const n = rows.find(arms[0], "hit@1")?.n ?? 0;
  const pairs = rows.armsWith("p of half_in_section@1, bm25");
  const percent = (value: number | string | null | undefined): string => decimalCell(value, 1);
  return [
    armsTable(
      "as published: ours (independent run; article)",
      arms,
      {
        chunks: (arm) => beside(rows, arm, "chunks", wholeCell),
        "avg chars": (arm) => beside(rows, arm, "avg_chars", wholeCell),
        "crosses a section, %": (arm) => beside(rows, arm, "crosses_section_pct", percent),
        "splits code, %": (arm) => beside(rows, arm, "splits_code_pct", percent),
        "hit@1": (arm) => beside(rows, arm, "hit@1", score),
        "hit@5": (arm) => beside(rows, arm, "hit@5", score),
        MRR: (arm) => beside(rows, arm, "MRR", score),
      },
      [
        `${n} queries (the article has ${rows.find("", "queries", "published")?.expected}); hit: at least half of the chunk lies in the section; ${headingCaveat}.`,
      ],
    ),
    armsTable(
      "what the article left open: intervals, equal context, title words taken out of the index",
      arms,
      {
        "hit@1": (arm) => scoreCell(rows.find(arm, "hit@1")),
        "chars of 5 chunks": (arm) => wholeCell(rows.find(arm, "chars@5")?.ours),
        "section_recall@3000c": (arm) => scoreCell(rows.find(arm, "section_recall@3000c")),
        "hit@1 without titles": (arm) => scoreCell(rows.find(arm, "half_in_section@1 without title words")),
        "hit@5 without titles": (arm) => scoreCell(rows.find(arm, "half_in_section@5 without title words")),
        "recall without titles": (arm) =>
          scoreCell(rows.find(arm, "section_recall@3000c without title words")),
        "hit@1 by title words": (arm) =>
          scoreCell(rows.find(arm, "half_in_section@1, what title words explain")),
      },
      [
        "Brackets: 95 % intervals over pages. section_recall@3000c: share of the section's characters among the first 3,000 characters, in rank order.",
      ],
    ),
    armsTable(
      "differences, the same queries paired",
      pairs,
      {
        "hit@1": (pair) => scoreCell(rows.find(pair, "half_in_section@1, bm25")),
        "p, Holm": (pair) => pValue(Number(rows.find(pair, "p of half_in_section@1, bm25, Holm")?.ours ?? 1)),
        "hit@5": (pair) => scoreCell(rows.find(pair, "half_in_section@5, bm25")),
        "section_recall@3000c": (pair) => scoreCell(rows.find(pair, "section_recall@3000c, bm25")),
        p: (pair) => pValue(Number(rows.find(pair, "p of section_recall@3000c, bm25")?.ours ?? 1)),
      },
      ["p: sign flips of whole pages; Holm over the differences in hit@1."],
    ),
  ];
}

export function finding(all: readonly ComparisonRow[]): string {
  const rows = new Rows(all);
  const arms = rows.armsWith("chunks");
  const order = (value: (arm: string) => number): string =>
    [...arms].sort((a, b) => value(b) - value(a)).join(" > ");
  const ours = order((arm) => rows.ours(arm, "hit@1"));
  const published = order((arm) => Number(rows.find(arm, "hit@1", "published")?.expected));
  const changed =
    ours === published
      ? "The article's order of the five arms by hit@1 holds"
      : `The article's order by hit@1 (${published}) becomes ${ours}`;
  const lead = (quantity: string): string =>
    share(rows.ours("heading", quantity) - rows.ours("fixed 530/100", quantity));
  return `${changed}; of the lead of heading over fixed 530/100 in hit@1, ${lead("hit@1")}, ${lead("half_in_section@1 without title words")} is left when heading lines and paths are taken out of the index, and at 3,000 characters the section's recall leads by ${lead("section_recall@3000c")} with titles and ${lead("section_recall@3000c without title words")} without.`;
}
