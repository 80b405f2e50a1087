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
  differences: [
    "Search is exact; the article's walks a graph (HNSW), whose misses depend on chance. Five such graphs an arm are the column approximate search: the article's recall lies among them, or within rounding.",
    "A chunk is put, as in the published code, where a search for its text finds it first, its final full stop left out. Repeated text, nearly all of it in finance, thus lands elsewhere: chunks found elsewhere, true positions.",
    "The article's recursive splitter counts cl100k tokens in one table and the model's word pieces in the other, there with both special tokens for every piece and every join; the mean sizes of its captions are word pieces too. Both other ways of counting have rows in the CSV.",
    "All-MiniLM-L6-v2 is given 256 word pieces of a text, as its library does: most windows of 278 tokens are cut (texts over 256).",
    "Text that several retrieved chunks share counts each time against precision@k and IoU@k, and once in precision Ω.",
  ],
  async workload(context) {
    return { characters: await charactersToEmbed(context), exact: true };
  },
  run: runEvaluation,
  tables,
  finding,
};
