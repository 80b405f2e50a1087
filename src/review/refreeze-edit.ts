import { elementSpans, formatLike } from "../questions/evidence-edit.js";
import { parseJson, parseStudyConfig, StudyError } from "../study/index.js";

/**
 * A test set's text with some of its items replaced or taken out; every other character stays as it is.
 *
 * @param text the file, a JSON array
 * @param changes by position in the array: the new item, or null to take it out
 */
export function withItems(text: string, changes: ReadonlyMap<number, object | null>): string {
  const spans = elementSpans(text);
  let edited = text;
  // From the end, so that the spans before stay where they are.
  for (const position of [...changes.keys()].sort((a, b) => b - a)) {
    const span = spans[position];
    const change = changes.get(position);
    if (span === undefined || change === undefined) throw new RangeError(`no item at position ${position}`);
    if (change !== null) {
      const written = formatLike(text, span, change);
      edited = edited.slice(0, span.start) + written + edited.slice(span.end);
      continue;
    }
    // With the comma and the space that parted it from its neighbour: the one before, or for the first the one after.
    const start = position > 0 ? spans[position - 1].end : span.start;
    const after = /^\s*,\s*/.exec(edited.slice(span.end))?.[0].length ?? 0;
    const end = position > 0 ? span.end : span.end + after;
    edited = edited.slice(0, start) + edited.slice(end);
  }
  return edited;
}

/**
 * `study.json` with other versions of its npm packages; every other character stays as it is.
 *
 * @param versions new spec by old one, such as `pino@10.4.0` by `pino@9.14.0`
 * @throws StudyError where the text can't be edited so that it says just that
 */
export function withVersions(text: string, versions: ReadonlyMap<string, string>, file: string): string {
  const edited = text.replace(/"(?:[^"\\]|\\.)*"(?=\s*:)/g, (key) => {
    const spec = versions.get(JSON.parse(key) as string);
    return spec === undefined ? key : JSON.stringify(spec);
  });
  const [before, after] = [text, edited].map((each) => parseStudyConfig(parseJson(each, file), file));
  const source = withSpecs(before.corpus, versions);
  if (JSON.stringify(after) !== JSON.stringify({ ...before, corpus: source }))
    throw new StudyError(`${file} can't be edited; write the new versions into its "corpus" yourself`);
  return edited;
}

/** A corpus with other versions of its packages, in the same order. */
export function withSpecs<Source extends object>(
  source: Source,
  versions: ReadonlyMap<string, string>,
): Source {
  if (!("npm" in source)) return source;
  const packages = Object.entries(source.npm as Record<string, unknown>);
  const npm = Object.fromEntries(packages.map(([spec, include]) => [versions.get(spec) ?? spec, include]));
  return { ...source, npm };
}
