export * from "./figures/index.js";
export { counted, list, pValue, share, whole, withInterval } from "./format.js";
export { type ResultFolder, readResults } from "./result-folder.js";
export { resultTables, resultText } from "./result-report.js";
export { armTable, type ResultTableInput, retrieverTable, typeTable } from "./result-tables.js";
export { renderMarkdown, renderText, type Table } from "./table.js";
export { tableMarkdown } from "./table-markdown.js";
export { verdictText } from "./verdict-text.js";
export { writeReport } from "./write-report.js";
