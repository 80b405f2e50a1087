import { existsSync } from "node:fs";
import path from "node:path";
import { writeAtomically } from "../../corpus/index.js";
import type { PageText } from "../../markdown/index.js";
import type { TestItem } from "../../questions/index.js";
import type { ExcerptQuestion } from "./questions.js";

/**
 * The questions as a test set, so that the study can be run like any other; the corpus is the type.
 *
 * A test set has quotes and no places: where a passage is repeated, any of its places answers.
 */
export function testSetOf(questions: readonly ExcerptQuestion[], pages: readonly PageText[]): TestItem[] {
  const textOf = new Map(pages.map(({ url, markdown }) => [url, markdown]));
  const counts = new Map<string, number>();
  return questions.map(({ question, page, excerpts }) => {
    const type = page.replace(/\.md$/, "");
    const number = (counts.get(type) ?? 0) + 1;
    counts.set(type, number);
    const answer_quotes = excerpts.map(({ start, end }) => (textOf.get(page) ?? "").slice(start, end));
    return { id: `${type}-${number}`, question, url: page, type, answer_quotes };
  });
}

/** Write `test_set.json` into the study's folder, where it isn't committed. */
export async function bringTestSet(study: string, items: readonly TestItem[]): Promise<void> {
  const file = path.join(study, "test_set.json");
  if (!existsSync(file)) await writeAtomically(file, `${JSON.stringify(items, null, 1)}\n`);
}
