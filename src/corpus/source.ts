import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { npmPackageFolder } from "./npm-package.js";
import { CorpusError } from "./page.js";
import { readPages, type SourcePage } from "./read-pages.js";

const patterns = z.union([z.string(), z.array(z.string()).min(1)]);

/** Where a study's pages come from: `corpus` of study.json. */
export const corpusSource = z.union([
  z.strictObject({ file: z.string() }),
  z.strictObject({
    folder: z.string(),
    include: patterns.default("**/*.{md,mdx}"),
    exclude: patterns.optional(),
  }),
  z.strictObject({ npm: z.record(z.string(), patterns) }),
]);

export type CorpusSource = z.infer<typeof corpusSource>;

/** A source's pages as they are now, in a fixed order: packages as listed, then by address. */
export async function fetchSource(
  source: CorpusSource,
  where: { readonly studyFolder: string; readonly cacheFolder: string; readonly signal?: AbortSignal },
): Promise<SourcePage[]> {
  if ("file" in source) return readCorpusFile(path.resolve(where.studyFolder, source.file));
  if ("folder" in source) {
    const folder = path.resolve(where.studyFolder, source.folder);
    return readPages(folder, { include: [source.include].flat(), exclude: [source.exclude ?? []].flat() });
  }
  const pages: SourcePage[] = [];
  for (const [spec, include] of Object.entries(source.npm)) {
    const folder = await npmPackageFolder(spec, where.cacheFolder, where.signal);
    const name = spec.slice(0, spec.lastIndexOf("@"));
    pages.push(...(await readPages(folder, { include: [include].flat(), prefix: `${name}/` })));
  }
  return pages;
}

const corpusFile = z.array(
  z.object({ url: z.string().min(1), retrieved_at: z.string().default(""), markdown: z.string() }),
);

/** The pages of a `corpus.json`. */
export async function readCorpusFile(file: string): Promise<z.infer<typeof corpusFile>> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new CorpusError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = corpusFile.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CorpusError(
      `${file}: ${issue.path.join(".") || "the whole"}: ${issue.message}; a corpus is a list of { url, retrieved_at, markdown }`,
    );
  }
  const urls = parsed.data.map(({ url }) => url);
  const repeated = urls.find((url, i) => urls.indexOf(url) !== i);
  if (repeated !== undefined)
    throw new CorpusError(`${file}: url ${JSON.stringify(repeated)} stands twice; each page needs its own`);
  return parsed.data;
}
