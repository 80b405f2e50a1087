import type { ParsedPage } from "../../markdown/index.js";
import type { Arm } from "../../study/index.js";
import type { Ledger } from "./ledger.js";
import { momentsOf } from "./moments.js";
import { Pool } from "./pool.js";
import type { ExcerptQuestion } from "./questions.js";
import { recursiveBy } from "./recursive-tokens.js";
import { strategy as byWordPieces } from "./recursive-word-pieces.js";
import { wordPieceCount } from "./word-pieces.js";

/** What the embedding model reads of an arm's texts; needs its vocabulary alone. */
export function addWordPieceRows(ledger: Ledger, pool: Pool, limit: number): void {
  const arm = pool.arm.name;
  const pieces = pool.texts.map(wordPieceCount);
  const { mean } = momentsOf(pieces);
  const over = pieces.filter((count) => count > limit);
  ledger.count(arm, "word pieces a chunk", mean);
  if (pool.arm.strategy.name === byWordPieces.name) {
    ledger.count(arm, "word pieces a chunk, cut to an integer", Math.trunc(mean), {
      note: "the published caption's mean size, which is in word pieces and not in cl100k tokens",
    });
  }
  ledger.count(arm, `texts over ${limit} word pieces`, over.length);
  ledger.count(
    arm,
    "word pieces cut off",
    over.reduce((sum, count) => sum + count - limit, 0),
  );
  ledger.count(arm, "distinct texts", new Set(pool.texts).size);
}

/** Precision Ω of an arm if its lengths left out what an empty text counts: only at joins, or everywhere. */
export function addCountingRows(
  ledger: Ledger,
  arm: Arm,
  pages: readonly ParsedPage[],
  questions: readonly ExcerptQuestion[],
): void {
  const empty = wordPieceCount("");
  const countings = [
    { quantity: "precision Ω with joins not counted", lengthOf: wordPieceCount },
    {
      quantity: "precision Ω with special tokens not counted",
      lengthOf: (text: string) => wordPieceCount(text) - empty,
    },
  ];
  for (const { quantity, lengthOf } of countings) {
    const pool = new Pool({ ...arm, strategy: recursiveBy(quantity, lengthOf, 0) }, pages);
    ledger.score(
      arm.name,
      quantity,
      questions.map((question) => pool.omega(question, "found", 0)),
    );
  }
}
