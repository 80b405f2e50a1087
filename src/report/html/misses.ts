import { lossBars } from "../figures/index.js";
import { lossTable, taggedRows, tagTable } from "../loss-table.js";
import { remedyTable } from "../remedy-table.js";
import type { ResultFolder } from "../result-folder.js";
import { finishedFigure, finishedTable } from "./finished-table.js";

/**
 * The report's section on misses, as HTML: what the primary retriever missed by reason and by tag, and what remedies
 * win. Each miss with its place, chunks and tags is below, at its question.
 *
 * @returns null where nothing was reviewed
 */
export async function missesHtml({
  losses,
  misses,
  remedies,
  manifest,
}: ResultFolder): Promise<string | null> {
  const { primary } = manifest;
  const loss = lossTable(losses, primary.retriever);
  if (loss === null) return null;
  const tables = [loss, tagTable(taggedRows(misses), primary.retriever), remedyTable(remedies)];
  const [first, ...others] = tables.flatMap((table) => (table === null ? [] : [finishedTable(table)]));
  return [first, await finishedFigure(lossBars(losses, primary)), ...others].join("\n");
}
