import type { PublicSource } from "./experiment.js";

/** The English pages of FastAPI's documentation, which four experiments are run on. */
export function fastapiDocs(study: string): PublicSource {
  return {
    repository: "fastapi/fastapi",
    commit: "c3f316b",
    folder: "docs/en/docs",
    places: ["fastapi/docs/en/docs", "fastapi-docs/docs"],
    fetch: [
      "git clone https://github.com/fastapi/fastapi $CORPORA/fastapi",
      "git -C $CORPORA/fastapi checkout c3f316b",
    ],
    lock: `data/reproductions/${study}/corpus.lock.json`,
  };
}
