export { type Census, census } from "./census.js";
export { writeAtomically } from "./files.js";
export {
  type CorpusLock,
  corpusText,
  freezeCorpus,
  lockDifferences,
  lockText,
  openCorpus,
  type Place,
  readLock,
  type TakenPages,
  takePages,
} from "./freeze.js";
export { latestVersion } from "./npm-package.js";
export { CorpusError, type LockedPage, lockPage, type Page } from "./page.js";
export { readPages } from "./read-pages.js";
export { type CorpusSource, corpusSource, readCorpusFile } from "./source.js";
