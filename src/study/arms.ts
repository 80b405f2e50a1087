import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  type EmbeddedTextOptions,
  type Parameters,
  resolveChunker,
  type Strategy,
  strategies,
} from "../chunking/index.js";
import type { ArmConfig, Comparison, StudyConfig } from "./config.js";
import { didYouMean, StudyError } from "./study-error.js";

/** An arm whose strategy is found and whose parameters are checked. */
export interface Arm {
  readonly name: string;
  readonly strategy: Strategy;
  readonly parameters: Parameters;
  readonly text: EmbeddedTextOptions;
  /** The arm whose mean chunk length this one's `size` is to match. */
  readonly match?: string;
  /** For a strategy of the user's: where its code is, and what it was. */
  readonly module?: StrategyModule;
}

/** Deepest heading in a path, for strategies that have no `levels` of their own: the path is the same for all. */
const pathLevels = 3;

/**
 * The study's arms, ready to chunk. A strategy that starts with `.` or `/` is a module of the user's, relative to the
 * study's folder, that exports a `strategy` (see `Strategy`).
 *
 * @throws StudyError naming the arm, the field and the value
 */
export async function resolveArms(study: StudyConfig, studyFolder: string): Promise<Arm[]> {
  return Promise.all(
    study.arms.map(async (config) => {
      try {
        return resolveArm(config, await findStrategy(config.strategy, studyFolder));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new StudyError(`study.json: arm ${JSON.stringify(config.name)}: ${error.message}`);
      }
    }),
  );
}

/** A strategy by its name in study.json, and where it is the user's, its module. */
export interface FoundStrategy {
  readonly strategy: Strategy;
  readonly module?: StrategyModule;
}

/** @throws RangeError where there is no such strategy, or its module isn't one */
export async function findStrategy(name: string, studyFolder: string): Promise<FoundStrategy> {
  const strategy = await strategyOf(name, studyFolder);
  const module = await moduleOf(name, studyFolder);
  return module === null ? { strategy } : { strategy, module };
}

/** @throws RangeError naming the parameter and its value */
export function resolveArm(
  { name, strategy: _, path, path_title, match, ...given }: ArmConfig,
  { strategy, module }: FoundStrategy,
): Arm {
  const ownLevels = "levels" in strategy.parameters;
  const { levels, ...others } = given;
  if (match !== undefined && "size" in given) throw new RangeError("size and match: give one of them");
  const { parameters } = resolveChunker({
    strategy,
    ...others,
    ...(ownLevels && levels !== undefined ? { levels } : {}),
    // Until the arm that is matched is cut, any size will do that the overlap leaves room for.
    ...(match === undefined ? {} : { size: Number(others.overlap ?? 0) + 800 }),
  });
  const deepest = ownLevels ? Number(parameters.levels) : typeof levels === "number" ? levels : pathLevels;
  if (!Number.isInteger(deepest) || deepest < 1 || deepest > 6)
    throw new RangeError(`levels: ${deepest} must be a whole number from 1 to 6`);
  const text = { path, path_title, levels: deepest, table_header: strategy.repeatsTableHeader ?? true };
  return {
    ...{ name, strategy, parameters, text },
    ...(match === undefined ? {} : { match }),
    ...(module === undefined ? {} : { module }),
  };
}

/** A file of the user's that an arm names as its strategy. */
export interface StrategyModule {
  readonly path: string;
  readonly sha256: string;
}

async function moduleOf(name: string, studyFolder: string): Promise<StrategyModule | null> {
  if (!isModule(name)) return null;
  const text = await readFile(path.resolve(studyFolder, name), "utf8").catch(() => "");
  return { path: name, sha256: createHash("sha256").update(text).digest("hex") };
}

const isModule = (name: string): boolean => /^[./]/.test(name);

async function strategyOf(name: string, studyFolder: string): Promise<Strategy> {
  if (!isModule(name)) {
    if (name in strategies) return strategies[name];
    throw new RangeError(
      `unknown strategy: ${JSON.stringify(name)}; ${didYouMean(name, Object.keys(strategies))}`,
    );
  }
  const file = path.resolve(studyFolder, name);
  const loaded = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new RangeError(
      `strategy: ${file} can't be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  })) as { strategy?: Partial<Strategy> };
  const { strategy } = loaded;
  if (typeof strategy?.chunk !== "function") {
    throw new RangeError(`strategy: ${file} must export an object "strategy" with a function "chunk"`);
  }
  const { parameters = {}, needsSimilarities, limit } = strategy;
  if (needsSimilarities && !("max_chars" in parameters)) {
    throw new RangeError(
      `strategy: ${file} needs similarities, so it must have a parameter "max_chars" for the units`,
    );
  }
  if (limit !== undefined && !(limit in parameters)) {
    throw new RangeError(
      `strategy: ${file} is limited by ${JSON.stringify(limit)}, which is not among its parameters`,
    );
  }
  return {
    ...strategy,
    name: strategy.name ?? name,
    parameters: strategy.parameters ?? {},
    chunk: strategy.chunk,
  };
}

/**
 * The comparisons a study makes where it names none: semantic − heading, hybrid − heading and hybrid − semantic,
 * each without and with the path; path − no path of each cutter; each arm − the baseline.
 *
 * Arms are matched by strategy and path; where a study has several of one kind, the first stands for it.
 */
export function comparisonsOf(study: StudyConfig): Comparison[] {
  if (study.comparisons !== undefined) return study.comparisons;
  const first = (strategy: string, hasPath: boolean): string | undefined =>
    study.arms.find((arm) => arm.strategy === strategy && (arm.path !== "none") === hasPath)?.name;
  const pairs: [string | undefined, string | undefined][] = [];
  for (const hasPath of [false, true]) {
    pairs.push([first("semantic", hasPath), first("heading", hasPath)]);
    pairs.push([first("hybrid", hasPath), first("heading", hasPath)]);
    pairs.push([first("hybrid", hasPath), first("semantic", hasPath)]);
  }
  for (const strategy of new Set(study.arms.map((arm) => arm.strategy))) {
    pairs.push([first(strategy, true), first(strategy, false)]);
  }
  for (const { name } of study.arms) if (name !== study.baseline) pairs.push([name, study.baseline]);
  const seen = new Set<string>();
  return pairs.flatMap(([arm, against]) => {
    if (arm === undefined || against === undefined) return [];
    const key = JSON.stringify([arm, against].sort());
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ arm, against }];
  });
}

/** The parameters of an arm in one readable line. */
export function describeArm({ strategy, parameters, text }: Arm): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return [strategy.name, ...values, ...(text.path === "none" ? [] : [`path ${text.path}`])].join(", ");
}
