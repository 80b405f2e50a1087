import type { CorpusSource } from "../corpus/index.js";

/** Where pages without a folder are counted. */
export const rootGroup = "(root)";

/** The part of a corpus that a page belongs to: its package, or the first folder of its address. */
export function groupOf(url: string, source: CorpusSource): string {
  if ("npm" in source) {
    const names = Object.keys(source.npm).map((spec) => spec.slice(0, spec.lastIndexOf("@")));
    const own = names.find((name) => url.startsWith(`${name}/`));
    if (own !== undefined) return own;
  }
  const parts = url.replace(/^https?:\/\/[^/]*\/?/, "").split("/");
  return parts.length > 1 ? parts[0] : rootGroup;
}
