import type { PublicSource } from "../experiment.js";

/** The evaluation's corpora; the questions lie in the folder above, or beside them. */
export const source: PublicSource = {
  repository: "brandonstarxel/chunking_evaluation",
  commit: "d451fc4",
  folder: "chunking_evaluation/evaluation_framework/general_evaluation_data/corpora",
  places: [
    "chunking_evaluation/chunking_evaluation/evaluation_framework/general_evaluation_data/corpora",
    "chroma-eval",
  ],
  fetch: [
    "git clone https://github.com/brandonstarxel/chunking_evaluation $CORPORA/chunking_evaluation",
    "git -C $CORPORA/chunking_evaluation checkout d451fc4",
  ],
  lock: "data/reproductions/chroma-evaluation/corpus.lock.json",
};
