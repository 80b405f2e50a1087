export { chunkTable } from "./chunk-table.js";
export { costFront } from "./cost-front.js";
export {
  differenceTable,
  differenceTypeTable,
  type Endpoint,
  interactionTable,
} from "./difference-tables.js";
export * from "./figures/index.js";
export { counted, list, pValue, share, whole, withInterval } from "./format.js";
export { staleSweep, writeHtmlReport } from "./html/index.js";
export { lossTable, reasonNames, tagTable } from "./loss-table.js";
export { missText, placeText, reasonText } from "./miss-text.js";
export { durationText, progressText } from "./progress-text.js";
export { remedyTable } from "./remedy-table.js";
export { renderCsv } from "./render-csv.js";
export { escapeHtml, renderHtml } from "./render-html.js";
export { type LatexOptions, renderLatex, standaloneLatex } from "./render-latex.js";
export { markdownGrid, renderMarkdown } from "./render-markdown.js";
export { renderText } from "./render-text.js";
export { furtherTables, mainTables, type NamedTable } from "./report-tables.js";
export { type ResultFolder, type ResultManifest, readResults } from "./result-folder.js";
export { resultTables, resultText } from "./result-report.js";
export { armTable, type ResultTableInput, retrieverTable, typeTable } from "./result-tables.js";
export { setUpLine, setUpParagraph } from "./set-up.js";
export * from "./sweep/index.js";
export type { Cell, Head, Mark, MarkMeaning, ResultTable, Table } from "./table.js";
export { tableHtml } from "./table-html.js";
export { tableLatex } from "./table-latex.js";
export { tableMarkdown } from "./table-markdown.js";
export { verdictText } from "./verdict-text.js";
export { tableFiles, writeReport } from "./write-report.js";
