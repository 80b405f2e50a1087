import { list, pValue, type Table } from "../../report/index.js";
import type { ComparisonRow } from "../comparison.js";
import { armsTable, decimalCell, Rows, wholeCell } from "../rows.js";
import { poolOrder } from "./pool.js";
import { measures } from "./retrieval-rows.js";

const corpora = poolOrder.map((page) => page.replace(/\.md$/, ""));

/** Percent or points with their interval: `83.4 [80.2, 86.5]`. */
function percentCell(row: ComparisonRow | undefined, digits = 1): string {
  if (typeof row?.ours !== "number") return "–";
  const text = (value: number): string => value.toFixed(digits).replace("-", "−");
  if (row.lo === null || row.hi === null) return text(row.ours);
  return `${text(row.ours)} [${text(row.lo)}, ${text(row.hi)}]`;
}

/** How many of an arm's recalls by corpus are the article's to its one decimal. */
function equalCorpora(rows: Rows, arm: string): number {
  return corpora.filter((corpus) => {
    const row = rows.find(arm, `recall@5 of ${corpus}, %`, "published");
    return typeof row?.ours === "number" && row.ours.toFixed(1) === Number(row.expected).toFixed(1);
  }).length;
}

/** What a reader is shown of the evaluation's rows. */
export function tables(all: readonly ComparisonRow[]): readonly Table[] {
  const rows = new Rows(all);
  const searched = rows.armsWith("recall@5, %");
  const published = (arm: string, quantity: string): string =>
    decimalCell(rows.find(arm, quantity, "published")?.expected, 1);
  const ours = (arm: string, quantity: string, digits = 1): string =>
    percentCell(rows.find(arm, quantity), digits);
  const beside = (arm: string, quantity: string): string =>
    `${ours(arm, quantity)} (${published(arm, quantity)})`;
  const count = (arm: string, quantity: string): string => wholeCell(rows.find(arm, quantity)?.ours);

  const omega = armsTable(
    "precision Ω in percent: ours (article)",
    rows.armsWith("chunks"),
    {
      chunks: (arm) => count(arm, "chunks"),
      "precision Ω": (arm) => beside(arm, "precision Ω, %"),
      SD: (arm) => beside(arm, "SD of precision Ω, %"),
      "by shared characters": (arm) => ours(arm, "precision Ω by shared characters, %").replace(/ .*/, ""),
      "at true positions": (arm) => ours(arm, "precision Ω at true positions, %").replace(/ .*/, ""),
      "chunks found elsewhere": (arm) => count(arm, "chunks found in another place"),
    },
    [
      `${rows.all.find(({ n }) => n !== null)?.n} questions. Brackets: 95 % intervals over questions, taken as independent: the five corpora are too few to resample as clusters. The article gives no intervals.`,
    ],
  );
  if (searched.length === 0) return [omega];

  const scores = armsTable(
    "five chunks by all-MiniLM-L6-v2, exact search, in percent: ours (article)",
    searched,
    Object.fromEntries(
      [...measures.map(([name]) => `${name}@5`), "recall@10", "recall@min"].map((quantity) => [
        quantity,
        (arm: string) => beside(arm, `${quantity}, %`),
      ]),
    ),
    ["min: as many chunks as hold a part of an excerpt."],
  );
  const reasons = armsTable(
    "recall@5 in percent, and what moves it",
    searched,
    {
      article: (arm) => published(arm, "recall@5, %"),
      "exact search": (arm) => ours(arm, "recall@5, %", 2).replace(/ .*/, ""),
      "corpora as in the article": (arm) => `${equalCorpora(rows, arm)} of ${corpora.length}`,
      "approximate search": (arm) =>
        ["lowest", "highest"]
          .map((which) => ours(arm, `recall@5 by approximate search, ${which}, %`))
          .join("–"),
      "true positions": (arm) => ours(arm, "recall@5 at true positions, %", 2).replace(/ .*/, ""),
      "last of equals first": (arm) =>
        ours(arm, "recall@5 at true positions, last of equal scores first, %", 2).replace(/ .*/, ""),
      "questions with equals": (arm) => count(arm, "questions with equal scores at ranks 5 and 6"),
      "512 word pieces": (arm) => ours(arm, "recall@5 with 512 word pieces, %", 2).replace(/ .*/, ""),
      "texts over 256": (arm) => count(arm, "texts over 256 word pieces"),
    },
    [],
  );
  const pairs = rows.all
    .filter(({ quantity, arm }) => quantity === "recall@5, points" && arm.includes(" − "))
    .map(({ arm }) => arm);
  const differences = armsTable(
    "differences in points, the same questions paired",
    pairs,
    Object.fromEntries(
      measures.flatMap(([name]) => [
        [`${name}@5`, (pair: string) => ours(pair, `${name}@5, points`)],
        [
          `p of ${name}`,
          (pair: string) => pValue(Number(rows.find(pair, `p of ${name}@5, Holm`)?.ours ?? 1)),
        ],
      ]),
    ),
    [`p: sign flips of questions, Holm over the ${pairs.length * measures.length} differences.`],
  );
  return [omega, scores, reasons, differences];
}

/** What came out, in a sentence or two. */
export function finding(all: readonly ComparisonRow[]): string {
  const rows = new Rows(all);
  const held = rows.all.filter(
    ({ quantity, basis }) => quantity === "precision Ω, %" && basis === "published",
  );
  const equal = held.filter(({ agrees }) => agrees === "yes").length;
  const omega = `${equal} of the ${held.length} values of precision Ω are the article's to its decimal`;
  const recalls = rows.all.filter(
    ({ quantity, basis }) => quantity === "recall@5, %" && basis === "published",
  );
  if (recalls.length === 0) return `${omega}.`;
  const offs = recalls.map(({ difference }) => difference ?? 0);
  const point = (value: number): string => value.toFixed(1).replace("-", "−");
  const same = recalls.reduce((sum, { arm }) => sum + equalCorpora(rows, arm), 0);
  const tested = rows.all.filter(
    ({ quantity, arm }) => quantity === "p of recall@5, Holm" && arm.includes(" − "),
  );
  const apart = tested.filter(({ ours }) => Number(ours) < 0.05);
  const told =
    apart.length === 0
      ? "none can be told from noise"
      : `${apart.length === 1 ? "one" : apart.length} can be told from noise (${list(apart.map(({ arm }) => arm))})`;
  return `${omega}. By exact search recall@5 lies ${point(Math.min(...offs))} to ${point(Math.max(...offs))} points from the article's, whose search is approximate: ${same} of ${recalls.length * corpora.length} recalls by corpus are equal to its decimal. Of the ${tested.length} differences in recall@5 between the settings, ${told}.`;
}
