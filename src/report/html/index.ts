export { writeHtmlReport } from "./write-html-report.js";
