import type { Experiment } from "../experiment.js";
import { finding } from "./finding.js";
import { charactersToEmbed, runEvaluation } from "./run.js";
import { source } from "./source.js";
import { tables } from "./tables.js";

/** Token-level and recursive chunkers on five corpora, scored by the characters of the excerpts that answer. */
export const chromaEvaluation: Experiment = {
  id: "chroma-evaluation",
  title: "Chroma's chunking evaluation, token windows and recursive splitter",
  about:
    "how much of the answers, and how much else, do five chunks of token windows or of a recursive splitter hold?",
  source,
  async workload(context) {
    return { characters: await charactersToEmbed(context), exact: true };
  },
  run: runEvaluation,
  tables,
  finding,
};
