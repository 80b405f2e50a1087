import { latexPackages, renderLatex } from "./render-latex.js";
import { mainTables } from "./report-tables.js";
import type { ResultFolder } from "./result-folder.js";
import { setUpParagraph } from "./set-up.js";

/**
 * The text of `table.tex`: a float for each main table, to be pasted or `\input` as it is. Under each stands the
 * set-up, so that none is ever seen without it.
 */
export function tableLatex(results: ResultFolder): string {
  const { manifest, date } = results;
  const setUp = setUpParagraph({ ...manifest, date });
  const study = manifest.study.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const floats = mainTables(results).map(({ name, table }) =>
    renderLatex(table, { label: `tab:${study}-${name}`, setUp }),
  );
  return [
    `% Made by seamlab from the files beside it. The preamble needs \\usepackage{${latexPackages.join(",")}}`,
    "% (siunitx 3.1 or later). \\input this file, or take the tables that you need.",
    "",
    floats.join("\n\n"),
    "",
  ].join("\n");
}
