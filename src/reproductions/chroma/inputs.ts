import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { openCorpus } from "../../corpus/index.js";
import { type ParsedPage, parsePage } from "../../markdown/index.js";
import { locateTestSet, type Question } from "../../questions/index.js";
import {
  type Arm,
  cacheFolder,
  readStudyConfig,
  resolveArms,
  type StudyConfig,
  StudyError,
  sha256,
} from "../../study/index.js";
import { bringPages, corpusFolder, studyFolder } from "../corpora.js";
import { inPoolOrder } from "./pool.js";
import { type ExcerptQuestion, readQuestions } from "./questions.js";
import { source } from "./source.js";
import { bringTestSet, testSetOf } from "./test-set.js";

/** What the evaluation is run on, every text held to its hash. */
export interface EvaluationInputs {
  readonly config: StudyConfig;
  readonly arms: readonly Arm[];
  /** In the pool's order. */
  readonly pages: readonly ParsedPage[];
  readonly questions: readonly ExcerptQuestion[];
  /** The same as questions of a test set, which find their excerpts wherever these occur. */
  readonly quoted: readonly Question[];
}

/** The study of the evaluation's arms. */
export const evaluationStudy = studyFolder("chroma-evaluation");

/**
 * @param corpora see `PublicSource.places`
 * @throws StudyError or CorpusError where a text is missing or isn't the one that the locks name, saying how to get it
 */
export async function readInputs(corpora: string): Promise<EvaluationInputs> {
  const config = await readStudyConfig(evaluationStudy);
  const arms = await resolveArms(config, evaluationStudy);
  await bringPages(evaluationStudy, source, corpora);
  const place = { studyFolder: evaluationStudy, cacheFolder: cacheFolder() };
  const frozen = await openCorpus(config.corpus, place, "");
  const pages = inPoolOrder(frozen.pages).map(parsePage);
  const questions = readQuestions(await questionsText(corpusFolder(source, corpora)), pages);
  const items = testSetOf(questions, pages);
  await bringTestSet(evaluationStudy, items);
  return { config, arms, pages, questions, quoted: locateTestSet(items, pages).questions };
}

/** Whether an arm is one of the published MiniLM table, whose chunks are searched, and not of chunks alone. */
export function isEmbedded({ name }: Arm): boolean {
  return name.startsWith("MiniLM ");
}

const lockSchema = z.object({ file: z.string(), sha256: z.string(), length: z.number() });

async function questionsText(folder: string): Promise<string> {
  const lock = await readFile(path.join(evaluationStudy, "questions.lock.json"), "utf8");
  const { file, sha256: expected, length } = lockSchema.parse(JSON.parse(lock));
  const places = [path.join(folder, file), path.join(folder, "..", file)];
  for (const place of places) {
    const text = await readFile(place, "utf8").catch(() => null);
    if (text === null) continue;
    if (sha256(text) === expected) return text;
    throw new StudyError(
      `${place} has ${text.length} characters and isn't the file of ${length} characters in questions.lock.json; take it from github.com/${source.repository} at ${source.commit}`,
    );
  }
  throw new StudyError(`the questions are missing: neither ${places.join(" nor ")} can be read`);
}
