export * from "./figures/index.js";
export { counted, list, pValue, share, whole, withInterval } from "./format.js";
export { resultTables, resultText } from "./result-report.js";
export { armTable, type ResultTableInput, retrieverTable, typeTable } from "./result-tables.js";
export { renderMarkdown, renderText, type Table } from "./table.js";
export { type ResultFolder, readResults, tableMarkdown, writeTables } from "./table-file.js";
export { verdictText } from "./verdict-text.js";
