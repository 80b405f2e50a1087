import { EmbeddedTexts } from "../../study/embedded-texts.js";
import { chunkArm, type StudyInputs } from "../../study/index.js";
import type { Comparison } from "../comparison.js";
import type { ReproductionContext } from "../experiment.js";

/** Texts that are longer than the embedder reads, of every arm: counting needs its tokenizer, not its vectors. */
export async function addTokens(
  comparison: Comparison,
  { arms, pages, config }: StudyInputs,
  { onEvent, signal }: Pick<ReproductionContext, "onEvent" | "signal">,
): Promise<void> {
  const texts = await EmbeddedTexts.open(config.embedder, onEvent, signal);
  try {
    for (const [done, arm] of arms.entries()) {
      onEvent({ kind: "progress", text: "counting word pieces", done, total: arms.length, unit: "steps" });
      const counts = await texts.countTokens(chunkArm(arm, pages).texts);
      const over = counts.filter((count) => count !== null && count > config.embedder.max_tokens).length;
      comparison.add({ arm: arm.name, quantity: "texts over the token limit", ours: over, embedded: true });
    }
  } finally {
    await texts.close();
  }
}
