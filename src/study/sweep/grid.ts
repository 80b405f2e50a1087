import { checkParameter, type Strategy, strategies } from "../../chunking/index.js";
import { type Arm, type FoundStrategy, findStrategy, resolveArm } from "../arms.js";
import type { ArmConfig, StudyConfig, SweepSettings } from "../config.js";
import { didYouMean, StudyError } from "../study-error.js";

type Value = number | boolean | string;

/** A parameter that is varied, and its values as study.json has them. */
export interface Axis {
  readonly name: string;
  readonly values: readonly Value[];
}

/** One setting of a grid. */
export interface SweepCell {
  /** Its name says the strategy and the values on the axes. */
  readonly arm: Arm;
  /** The place on each axis; null for a default setting whose values aren't on the axes. */
  readonly position: readonly number[] | null;
  /** The setting that the others are measured against. */
  readonly isDefault: boolean;
}

/** All settings of one strategy. */
export interface StrategyGrid {
  readonly strategy: string;
  /** The parameters that the strategy takes, the first varying fastest. */
  readonly axes: readonly Axis[];
  readonly cells: readonly SweepCell[];
}

/** What a sweep goes through, and what it leaves out. */
export interface Grids {
  readonly grids: readonly StrategyGrid[];
  readonly leftOut: readonly LeftOut[];
}

/** A combination, or a whole parameter of a strategy, that makes no sense. */
export interface LeftOut {
  readonly what: string;
  readonly reason: string;
}

/**
 * The grids of a study's `sweep`: for each strategy every combination of the parameters that it takes, the others as
 * in the study's first arm of that strategy (or the strategy's defaults). That arm's own setting is the default that
 * the grid is measured against; where the lists don't hold it, it is added.
 *
 * @throws StudyError naming the field and the value, where no strategy could use it
 */
export async function gridsOf(study: StudyConfig, studyFolder: string): Promise<Grids> {
  const { sweep } = study;
  if (sweep === undefined) {
    throw new StudyError(
      `study.json of ${studyFolder} has no "sweep"; add lists of what to try, for example\n  "sweep": { "strategy": ["semantic", "hybrid"], "break_pct": [0.05, 0.1, 0.2, 0.3, 0.4], "max_chars": [500, 800, 1200] }`,
    );
  }
  const names = [sweep.strategy].flat();
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined)
    throw new StudyError(`study.json: sweep: strategy: ${JSON.stringify(repeated)} stands twice`);
  const axes = axesOf(sweep);
  const found = await Promise.all(names.map((name) => strategyFor(name, studyFolder)));
  checkNames(
    axes,
    found.map(({ strategy }) => strategy.parameters),
  );
  for (const { strategy } of found) checkValues(axes, strategy);
  const each = names.map((name, i) => gridOf(name, found[i], baseOf(name, study), axes));
  const grids = each.map(({ grid }) => grid);
  for (const { grid, leftOut } of each) {
    if (grid.cells.length > 0) continue;
    const reasons = leftOut.slice(0, 10).map(({ what, reason }) => `  ${what}: ${reason}`);
    throw new StudyError(
      [`study.json: sweep: no setting of ${grid.strategy} makes sense`, ...reasons].join("\n"),
    );
  }
  return { grids, leftOut: each.flatMap(({ leftOut }) => leftOut) };
}

async function strategyFor(name: string, studyFolder: string): Promise<FoundStrategy> {
  try {
    return await findStrategy(name, studyFolder);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new StudyError(`study.json: sweep: ${error.message}`);
  }
}

/** Everything in `sweep` that is neither the strategies nor how the choice is tested. */
function axesOf({ strategy: _, folds: __, repeats: ___, ...lists }: SweepSettings): Axis[] {
  return Object.entries(lists).flatMap(([name, given]) => {
    if (given === undefined) return [];
    const values: Value[] = [given].flat();
    const repeated = values.find((value, i) => values.indexOf(value) !== i);
    if (repeated !== undefined)
      throw new StudyError(`study.json: sweep: ${name}: ${JSON.stringify(repeated)} stands twice`);
    return [{ name, values }];
  });
}

/** Settings of an arm that aren't parameters of its strategy. */
const armSettings = ["path", "path_title", "levels"];

function checkNames(axes: readonly Axis[], taken: readonly object[]): void {
  const ofSweep = [...taken.flatMap(Object.keys), ...armSettings];
  const unknown = axes.find(({ name }) => !ofSweep.includes(name));
  if (unknown === undefined) return;
  const { name } = unknown;
  const anywhere = Object.values(strategies).some(({ parameters }) => name in parameters);
  throw new StudyError(
    anywhere
      ? `study.json: sweep: ${name}: none of the sweep's strategies takes it`
      : `study.json: sweep: unknown parameter ${JSON.stringify(name)}; ${didYouMean(name, [...new Set(ofSweep)])}`,
  );
}

/** A value that the strategy can't have, whatever the others are, is a mistake, and no combination to leave out. */
function checkValues(axes: readonly Axis[], { parameters }: Strategy): void {
  for (const { name, values } of axes) {
    const rule = parameters[name];
    if (rule === undefined) continue;
    for (const value of values) {
      if (name === "overlap" && typeof value === "string" && percentOf(value) !== null) continue;
      try {
        checkParameter(name, value, rule);
      } catch (error) {
        const hint = name === "overlap" ? ', or a share of the size below 100 %, such as "10%"' : "";
        throw new StudyError(
          `study.json: sweep: ${error instanceof Error ? error.message : String(error)}${hint}`,
        );
      }
    }
  }
}

/** `"10%"` as .1; null for anything else, and for a share that leaves no room to move on. */
function percentOf(value: string): number | null {
  const percent = Number(/^(\d+(?:\.\d+)?)%$/.exec(value)?.[1] ?? Number.NaN);
  return percent < 100 ? percent * 0.01 : null;
}

/** The study's first arm of a strategy with a size of its own, or one with the strategy's defaults. */
function baseOf(name: string, { arms }: StudyConfig): ArmConfig {
  const first = arms.find(({ strategy, match }) => strategy === name && match === undefined);
  return first ?? { name, strategy: name, path: "none", path_title: "keep" };
}

function gridOf(
  name: string,
  found: FoundStrategy,
  base: ArmConfig,
  all: readonly Axis[],
): { grid: StrategyGrid; leftOut: LeftOut[] } {
  const hasPath = base.path !== "none" || all.some((axis) => axis.name === "path");
  const takes = (parameter: string): boolean =>
    parameter in found.strategy.parameters ||
    parameter === "path" ||
    (hasPath && armSettings.includes(parameter));
  const reasonOf = (parameter: string): string =>
    armSettings.includes(parameter)
      ? "it is about the heading path, and none is added"
      : `${name} doesn't take it`;
  const axes = all.filter((axis) => takes(axis.name));
  const leftOut: LeftOut[] = all
    .filter((axis) => !takes(axis.name))
    .map((axis) => ({ what: `${name}: ${axis.name}`, reason: reasonOf(axis.name) }));
  const baseArm = resolveArm({ ...base, name } as ArmConfig, found);
  const known = new Map<string, string>();
  const cells: SweepCell[] = [];
  for (const position of positionsOf(axes)) {
    const values = valuesAt(axes, position);
    const cellName = nameOf(name, axes, values);
    try {
      const arm = resolveArm(armConfig(base, cellName, values), found);
      const key = keyOf(arm);
      const same = known.get(key);
      if (same !== undefined) throw new RangeError(`the same as ${same}`);
      known.set(key, cellName);
      cells.push({ arm, position, isDefault: key === keyOf(baseArm) });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      leftOut.push({ what: cellName, reason: error.message });
    }
  }
  if (cells.length > 0 && !cells.some(({ isDefault }) => isDefault)) {
    const values = { ...baseArm.text, ...baseArm.parameters };
    const arm = { ...baseArm, name: nameOf(name, axes, values) };
    cells.push({ arm, position: null, isDefault: true });
  }
  return { grid: { strategy: name, axes, cells }, leftOut };
}

/** Every combination of places on the axes, the first axis varying fastest. */
function positionsOf(axes: readonly Axis[]): number[][] {
  return axes.reduceRight<number[][]>(
    (rest, { values }) => rest.flatMap((position) => values.map((_, i) => [i, ...position])),
    [[]],
  );
}

function valuesAt(axes: readonly Axis[], position: readonly number[]): Record<string, Value> {
  return Object.fromEntries(axes.map(({ name, values }, i) => [name, values[position[i]]]));
}

/** `overlap` may be a share of the cell's size, such as "10%". */
function armConfig(base: ArmConfig, name: string, values: Readonly<Record<string, Value>>): ArmConfig {
  const { overlap } = values;
  const size = Number(values.size ?? base.size);
  const share = typeof overlap === "string" ? percentOf(overlap) : null;
  const resolved = share === null ? values : { ...values, overlap: Math.round(size * share) };
  return { ...base, ...resolved, name } as ArmConfig;
}

function nameOf(strategy: string, axes: readonly Axis[], values: Readonly<Record<string, unknown>>): string {
  return [strategy, ...axes.map(({ name }) => `${name} ${values[name]}`)].join(", ");
}

/** Where texts have no path, it doesn't matter how deep it would be. */
function keyOf({ parameters, text }: Arm): string {
  return JSON.stringify([parameters, text.path === "none" ? null : text]);
}
