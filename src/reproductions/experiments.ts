import { bm25Headings } from "./bm25-headings/experiment.js";
import { chromaEvaluation } from "./chroma/experiment.js";
import type { Experiment } from "./experiment.js";
import { headingOrSemantic } from "./heading-or-semantic/experiment.js";
import { headingPrefix } from "./heading-prefix/experiment.js";
import { threeChunkers } from "./three-chunkers/experiment.js";

/** All experiments, in the order in which they are listed and run. */
export const experiments: readonly Experiment[] = [
  bm25Headings,
  headingOrSemantic,
  threeChunkers,
  headingPrefix,
  chromaEvaluation,
];
