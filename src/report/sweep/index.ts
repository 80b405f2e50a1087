export { readSweep, readSweepManifest, type SweepFolder, type SweepManifest } from "./read-sweep.js";
export { type NamedFigure, sweepFigures } from "./sweep-figures.js";
export { cellTable, choiceTable, sizeTable, sweepTables } from "./sweep-tables.js";
export { sweepText } from "./sweep-text.js";
export { sweepWords } from "./sweep-words.js";
export { writeSweep } from "./write-sweep.js";
