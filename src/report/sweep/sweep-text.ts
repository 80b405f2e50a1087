import { textPage } from "../text-page.js";
import type { SweepFolder } from "./read-sweep.js";
import { sweepTables } from "./sweep-tables.js";
import { sweepWords } from "./sweep-words.js";

/** What a sweep prints at its end: its tables, then what they say. */
export function sweepText(sweep: SweepFolder): string {
  return textPage(
    sweepTables(sweep).map(({ table }) => table),
    sweepWords(sweep),
  );
}
