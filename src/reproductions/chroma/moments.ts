import { mean, standardDeviation } from "simple-statistics";

/** Mean and, as published, standard deviation of a population. */
export interface Moments {
  readonly mean: number;
  readonly sd: number;
}

/** @param values at least one */
export function momentsOf(values: readonly number[]): Moments {
  return { mean: mean([...values]), sd: standardDeviation([...values]) };
}
