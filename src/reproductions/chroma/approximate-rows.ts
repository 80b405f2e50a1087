import { setImmediate as yieldToOthers } from "node:timers/promises";
import { seededRandom } from "../../statistics/index.js";
import { ApproximateIndex } from "./approximate-index.js";
import type { Ledger } from "./ledger.js";
import { momentsOf } from "./moments.js";
import type { Pool } from "./pool.js";
import type { ExcerptQuestion } from "./questions.js";
import { scoresAt } from "./retrieval.js";

/** Graphs an arm; the seed of each is its number. */
const graphs = 5;
/** How many of the nearest nodes the published search keeps. */
const breadth = 50;

/** Recall at 5 by approximate search, as published, in several graphs: chance decides what each of them finds. */
export async function addApproximateRows(
  ledger: Ledger,
  pool: Pool,
  questions: readonly ExcerptQuestion[],
  queries: readonly Float32Array[],
  vectorOf: (text: string) => Float32Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  const vectors = pool.texts.map(vectorOf);
  const means: number[] = [];
  for (let seed = 0; seed < graphs; seed++) {
    await yieldToOthers();
    signal?.throwIfAborted();
    const index = new ApproximateIndex(vectors, seededRandom(seed));
    const found = queries.map((query) => index.search(query, 5, breadth));
    const recalls = scoresAt(pool, questions, found, 5, "found").map(({ recall }) => recall);
    means.push(100 * momentsOf(recalls).mean);
  }
  const details = { embedded: true, note: `${graphs} graphs` };
  const arm = pool.arm.name;
  ledger.count(arm, "recall@5 by approximate search, mean, %", momentsOf(means).mean, details);
  ledger.count(arm, "recall@5 by approximate search, lowest, %", Math.min(...means), details);
  ledger.count(arm, "recall@5 by approximate search, highest, %", Math.max(...means), details);
}
