import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own folder, from `dist/study`. */
export const projectFolder = fileURLToPath(new URL("../..", import.meta.url));

/** Where models, vectors and packages are kept; safe to delete. `SEAMLAB_CACHE` names another folder. */
export function cacheFolder(): string {
  return path.resolve(process.env.SEAMLAB_CACHE || path.join(projectFolder, ".cache"));
}

/**
 * `results/<study>` beside a `data` folder, `results/reproductions/<study>` for one in `data/reproductions`; for a study
 * that lies elsewhere, `results` inside it.
 */
export function resultsFolderOf(studyFolder: string): string {
  const folder = path.resolve(studyFolder);
  const parent = path.dirname(folder);
  if (path.basename(parent) === "reproductions") {
    const group = resultsFolderOf(parent);
    if (path.basename(path.dirname(group)) === "results") return path.join(group, path.basename(folder));
  }
  if (path.basename(parent) !== "data") return path.join(folder, "results");
  return path.join(path.dirname(parent), "results", path.basename(folder));
}
