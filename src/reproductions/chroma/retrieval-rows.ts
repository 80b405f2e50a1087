import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { EvaluationInputs } from "./inputs.js";
import type { Ledger } from "./ledger.js";
import { type Pool, poolOrder } from "./pool.js";
import { cutoffs, type Ranking, scoresAt, scoresBy } from "./retrieval.js";
import type { TokenScores } from "./scores.js";

/** The project's own measure of recall where every arm may show the same number of characters. */
export const equalContext = "recall@3000c";

/** The scores by their names in the tables. */
export const measures = [
  ["recall", "recall"],
  ["precision", "precision"],
  ["IoU", "iou"],
] as const satisfies readonly (readonly [string, keyof TokenScores])[];

/** An arm's scores at the published cutoffs, and recall at 5 by corpus and under other readings. */
export async function addRetrievalRows(
  ledger: Ledger,
  pool: Pool,
  { questions, quoted }: Pick<EvaluationInputs, "questions" | "quoted">,
  rankings: readonly Ranking[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const arm = pool.arm.name;
  const embedded = { embedded: true };
  const chunks = rankings.map((ranking) => ranking.chunks);
  for (const cutoff of cutoffs) {
    await yieldToOthers();
    signal?.throwIfAborted();
    const scores = scoresAt(pool, questions, chunks, cutoff, "found");
    for (const [name, key] of measures) {
      const values = scores.map((score) => score[key]);
      ledger.scoreWithSpread(arm, `${name}@${cutoff}`, values, embedded);
    }
  }
  const recalls = scoresAt(pool, questions, chunks, 5, "found").map(({ recall }) => recall);
  for (const page of poolOrder) {
    const own = recalls.filter((_, i) => questions[i].page === page);
    ledger.score(arm, `recall@5 of ${page.replace(/\.md$/, "")}`, own, embedded);
  }
  const tied = rankings.filter((ranking) => ranking.tied).length;
  ledger.count(arm, "questions with equal scores at ranks 5 and 6", tied, embedded);
  const atTrue = (ranked: readonly (readonly number[])[]): number[] =>
    scoresAt(pool, questions, ranked, 5, "true").map(({ recall }) => recall);
  ledger.score(arm, "recall@5 at true positions", atTrue(chunks), embedded);
  const reversed = atTrue(rankings.map((ranking) => ranking.reversed));
  ledger.score(arm, "recall@5 at true positions, last of equal scores first", reversed, embedded);
  const anywhere = scoresBy("recall@5", pool, quoted, chunks);
  ledger.score(arm, "recall@5 at true positions, any place of a repeated excerpt", anywhere, embedded);
  ledger.score(arm, equalContext, scoresBy(equalContext, pool, quoted, chunks), {
    ...embedded,
    note: "at true positions, any place of a repeated excerpt; the first 3,000 characters in rank order",
  });
}
