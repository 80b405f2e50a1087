import { parsePage } from "../../markdown/index.js";
import { type Arm, readStudyConfig, resolveArms } from "../../study/index.js";
import { absent, shared } from "../../testing/shared.js";
import { evaluationStudy } from "./inputs.js";
import { Pool, poolOrder } from "./pool.js";
import { type ExcerptQuestion, readQuestions } from "./questions.js";
import { strategy as byWordPieces } from "./recursive-word-pieces.js";
import { hasWordPieces } from "./word-pieces.js";

/** For a test's `skip`: what is missing of the corpora and the independent run's values. */
export function evaluationAbsent(): string | false {
  return (
    absent("corpora", "chroma-eval", "questions_df.csv") || absent("reference", "chroma-perquestion.json")
  );
}

/** For a test's `skip`: an arm that counts word pieces needs the model that has them. */
export function vocabularyAbsent({ strategy }: Arm): string | false {
  if (strategy.name !== byWordPieces.name || hasWordPieces()) return false;
  return "needs the embedding model's vocabulary (seamlab model), which isn't set up";
}

/** The arms of the study. */
export async function evaluationArms(): Promise<Arm[]> {
  return resolveArms(await readStudyConfig(evaluationStudy), evaluationStudy);
}

/** The corpora and questions of `../shared`, and each arm's chunks, cut once a test file. */
export class SharedEvaluation {
  readonly pages = poolOrder.map((url) =>
    parsePage({ url, markdown: shared("corpora", "chroma-eval", url) }),
  );
  readonly questions: readonly ExcerptQuestion[] = readQuestions(
    shared("corpora", "chroma-eval", "questions_df.csv"),
    this.pages,
  );
  private readonly pools = new Map<string, Pool>();

  pool(arm: Arm): Pool {
    const known = this.pools.get(arm.name);
    if (known !== undefined) return known;
    const pool = new Pool(arm, this.pages);
    this.pools.set(arm.name, pool);
    return pool;
  }
}

/** A file of the independent run's values, by the study's arm names. */
export function referenceResults<T>(file: string): Record<string, T> {
  const { results } = JSON.parse(shared("reference", file)) as { results: Record<string, T> };
  const prefix = file === "chroma-omega.json" ? "" : "MiniLM ";
  return Object.fromEntries(Object.entries(results).map(([name, value]) => [prefix + name, value]));
}
