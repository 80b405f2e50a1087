import { list, pValue, type Table, whole } from "../../report/index.js";
import type { ComparisonRow } from "../comparison.js";
import {
  agreedText,
  armsTable,
  countTable,
  differencesTable,
  leaders,
  Rows,
  scoreCell,
  wholeCell,
} from "../rows.js";
import { equalContext } from "./expected.js";

export function threeChunkerTables(all: readonly ComparisonRow[]): Table[] {
  const rows = new Rows(all);
  const arms = rows.armsWith("chunks");
  const hasDense = rows.all.some(({ quantity }) => quantity === "hit@1, dense");
  const scores = (retriever: string): Table => {
    const scored = arms.filter((arm) => rows.find(arm, `hit@1, ${retriever}`) !== undefined);
    const score = (metric: string) => (arm: string) =>
      scoreCell(rows.find(arm, `${metric}, ${retriever}`), 2);
    return armsTable(
      `scores, ${retriever}`,
      scored,
      {
        split: (arm) => scoreCell(rows.find(arm, "split"), 2),
        "hit@1": score("hit@1"),
        "hit@2": score("hit@2"),
        "hit@4": score("hit@4"),
        "hit@1600c": score("hit@1600c"),
        "over 512 tokens": (arm) => wholeCell(rows.find(arm, "texts over the token limit")?.ours),
      },
      [
        `${rows.find(scored[0], `hit@1, ${retriever}`)?.n ?? 0} questions with quotes; brackets: 95 % intervals, over pages.`,
      ],
    );
  };
  return [
    ...[...(hasDense ? ["dense"] : []), "bm25"].map((retriever) => equalContextTable(rows, retriever)),
    countTable(rows, "chunks by the published rules: ours (independent run)", [
      "chunks",
      "avg_chars",
      "chunks over size",
    ]),
    ...(hasDense ? [scores("dense")] : []),
    scores("bm25"),
    differencesTable(rows, "hit@1600c", hasDense ? "dense" : "bm25", ["hit@1", "hit@4"]),
  ];
}

/** The published reading of equal context, what it really retrieves, and the equal one beside it. */
function equalContextTable(rows: Rows, retriever: string): Table {
  const readings = equalContext.flatMap(({ size, k }) =>
    rows
      .armsWith(`chars of ${k} chunks on average`)
      .filter((arm) => arm.endsWith(` ${size}/0`) && rows.find(arm, `hit@1600c, ${retriever}`) !== undefined)
      .map((arm) => ({ arm, k })),
  );
  const kOf = new Map(readings.map(({ arm, k }) => [arm, k]));
  const ofArm = (arm: string, quantity: (k: number) => string) => rows.find(arm, quantity(kOf.get(arm) ?? 1));
  return armsTable(
    `4 × 400, 2 × 800, 1 × 1600: equal context as published, and really equal (${retriever})`,
    readings.map(({ arm }) => arm),
    {
      k: (arm) => String(kOf.get(arm)),
      "k × average, chars": (arm) => wholeCell(ofArm(arm, (k) => `chars of ${k} chunks on average`)?.ours),
      "chars retrieved": (arm) => wholeCell(ofArm(arm, (k) => `chars@${k}, ${retriever}`)?.ours),
      "hit@k": (arm) =>
        scoreCell(
          ofArm(arm, (k) => `hit@${k}, ${retriever}`),
          2,
        ),
      "hit@1600c": (arm) => scoreCell(rows.find(arm, `hit@1600c, ${retriever}`), 2),
    },
  );
}

export function finding(all: readonly ComparisonRow[]): string {
  const rows = new Rows(all);
  const chars = equalContext.map(({ size, k }) =>
    whole(rows.ours(`heading-aware ${size}/0`, `chars of ${k} chunks on average`)),
  );
  const same = agreedText(rows, ({ quantity }) => quantity === "sha256 of the texts");
  const counts = `${same} settings give the independent run's chunks to the last character; the published reading of equal context isn't equal for heading-aware chunks (${chars.join(", ")} characters).`;
  const retriever = rows.all.some(({ quantity }) => quantity === "hit@1600c, dense") ? "dense" : "bm25";
  return [counts, tokensText(rows), equalText(rows, retriever)].join(" ");
}

/** How many texts of each size the embedder can't read whole. */
function tokensText(rows: Rows): string {
  const quantity = "texts over the token limit";
  const counted = rows.armsWith(quantity);
  if (counted.length === 0) return "Word pieces weren't counted.";
  const sums = equalContext.map(({ size }) => {
    const arms = counted.filter((arm) => arm.endsWith(` ${size}/0`));
    const over = arms.map(
      (arm) => `${whole(rows.ours(arm, quantity))} of ${whole(rows.ours(arm, "chunks"))}`,
    );
    return arms.every((arm) => rows.ours(arm, quantity) === 0)
      ? `at ${size} none`
      : `at ${size} ${list(over)} (${list(arms.map((arm) => arm.replace(/ .*/, "")))})`;
  });
  return `Longer than the 512 word pieces that the embedder reads are, without overlap, ${sums.join(", ")}.`;
}

/** What is left of the differences at equal context. */
function equalText(rows: Rows, retriever: string): string {
  const best = leaders(rows, `hit@1600c, ${retriever}`);
  const p = `p of hit@1600c, ${retriever}, Holm`;
  const pairs = rows.armsWith(p);
  const clear = pairs.filter((pair) => rows.ours(pair, p) < 0.05);
  const differences = clear.map(
    (pair) =>
      `${pair} ${scoreCell(rows.find(pair, `hit@1600c, ${retriever}`), 2)} (p ${pValue(rows.ours(pair, p))})`,
  );
  const told =
    clear.length === 0
      ? `none of the ${pairs.length} planned differences can be told from noise (Holm)`
      : `of the ${pairs.length} planned differences, what can be told from noise (Holm) is ${list(differences)}`;
  return `At 1,600 characters for every arm (${retriever}) the highest hit@1600c is that of ${best}; ${told}.`;
}
