export { staleSweep, writeHtmlReport } from "./write-html-report.js";
