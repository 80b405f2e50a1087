export type { ChoiceRow } from "./choices.js";
export type { SweepCost } from "./cost.js";
export type { Axis, Grids, LeftOut } from "./grid.js";
export { parameterNames, type SweepRow } from "./rows.js";
export { runSweep, type ScoredSweep, type SweepOptions, type SweepResult, scoreSweep } from "./run-sweep.js";
export { chunksCost, costOf, sizeViewOf } from "./sweep-metrics.js";
export type { TunedRow } from "./tuned.js";
