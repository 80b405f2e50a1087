import { setImmediate } from "node:timers/promises";
import { type ChunkStats, chunkStats } from "../chunk-stats.js";
import { haveSameUnits, type UnitArm, unitTexts } from "../chunked-arm.js";
import type { StudyInputs } from "../inputs.js";
import { manifestOf } from "../manifest.js";
import type { Pipeline } from "../pipeline.js";
import type { Policy } from "../policy.js";
import type { RunOptions } from "../run.js";
import { ScoreTable } from "../score-table.js";
import { type Choice, type ChoiceRow, choose } from "./choices.js";
import { type SweepCost, sweepCost } from "./cost.js";
import type { Grids } from "./grid.js";
import { factsOf, isChoosable, type SweepRow, sweepRows } from "./rows.js";
import { tunedRows } from "./tuned.js";

/** Rows, choices and costs of a sweep whose cells are scored. */
export async function evaluateSweep(
  inputs: StudyInputs,
  { grids }: Grids,
  pipeline: Pipeline,
  policy: Policy,
  { signal, onEvent }: RunOptions,
) {
  const { config, pages } = inputs;
  const chunked = new Map(pipeline.chunkedArms().map((each) => [each.arm.name, each]));
  const chunkedOf = (name: string) => {
    const found = chunked.get(name);
    if (found === undefined) throw new Error(`cell not cut: ${name}`);
    return found;
  };
  const { max_tokens, long_texts } = config.embedder;
  const limit = long_texts === "truncate" ? max_tokens : Number.POSITIVE_INFINITY;
  const stats = new Map<string, ChunkStats>();
  for (const [name, each] of chunked)
    stats.set(name, chunkStats(each, pages, pipeline.tokensOf(each), limit));
  const scores = inOrder(
    pipeline.scores,
    grids.flatMap(({ cells }) => cells.map(({ arm }) => arm.name)),
  );
  const table = new ScoreTable(scores);
  const endpoints = endpointsOf(table);
  const total = grids.length * endpoints.length;
  const rows: SweepRow[] = [];
  const choices: { readonly choice: Choice; readonly row: ChoiceRow }[] = [];
  let done = 0;
  for (const grid of grids) {
    const facts = factsOf(
      grid,
      ({ arm }) => stats.get(arm.name) as ChunkStats,
      ({ arm }) => chunkedOf(arm.name),
    );
    for (const endpoint of endpoints) {
      const isPrimary =
        endpoint.retriever === config.primary.retriever && endpoint.metric === config.primary.metric;
      const settings = config.sweep ?? { folds: 5, repeats: 50 };
      const choice = isChoosable(endpoint.metric)
        ? choose(grid, endpoint, table, (cell) => chunkedOf(cell).chunks.length, policy, settings, isPrimary)
        : null;
      rows.push(...sweepRows(grid, endpoint, table, policy, facts, choice));
      if (choice !== null) choices.push({ choice, row: choice.row });
      done++;
      onEvent?.({ kind: "progress", text: "choosing among the cells", done, total, unit: "steps" });
      await setImmediate();
      signal?.throwIfAborted();
    }
  }
  const units: { readonly arm: UnitArm; readonly texts: readonly string[] }[] = [];
  const costs = grids.map(({ strategy, cells }) =>
    sweepCost(
      strategy,
      cells.map(({ arm }) => chunkedOf(arm.name)),
      (arm) => {
        const known = units.find((each) => haveSameUnits(each.arm, arm));
        if (known !== undefined) return known.texts;
        const texts = unitTexts(pages, arm);
        units.push({ arm, texts });
        return texts;
      },
    ),
  );
  const tuned = tunedRows(
    choices.map(({ choice }) => choice),
    table,
    policy,
  );
  return { scores, rows, choices: choices.map(({ row }) => row), tuned, costs };
}

/** The rows cell by cell in the grid's order, whatever order they were finished in. */
function inOrder<Row extends { readonly arm: string }>(
  rows: readonly Row[],
  names: readonly string[],
): Row[] {
  const byName = new Map<string, Row[]>(names.map((name) => [name, []]));
  for (const row of rows) byName.get(row.arm)?.push(row);
  return [...byName.values()].flat();
}

/** Each retriever and metric once, in the order of the rows. */
function endpointsOf(table: ScoreTable): { retriever: string; metric: string }[] {
  const keys = table.cells().map(({ retriever, metric }) => JSON.stringify([retriever, metric]));
  return [...new Set(keys)].map((key) => {
    const [retriever, metric] = JSON.parse(key) as [string, string];
    return { retriever, metric };
  });
}

/** What determines the sweep; see `manifestOf`. */
export function sweepManifest(
  inputs: StudyInputs,
  { grids, leftOut }: Grids,
  pipeline: Pipeline,
  costs: readonly SweepCost[],
): string {
  const arms = grids.flatMap(({ cells }) => cells.map(({ arm }) => arm));
  const { comparisons: _, ...whole } = JSON.parse(
    manifestOf(inputs, arms, pipeline.texts?.identity ?? null),
  ) as Record<string, unknown>;
  const axes = Object.fromEntries(grids.map(({ strategy, axes }) => [strategy, axes]));
  const { folds, repeats } = inputs.config.sweep ?? {};
  return `${JSON.stringify({ ...whole, sweep: { axes, folds, repeats, left_out: leftOut, costs } }, null, 1)}\n`;
}
