import { readStudy, type StudyInputs } from "../study/index.js";
import { bringPages, studyFolder } from "./corpora.js";
import type { PublicSource, ReproductionContext } from "./experiment.js";

/**
 * A reproduction's study, with the pages of the corpora.
 *
 * @throws StudyError, CorpusError where the pages are missing or aren't the frozen ones
 */
export async function reproductionInputs(
  name: string,
  source: PublicSource,
  { corpora, signal }: ReproductionContext,
): Promise<StudyInputs> {
  const folder = studyFolder(name);
  await bringPages(folder, source, corpora);
  return readStudy(folder, new Date().toISOString().slice(0, 10), signal);
}
