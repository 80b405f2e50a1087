import { list } from "../../report/index.js";
import type { ComparisonRow } from "../comparison.js";
import { leaders, Rows } from "../rows.js";
import { percentText } from "./percent.js";
import { poolOrder } from "./pool.js";

/** The corpora's names in the rows. */
export const corpora = poolOrder.map((page) => page.replace(/\.md$/, ""));

/** How many of an arm's recalls by corpus are the article's to its one decimal. */
export function equalCorpora(rows: Rows, arm: string): number {
  return corpora.filter((corpus) => {
    const row = rows.find(arm, `recall@5 of ${corpus}, %`, "published");
    return typeof row?.ours === "number" && row.ours.toFixed(1) === Number(row.expected).toFixed(1);
  }).length;
}

/** The pairs of arms, as `arm − against`, that are compared on a quantity. */
export function pairsOf(rows: Rows, quantity: string): string[] {
  return rows.armsWith(`p of ${quantity}, Holm`);
}

/** What came out: what is as in the article, what isn't and by how much, and what the article's tables can't tell. */
export function finding(all: readonly ComparisonRow[]): string {
  const rows = new Rows(all);
  const published = (quantity: string): ComparisonRow[] =>
    all.filter((row) => row.quantity === quantity && row.basis === "published");
  const omegas = published("precision Ω, %");
  const equal = omegas.filter(({ agrees }) => agrees === "yes").length;
  const omega = `${equal} of ${omegas.length} values of precision Ω are the article's to its decimal.`;
  const recalls = published("recall@5, %");
  if (recalls.length === 0) return omega;
  const offs = recalls.map(({ difference }) => difference ?? 0);
  const same = recalls.reduce((sum, { arm }) => sum + equalCorpora(rows, arm), 0);
  return [
    omega,
    `By exact search recall@5 lies ${percentText(Math.min(...offs))} to ${percentText(Math.max(...offs))} points above the article's, whose search is approximate: ${same} of ${recalls.length * corpora.length} recalls by corpus are equal to its decimal.`,
    `The highest recall of five chunks is that of ${shortName(leaders(rows, "recall@5, %"))}, the highest of 3,000 characters that of ${shortName(leaders(rows, "recall@3000c, %"))}.`,
    `Of the differences between two settings, in recall of five chunks ${separable(rows, "recall@5")} can be told from noise, in recall of 3,000 characters ${separable(rows, "recall@3000c")}.`,
  ].join(" ");
}

/** Arms of one table, whose names all begin with the model's. */
function shortName(name: string): string {
  return name.replaceAll("MiniLM ", "");
}

/** How many differences of a quantity can be told from noise, and what they have in common, or which they are. */
function separable(rows: Rows, quantity: string): string {
  const pairs = pairsOf(rows, quantity);
  const apart = pairs.filter((pair) => rows.ours(pair, `p of ${quantity}, Holm`) < 0.05);
  const armsOf = apart.map((pair) => shortName(pair).split(" − "));
  const shared = armsOf[0]?.find((arm) => armsOf.every((arms) => arms.includes(arm)));
  const named = shared === undefined ? list(apart.map(shortName)) : `each with ${shared}`;
  return `${apart.length} of ${pairs.length}${apart.length === 0 ? "" : ` (${named})`}`;
}
