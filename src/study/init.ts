import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { splitUnits } from "../chunking/index.js";
import { readPages, writeAtomically } from "../corpus/index.js";
import { type ParsedPage, parsePage } from "../markdown/index.js";
import { locateQuote, starterQuestion, type TestItem } from "../questions/index.js";
import { resultsFolderOf } from "./places.js";
import { StudyError } from "./study-error.js";

const starterItems = 3;

/**
 * Start a study on a folder of Markdown: `study.json` with the defaults, and a test set whose three items have real
 * quotes and questions still to be written.
 *
 * @returns the files that were written
 * @throws StudyError where the folder has no Markdown, or a study is there already
 */
export async function initStudy(docsFolder: string, studyFolder: string): Promise<string[]> {
  const isFolder = await stat(docsFolder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder)
    throw new StudyError(
      `${docsFolder} is not a folder; seamlab init takes the folder that holds your Markdown`,
    );
  const files = ["study.json", "test_set.json"].map((name) => path.join(studyFolder, name));
  const present = files.find((file) => existsSync(file));
  if (present !== undefined)
    throw new StudyError(`${present} is there already; nothing was written (name another folder with --to)`);
  const sources = await readPages(docsFolder, { include: ["**/*.{md,mdx}"] });
  const items = starterTestSet(sources.map(parsePage));
  const docs = path.resolve(docsFolder);
  const relative = (to: string, from: string): string => path.relative(from, to).split(path.sep).join("/");
  // A study inside its docs must not take its own files for pages.
  const own = [path.resolve(studyFolder), resultsFolderOf(studyFolder)].map((folder) =>
    relative(folder, docs),
  );
  const exclude = own
    .filter((folder) => folder !== "" && !folder.startsWith(".."))
    .map((folder) => `${folder}/**`);
  const study = {
    name: path.basename(path.resolve(studyFolder)),
    corpus: {
      folder: relative(docs, path.resolve(studyFolder)) || ".",
      ...(exclude.length === 0 ? {} : { exclude }),
    },
    test_set: "test_set.json",
    baseline: "fixed 800/100",
  };
  const texts = [study, items].map((json) => `${JSON.stringify(json, null, 2)}\n`);
  for (const [i, file] of files.entries()) await writeAtomically(file, texts[i]);
  return files;
}

/** A sentence of each of three pages, spread over the corpus. */
function starterTestSet(pages: readonly ParsedPage[]): TestItem[] {
  const quoted = pages.flatMap((page) => {
    const quote = quotableSentence(page);
    return quote === null ? [] : [{ url: page.url, quote }];
  });
  const count = Math.min(starterItems, quoted.length);
  return Array.from({ length: count }, (_, i) => {
    const { url, quote } = quoted[Math.floor(((i + 0.5) * quoted.length) / count)];
    return { id: `q${i + 1}`, question: starterQuestion, url, type: "single_fact", answer_quote: quote };
  });
}

function quotableSentence(page: ParsedPage): string | null {
  const sentences = splitUnits(page, { max_chars: 250 }).filter(
    ({ kind, text }) =>
      kind === "sentence" && text.length >= 30 && text.endsWith(".") && !text.includes("\n"),
  );
  const middle = sentences.slice(Math.floor(sentences.length / 3));
  return middle.find(({ text }) => locateQuote(page, text).length === 1)?.text ?? null;
}
