import type { RemedyRow } from "../review/index.js";
import { withInterval } from "./format.js";
import type { Table } from "./table.js";

/** What the remedies of common tags win and lose; null where none was measured. */
export function remedyTable(rows: readonly RemedyRow[]): Table | null {
  const [first] = rows;
  if (first === undefined) return null;
  return {
    title: `remedies of common tags (${first.metric}, ${first.retriever})`,
    caption: `Remedies of common tags, explored (${first.metric}, ${first.retriever})`,
    header: ["arm as it is", "tag", "tagged", "remedy", "of these found", "wins", "losses", "difference"],
    rows: rows.map((row) => [
      row.against,
      row.tag.replaceAll("_", " "),
      `${row.tagged} of ${row.missed} missed`,
      row.arm.slice(`${row.against}, `.length),
      String(row.tagged_found),
      String(row.wins),
      String(row.losses),
      withInterval(row.difference, row.lo, row.hi),
    ]),
    notes: [
      `Differences with the remedy − without, over all ${first.n} questions on ${first.pages} pages; wins and losses are questions.`,
      "Explored, not claimed: the questions that suggested a remedy also measure it, so it looks better than it is, and nothing is corrected for the number of remedies.",
    ],
  };
}
