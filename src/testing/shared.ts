import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type PageText, type ParsedPage, parsePage } from "../markdown/index.js";

/** The project's own folder, from `dist/testing`. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Cases, reference values and corpora that are kept beside the project and not in it. */
const sharedFolder = path.resolve(projectFolder, "../shared");

/** For a test's `skip`: the reason where a file of `../shared` is absent, otherwise false. */
export function absent(...parts: string[]): string | false {
  return existsSync(path.join(sharedFolder, ...parts))
    ? false
    : `needs ../shared/${parts.join("/")}, which is absent`;
}

/** The text of a file of `../shared`. */
export function shared(...parts: string[]): string {
  return readFileSync(path.join(sharedFolder, ...parts), "utf8");
}

/** The pages of a folder of Markdown, in code-point order of their paths. */
export function pagesOf(folder: string): PageText[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const urls = files.map((file) => file.split(path.sep).join("/")).filter((file) => /\.mdx?$/.test(file));
  return urls.sort().map((url) => ({ url, markdown: readFileSync(path.join(folder, url), "utf8") }));
}

let corpora: ParsedPage[] | undefined;

/** Every page of `../shared/corpora`, parsed once a test file. */
export function sharedPages(): ParsedPage[] {
  corpora ??= ["fastapi-docs/docs", "chroma-eval"].flatMap((folder) =>
    pagesOf(path.join(sharedFolder, "corpora", folder)).map(parsePage),
  );
  return corpora;
}
