import { type CorpusSource, latestVersion } from "../corpus/index.js";
import { StudyError } from "../study/index.js";
import { didYouMean } from "../study/study-error.js";

/** `@scope/name` of `@scope/name@1.2.3`. */
export const packageName = (spec: string): string => spec.slice(0, spec.lastIndexOf("@"));

/**
 * The packages whose versions change, new spec by old one.
 *
 * @param wanted specs such as `pino@10.5.0`, of packages of the corpus
 * @param latest whether npm is asked for the newest version of the others
 * @throws StudyError where the corpus has no such package
 */
export async function newVersions(
  corpus: CorpusSource,
  wanted: readonly string[],
  latest: boolean,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const versions = new Map<string, string>();
  if (!("npm" in corpus)) {
    if (wanted.length === 0 && !latest) return versions;
    throw new StudyError(
      "the study's corpus isn't made of npm packages, so there is no version to choose; its pages are read again where they are",
    );
  }
  const specs = Object.keys(corpus.npm);
  for (const spec of wanted) {
    const name = packageName(spec);
    const old = specs.find((each) => packageName(each) === name);
    if (old === undefined) {
      throw new StudyError(
        `--npm: ${JSON.stringify(spec)} is not a version of a package of this corpus; ${didYouMean(name, specs.map(packageName))}`,
      );
    }
    versions.set(old, spec);
  }
  if (latest) {
    for (const old of specs.filter((spec) => !versions.has(spec))) {
      const name = packageName(old);
      versions.set(old, `${name}@${await latestVersion(name, signal)}`);
    }
  }
  for (const [old, spec] of versions) if (old === spec) versions.delete(old);
  return versions;
}

/** The packages that two corpora have in different versions. */
export function changedPackages(before: CorpusSource, after: CorpusSource): { from: string; to: string }[] {
  if (!("npm" in before) || !("npm" in after)) return [];
  const now = Object.keys(after.npm);
  return Object.keys(before.npm).flatMap((from) => {
    const to = now.find((spec) => packageName(spec) === packageName(from));
    return to === undefined || to === from ? [] : [{ from, to }];
  });
}
