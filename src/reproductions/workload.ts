import { EmbeddedTexts } from "../study/embedded-texts.js";
import { type Arm, chunkArm, type StudyInputs, similaritiesFrom, unitTexts } from "../study/index.js";
import type { ReproductionContext, Workload } from "./experiment.js";

/** What is left to embed of a study's arms. */
export async function workloadOf(
  { arms, pages, config }: StudyInputs,
  { signal }: ReproductionContext,
): Promise<Workload> {
  const texts = await EmbeddedTexts.open(config.embedder, () => {}, signal);
  try {
    const dense = config.retrievers.some((retriever) => retriever !== "bm25");
    let characters = 0;
    let exact = true;
    for (const arm of arms) {
      signal?.throwIfAborted();
      const { needsSimilarities } = arm.strategy;
      const units = needsSimilarities ? unitTexts(pages, arm) : [];
      const { characters: ofUnits } = await texts.plan(units);
      characters += ofUnits;
      if (!dense) continue;
      if (ofUnits === 0) characters += (await texts.plan(await textsOf(arm, units))).characters;
      else {
        // Where the chunks end follows from vectors that aren't there yet; together they are the pages.
        characters += pages.reduce((sum, { markdown }) => sum + markdown.length, 0);
        exact = false;
      }
    }
    return { characters, exact };
  } finally {
    await texts.close();
  }

  async function textsOf(arm: Arm, units: readonly string[]): Promise<readonly string[]> {
    await texts.embed(units, "reading the units' vectors");
    return chunkArm(
      arm,
      pages,
      similaritiesFrom((text) => texts.vectorOf(text)),
    ).texts;
  }
}
