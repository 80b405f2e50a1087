import { counted, whole } from "../report/index.js";
import type { Against } from "../study/index.js";

/** How many lines that differ are shown. */
const shown = 10;

/** Whether results are equal to the earlier ones, or where they differ. */
export function againstText({ origin, differences }: Against): string {
  if (differences.length === 0) return `equal to the ${origin} results`;
  return [
    `different from the ${origin} results, ${counted(differences.length, "line")}:`,
    ...differences.slice(0, shown).map((difference) => `  ${difference}`),
    ...(differences.length > shown ? [`  and ${whole(differences.length - shown)} more`] : []),
  ].join("\n");
}
