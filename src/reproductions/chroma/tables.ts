import { pValue, type Table, whole } from "../../report/index.js";
import type { ComparisonRow } from "../comparison.js";
import { armsTable, decimalCell, Rows, wholeCell } from "../rows.js";
import { corpora, equalCorpora, pairsOf } from "./finding.js";
import { percentCell, percentWithInterval } from "./percent.js";

/** What a reader is shown of the evaluation's rows. */
export function tables(all: readonly ComparisonRow[]): readonly Table[] {
  const rows = new Rows(all);
  const searched = rows.armsWith("recall@5, %");
  if (searched.length === 0) return [omegaTable(rows)];
  return [
    scoreTable(rows, searched),
    omegaTable(rows),
    cutoffTable(rows, searched),
    reasonTable(rows, searched),
    pairTable(rows),
  ];
}

/** What the intervals of all tables rest on. */
function questionsNote(rows: Rows): string {
  return `${whole(rows.ours("", "questions"))} questions. Brackets, which the article lacks: 95 % intervals over questions, taken as independent; the five corpora would be the clusters and are too few to resample.`;
}

/** `ours [interval] (article)`. */
function beside(rows: Rows, arm: string, quantity: string): string {
  const published = decimalCell(rows.find(arm, quantity, "published")?.expected, 1);
  return `${percentWithInterval(rows.find(arm, quantity))} (${published})`;
}

function countCell(rows: Rows, arm: string, quantity: string): string {
  return wholeCell(rows.find(arm, quantity)?.ours);
}

function omegaTable(rows: Rows): Table {
  const percent = (arm: string, quantity: string): string => percentCell(rows.find(arm, quantity), 2);
  return armsTable(
    "precision Ω in percent: ours (article)",
    rows.armsWith("chunks"),
    {
      chunks: (arm) => countCell(rows, arm, "chunks"),
      "precision Ω": (arm) => beside(rows, arm, "precision Ω, %"),
      SD: (arm) => beside(rows, arm, "SD of precision Ω, %"),
      "more decimals": (arm) => percent(arm, "precision Ω, %"),
      "by shared characters": (arm) => percent(arm, "precision Ω by shared characters, %"),
      "at true positions": (arm) => percent(arm, "precision Ω at true positions, %"),
      "chunks found elsewhere": (arm) => countCell(rows, arm, "chunks found in another place"),
    },
    [
      "By shared characters: a chunk that ends where an excerpt begins isn't counted, as it is in the article. True positions: where chunks were cut; the article searches for their text and takes the first place.",
    ],
  );
}

/** Columns of `ours [interval] (article)`. */
function columnsBeside(rows: Rows, quantities: readonly string[]): Record<string, (arm: string) => string> {
  return Object.fromEntries(
    quantities.map((quantity) => [quantity, (arm: string) => beside(rows, arm, `${quantity}, %`)]),
  );
}

function scoreTable(rows: Rows, arms: readonly string[]): Table {
  return armsTable(
    "chunks by all-MiniLM-L6-v2, exact search, in percent: ours (article)",
    arms,
    {
      ...columnsBeside(rows, ["recall@5", "precision@5", "IoU@5", "precision Ω"]),
      "recall@3000c": (arm) => percentWithInterval(rows.find(arm, "recall@3000c, %")),
    },
    [
      `${questionsNote(rows)} recall@3000c, which the article lacks as well: of the first 3,000 characters in rank order, so that longer chunks have no advantage.`,
    ],
  );
}

function cutoffTable(rows: Rows, arms: readonly string[]): Table {
  return armsTable(
    "other numbers of chunks, in percent: ours (article)",
    arms,
    columnsBeside(rows, ["recall@10", "precision@10", "recall@min", "precision@min"]),
    ["min: as many chunks as hold a part of an excerpt."],
  );
}

function reasonTable(rows: Rows, arms: readonly string[]): Table {
  const recall = (reading: string) => (arm: string) =>
    percentCell(rows.find(arm, `recall@5${reading}, %`), 2);
  const approximate = (arm: string): string =>
    ["lowest", "highest"]
      .map((which) => percentCell(rows.find(arm, `recall@5 by approximate search, ${which}, %`)))
      .join("–");
  const repeated = whole(rows.ours("", "questions with a repeated excerpt"));
  return armsTable(
    "recall@5 in percent, and what moves it",
    arms,
    {
      article: (arm) => decimalCell(rows.find(arm, "recall@5, %", "published")?.expected, 1),
      "exact search": recall(""),
      "corpora as in the article": (arm) => `${equalCorpora(rows, arm)} of ${corpora.length}`,
      "approximate search": approximate,
      "true positions": recall(" at true positions"),
      "any place": recall(" at true positions, any place of a repeated excerpt"),
      "last of equals": recall(" at true positions, last of equal scores first"),
      "questions with equals": (arm) => countCell(rows, arm, "questions with equal scores at ranks 5 and 6"),
      "512 word pieces": recall(" with 512 word pieces"),
      "texts over 256": (arm) => countCell(rows, arm, "texts over 256 word pieces"),
    },
    [
      "Approximate search: lowest and highest of five graphs with the article's settings. Any place: at true positions, " +
        `and a repeated excerpt (${repeated} questions have one) counts wherever it is retrieved. Last of equals: at true positions, of chunks with equal scores the last ones first. The article's model reads 256 word pieces of a text; it can read 512.`,
    ],
  );
}

function pairTable(rows: Rows): Table {
  const quantities = ["recall@5", "precision@5", "recall@3000c"];
  const pairs = pairsOf(rows, "recall@5");
  return armsTable(
    "differences in points, the same questions paired",
    pairs,
    Object.fromEntries(
      quantities.flatMap((quantity) => [
        [quantity, (pair: string) => percentWithInterval(rows.find(pair, `${quantity}, points`))],
        [`p, ${quantity}`, (pair: string) => pValue(rows.ours(pair, `p of ${quantity}, Holm`))],
      ]),
    ),
    [
      `p: sign flips of questions; Holm ${rows.find(pairs[0], "p of recall@5, Holm")?.note}, those in IoU@5 included.`,
    ],
  );
}
