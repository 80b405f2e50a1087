export { type Census, census } from "./census.js";
export { writeAtomically } from "./files.js";
export { type CorpusLock, freezeCorpus, openCorpus } from "./freeze.js";
export { CorpusError, type LockedPage, lockPage, type Page } from "./page.js";
export { readPages } from "./read-pages.js";
export { type CorpusSource, corpusSource } from "./source.js";
