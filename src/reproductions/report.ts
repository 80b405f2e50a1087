import { list, markdownGrid, renderText, whole } from "../report/index.js";
import { type ComparisonRow, disagreements } from "./comparison.js";
import type { Experiment } from "./experiment.js";

/** An experiment and the rows of its CSV. */
export interface Done {
  readonly experiment: Experiment;
  readonly rows: readonly ComparisonRow[];
}

/** How many of the values that have to agree do, and which don't. */
export function agreementText(rows: readonly ComparisonRow[]): string {
  const held = rows.filter(({ agrees }) => agrees !== "");
  const apart = disagreements(rows);
  const bases = list([...new Set(held.map(({ basis }) => basis))]);
  const said = `${whole(held.length - apart.length)} of ${whole(held.length)} values that have to agree (${bases}) do`;
  if (apart.length === 0) return `${said}.`;
  return `${said}; not ${list(apart.map(({ arm, quantity }) => `${quantity} of ${arm}`))}.`;
}

/** `results/reproductions/README.md`, from the rows alone. */
export function reportMarkdown(done: readonly Done[]): string {
  const parts = done.map(({ experiment, rows }) => {
    const { title, source, id, differences = [] } = experiment;
    return [
      `## ${title}`,
      "",
      `Pages: [${source.repository}](https://github.com/${source.repository}/tree/${source.commit}/${source.folder}) at ${source.commit}, held to the hashes of \`${source.lock}\`. All rows: [${id}.csv](${id}.csv).`,
      "",
      `${experiment.finding(rows)} ${agreementText(rows)}`,
      ...experiment
        .tables(rows)
        .flatMap((table) => [
          "",
          markdownGrid(table),
          ...(table.notes.length === 0 ? [] : ["", table.notes.join("  \n")]),
        ]),
      ...(differences.length === 0 ? [] : ["", "Named differences:", ""]),
      ...differences.map((difference) => `- ${difference}`),
      "",
    ].join("\n");
  });
  return [
    "# Published experiments, reproduced",
    "",
    "Written by `npx seamlab reproduce` from the CSV files beside it. *Published* values are those of an article, about its own version of the pages; those of an *independent run* come from another program that follows the published code, on the frozen pages: ours have to agree with these.",
    "",
    ...parts,
  ].join("\n");
}

/** The same for a terminal. */
export function reportText({ experiment, rows }: Done): string {
  return [
    ...experiment.tables(rows).map((table) => renderText(table)),
    `${experiment.finding(rows)} ${agreementText(rows)}`,
  ].join("\n\n");
}
