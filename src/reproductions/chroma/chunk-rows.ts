import { sha256 } from "../../study/index.js";
import { cl100kCount } from "./cl100k.js";
import type { Ledger } from "./ledger.js";
import { momentsOf } from "./moments.js";
import type { Pool } from "./pool.js";
import type { ExcerptQuestion } from "./questions.js";

/** What can be said of an arm's chunks without any vector: Precision Ω as published, and under other readings. */
export function addChunkRows(ledger: Ledger, pool: Pool, questions: readonly ExcerptQuestion[]): void {
  const arm = pool.arm.name;
  const omega = (positions: "found" | "true", shared: number): number[] =>
    questions.map((question) => pool.omega(question, positions, shared));
  ledger.scoreWithSpread(arm, "precision Ω", omega("found", 0));
  ledger.score(arm, "precision Ω by shared characters", omega("found", 1), {
    note: "a chunk that ends where an excerpt starts isn't counted as holding a part of it",
  });
  ledger.score(arm, "precision Ω at true positions", omega("true", 0), {
    note: "chunks where they were cut, not where a search for their text finds it first",
  });
  ledger.score(arm, "precision Ω at true positions by shared characters", omega("true", 1));
  ledger.count(arm, "chunks", pool.texts.length);
  ledger.count(arm, "SHA-256 of the chunks' places", placesDigest(pool));
  ledger.count(arm, "chunks found in another place", pool.misplaced, {
    note: "repeated text: the published code searches for a chunk's text and takes the first place",
  });
  ledger.count(arm, "tokens a chunk", momentsOf(pool.texts.map(cl100kCount)).mean);
}

/** Of lines `corpus:start:end`, as the independent run wrote them. */
export function placesDigest({ chunks }: Pool): string {
  return sha256(
    chunks.true.map(({ page, start, end }) => `${page.replace(/\.md$/, "")}:${start}:${end}\n`).join(""),
  );
}
