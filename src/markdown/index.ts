export { type BoldTitle, boldTitles, type TitledPage, withBoldHeadings } from "./bold-titles.js";
export {
  type Block,
  type Heading,
  headingPath,
  type PageText,
  type ParsedPage,
  type Section,
  sections,
} from "./page.js";
export { parsePage } from "./parse.js";
export * from "./span.js";
