import { EmbeddedTexts, type Policy } from "../../study/index.js";
import type { ReproductionContext } from "../experiment.js";
import { addApproximateRows } from "./approximate-rows.js";
import { type EvaluationInputs, isEmbedded } from "./inputs.js";
import type { Ledger } from "./ledger.js";
import { type ArmScores, addPairedRows } from "./paired-rows.js";
import type { Pool } from "./pool.js";
import { type Ranking, rankPool, scoresAt, scoresBy } from "./retrieval.js";
import { addRetrievalRows, equalContext, measures } from "./retrieval-rows.js";
import { wordPieceCount } from "./word-pieces.js";

/** The most word pieces that the model can read; its own setting, the published one, is 256. */
export const modelLimit = 512;

/** What needs vectors: the scores of exact search, of approximate search, and with the model's own limit. */
export async function addEmbeddedRows(
  context: ReproductionContext,
  inputs: EvaluationInputs,
  pools: readonly Pool[],
  ledger: Ledger,
  policy: Policy,
): Promise<void> {
  const { questions, config } = inputs;
  const searched = pools.filter(({ arm }) => isEmbedded(arm));
  const all = searched.flatMap((pool) => pool.texts);
  const scores: ArmScores[] = [];
  await withTexts(context, inputs, config.embedder.max_tokens, async (texts) => {
    await texts.plan(all);
    const queries = await texts.embedQueries(questions.map(({ question }) => question));
    for (const pool of searched) {
      await texts.embed(pool.texts, `embedding ${pool.arm.name}`);
      const vectorOf = (text: string): Float32Array => texts.vectorOf(text);
      const rankings = rankPool(pool, questions, queries, vectorOf);
      await addRetrievalRows(ledger, pool, inputs, rankings, context.signal);
      context.onEvent({ kind: "step", text: `searching approximately: ${pool.arm.name}` });
      await addApproximateRows(ledger, pool, questions, queries, vectorOf, context.signal);
      scores.push(comparedScores(pool, inputs, rankings));
    }
    await withTexts(context, inputs, modelLimit, async (longer) => {
      const long = longTexts(inputs, all);
      await longer.plan(long);
      await longer.embed(long, `embedding ${modelLimit} word pieces`);
      const isLong = new Set(long);
      for (const pool of searched) {
        const vectorOf = (text: string): Float32Array => (isLong.has(text) ? longer : texts).vectorOf(text);
        const chunks = rankPool(pool, questions, queries, vectorOf).map((ranking) => ranking.chunks);
        const recalls = scoresAt(pool, questions, chunks, 5, "found").map(({ recall }) => recall);
        ledger.score(pool.arm.name, `recall@5 with ${modelLimit} word pieces`, recalls, { embedded: true });
      }
    });
  });
  await addPairedRows(ledger, policy, scores, true, context.signal);
}

/** What arms are compared by in pairs. */
function comparedScores(
  pool: Pool,
  { questions, quoted }: EvaluationInputs,
  rankings: readonly Ranking[],
): ArmScores {
  const chunks = rankings.map((ranking) => ranking.chunks);
  const atFive = scoresAt(pool, questions, chunks, 5, "found");
  const published = measures.map(([name, key]) => [`${name}@5`, atFive.map((score) => score[key])] as const);
  const equal = scoresBy(equalContext, pool, quoted, chunks);
  return { arm: pool.arm.name, scores: new Map([...published, [equalContext, equal]]) };
}

/** The texts that the study's limit cuts. */
export function longTexts({ config }: EvaluationInputs, texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => wordPieceCount(text) > config.embedder.max_tokens);
}

/** Open the embedder with a limit of word pieces, and close it at the end. */
export async function withTexts<T>(
  { onEvent, signal }: ReproductionContext,
  { config }: EvaluationInputs,
  max_tokens: number,
  use: (texts: EmbeddedTexts) => Promise<T>,
): Promise<T> {
  const texts = await EmbeddedTexts.open({ ...config.embedder, max_tokens }, onEvent, signal);
  try {
    return await use(texts);
  } finally {
    await texts.close();
  }
}
