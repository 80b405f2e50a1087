import { rm } from "node:fs/promises";
import path from "node:path";
import { writeAtomically } from "../corpus/index.js";
import { type PairedRow, toCsv } from "../study/index.js";
import type { Tag } from "./tag.js";

/** One row of `remedies.csv`: an arm with a tag's remedy against the arm as it is. Explored, not claimed. */
export interface RemedyRow extends Omit<PairedRow, "type" | "family" | "p_adjusted"> {
  readonly tag: Tag;
  /** Questions that `against` misses, and those of them that have the tag. */
  readonly missed: number;
  readonly tagged: number;
  /** How many of the tagged ones are found with the remedy. */
  readonly tagged_found: number;
}

/** The columns of `remedies.csv`. */
export const remedyColumns = [
  ...[
    "tag",
    "against",
    "arm",
    "retriever",
    "metric",
    "missed",
    "tagged",
    "tagged_found",
    "n",
    "pages",
    "affected",
  ],
  ...["difference", "lo", "hi", "ci_method", "p", "wins", "ties", "losses"],
] as readonly (keyof RemedyRow)[];

/** Write `remedies.csv` into a results folder. @returns the file */
export async function writeRemedies(folder: string, rows: readonly RemedyRow[]): Promise<string> {
  const file = path.join(folder, "remedies.csv");
  await writeAtomically(file, toCsv(rows, remedyColumns));
  return file;
}

/** Remove what was measured on other results, and the table of it. @returns whether there was any */
export async function removeRemedies(folder: string): Promise<boolean> {
  await rm(path.join(folder, "table-remedies.csv"), { force: true });
  return rm(path.join(folder, "remedies.csv")).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
