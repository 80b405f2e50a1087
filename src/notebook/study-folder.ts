import path from "node:path";
import { projectFolder } from "../study/index.js";

/** The study that the notebooks are about: `SEAMLAB_STUDY`, from the project's folder on, or the quickstart. */
export function studyFolder(): string {
  return path.resolve(projectFolder, process.env.SEAMLAB_STUDY || path.join("data", "quickstart"));
}
