import { type Table, whole } from "../report/index.js";
import { readStudy, resultsFolderOf, type StudyInputs } from "../study/index.js";
import { withInterrupt } from "./interrupt.js";
import { studyFolder } from "./study-folder.js";
import { Vectors } from "./vectors.js";

/** A study, read and checked, and what its cells share. */
export interface NotebookStudy extends StudyInputs {
  readonly folder: string;
  readonly resultsFolder: string;
  readonly vectors: Vectors;
}

/**
 * Read the study that the notebooks are about: the folder that the environment variable SEAMLAB_STUDY names, or the
 * quickstart.
 *
 * @throws CellError in one paragraph, without a stack, where something is wrong with it
 */
export function openStudy(folder: string = studyFolder()): Promise<NotebookStudy> {
  return withInterrupt(async (signal) => {
    const inputs = await readStudy(folder, new Date().toISOString().slice(0, 10), signal);
    const vectors = new Vectors(inputs.config.embedder);
    return { ...inputs, folder, resultsFolder: resultsFolderOf(folder), vectors };
  });
}

/** The study in a few lines. */
export function studyTable({ config, arms, pages, questions, notes, warnings }: NotebookStudy): Table {
  const { primary, retrievers, embedder } = config;
  const characters = pages.reduce((sum, { markdown }) => sum + markdown.length, 0);
  const rows = [
    ["pages", whole(pages.length)],
    ["characters", whole(characters)],
    ["questions", whole(questions.length)],
    ["arms", arms.map(({ name }) => name).join(", ")],
    ["retrievers", retrievers.join(", ")],
    ["model", `${embedder.model}, at most ${embedder.max_tokens} tokens`],
    ["decided on", `${primary.metric} with ${primary.retriever}`],
  ];
  return {
    title: `Study: ${config.name}`,
    header: ["", ""],
    rows,
    // The first note of the corpus says what the table says.
    notes: [...notes.slice(1), ...warnings.map(({ item, what }) => `${item ?? "test set"}: ${what}`)],
  };
}
