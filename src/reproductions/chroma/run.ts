import { setImmediate as yieldToOthers } from "node:timers/promises";
import { Policy, setUpModel } from "../../study/index.js";
import type { ComparisonRow } from "../comparison.js";
import type { ReproductionContext } from "../experiment.js";
import { addChunkRows } from "./chunk-rows.js";
import { addEmbeddedRows, longTexts, modelLimit, withTexts } from "./embedded-rows.js";
import { ExpectedValues } from "./expected.js";
import { type EvaluationInputs, isEmbedded, readInputs } from "./inputs.js";
import { Ledger } from "./ledger.js";
import { type ArmScores, addPairedRows } from "./paired-rows.js";
import { Pool } from "./pool.js";
import { strategy as byWordPieces } from "./recursive-word-pieces.js";
import { addCountingRows, addWordPieceRows } from "./word-piece-rows.js";
import { hasWordPieces } from "./word-pieces.js";

/** Characters that have to be embedded before everything can be scored. */
export async function charactersToEmbed(context: ReproductionContext): Promise<number> {
  if (context.skipEmbedding) return 0;
  const { inputs, pools } = await cutAll(context);
  const texts = pools.filter(({ arm }) => isEmbedded(arm)).flatMap((pool) => pool.texts);
  const toEmbed = async (max_tokens: number, wanted: readonly string[]): Promise<number> => {
    const { characters } = await withTexts(context, inputs, max_tokens, (embedded) => embedded.plan(wanted));
    return characters;
  };
  const short = await toEmbed(inputs.config.embedder.max_tokens, texts);
  return short + (await toEmbed(modelLimit, longTexts(inputs, texts)));
}

/** All rows of the comparison; without embedding, those of the chunks alone. */
export async function runEvaluation(context: ReproductionContext): Promise<ComparisonRow[]> {
  const { inputs, pools } = await cutAll(context);
  const { config, pages, questions, quoted } = inputs;
  const policy = new Policy(config.statistics);
  const ledger = new Ledger(await ExpectedValues.read(), policy);
  context.onEvent({ kind: "step", text: "scoring the chunks of every arm" });
  const repeated = quoted.filter(({ answers }) =>
    answers.some(({ quotes }) => quotes.some(({ length }) => length > 1)),
  );
  ledger.count("", "questions", questions.length);
  ledger.count("", "questions with a repeated excerpt", repeated.length);
  for (const pool of pools) {
    await yieldToOthers();
    context.signal?.throwIfAborted();
    addChunkRows(ledger, pool, questions);
  }
  for (const pool of pools.filter(({ arm }) => isEmbedded(arm) && hasWordPieces())) {
    addWordPieceRows(ledger, pool, config.embedder.max_tokens);
    if (pool.arm.strategy.name === byWordPieces.name) addCountingRows(ledger, pool.arm, pages, questions);
  }
  const omegas = pools
    .filter(({ arm }) => !isEmbedded(arm))
    .map((pool): ArmScores => {
      const omega = questions.map((question) => pool.omega(question, "found", 0));
      return { arm: pool.arm.name, scores: new Map([["precision Ω", omega]]) };
    });
  await addPairedRows(ledger, policy, omegas, false, context.signal);
  if (!context.skipEmbedding) await addEmbeddedRows(context, inputs, pools, ledger, policy);
  return [...ledger.rows];
}

interface Cut {
  readonly inputs: EvaluationInputs;
  readonly pools: readonly Pool[];
}

/** What was cut to count the work is there when the work is done. */
const known = new WeakMap<ReproductionContext, Promise<Cut>>();

function cutAll(context: ReproductionContext): Promise<Cut> {
  const cut = known.get(context) ?? readAndCut(context);
  known.set(context, cut);
  return cut;
}

/** Read everything and cut it by every arm whose lengths can be counted. */
async function readAndCut(context: ReproductionContext): Promise<Cut> {
  const { onEvent, signal, skipEmbedding } = context;
  const inputs = await readInputs(context.corpora);
  if (!skipEmbedding) await setUpModel((text) => onEvent({ kind: "step", text }), signal);
  const pools: Pool[] = [];
  for (const arm of inputs.arms) {
    await yieldToOthers();
    signal?.throwIfAborted();
    if (arm.strategy.name === byWordPieces.name && !hasWordPieces()) {
      onEvent({
        kind: "note",
        text: `${arm.name} is left out: it counts word pieces of a model that isn't set up`,
      });
    } else {
      onEvent({ kind: "step", text: `cutting the corpora: ${arm.name}` });
      pools.push(new Pool(arm, inputs.pages));
    }
  }
  return { inputs, pools };
}
