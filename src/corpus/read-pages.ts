import { readFile } from "node:fs/promises";
import path from "node:path";
import { glob } from "tinyglobby";
import { withoutLoops } from "./link-loops.js";
import { CorpusError } from "./page.js";

/** A page's address and text, before it is frozen. */
export interface SourcePage {
  readonly url: string;
  readonly markdown: string;
}

/**
 * The files of a folder that match, as pages in code-point order of their addresses. Links are followed, but not back
 * into a folder that they lie in.
 *
 * @param include glob patterns relative to the folder
 * @param prefix what stands before the path in each page's url
 * @throws CorpusError where nothing matches, or naming every file that isn't UTF-8
 */
export async function readPages(
  folder: string,
  {
    include,
    exclude = [],
    prefix = "",
  }: { include: readonly string[]; exclude?: readonly string[]; prefix?: string },
): Promise<SourcePage[]> {
  const matching = await glob([...include], {
    cwd: folder,
    ignore: ["**/node_modules/**", ...exclude],
    onlyFiles: true,
  });
  const files = await withoutLoops(folder, matching);
  if (files.length === 0) throw new CorpusError(`no file of ${folder} matches ${include.join(", ")}`);
  const notUtf8: string[] = [];
  const pages: SourcePage[] = [];
  for (const file of files.sort()) {
    const markdown = decodeUtf8(await readFile(path.join(folder, file)));
    if (markdown === null) notUtf8.push(file);
    else pages.push({ url: `${prefix}${file.split(path.sep).join("/")}`, markdown });
  }
  if (notUtf8.length > 0) {
    throw new CorpusError(
      `not UTF-8: ${notUtf8.join(", ")} (of ${folder})\nconvert ${notUtf8.length === 1 ? "it" : "them"}, or leave ${notUtf8.length === 1 ? "it" : "them"} out with "exclude" in the corpus of study.json`,
    );
  }
  return pages;
}

/** The text with its byte-order mark, if it has one; null where the bytes aren't UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
