import { quantileSorted } from "simple-statistics";
import { type Bootstrap, bootstrapStandardError } from "./bootstrap.js";
import { checkCount, checkLevel, checkSameLength } from "./checks.js";
import type { Interval } from "./types.js";

/** Intervals that hold together. */
export interface SimultaneousBands {
  /** One interval per configuration, null where its replicates don't vary. */
  readonly intervals: readonly (Interval | null)[];
  /** How many standard errors each reaches to either side; null where there is none. */
  readonly critical: number | null;
}

/**
 * Simultaneous bands: with chance `level`, all configurations' true values lie inside at once.
 * For curves over a grid of settings, where separate intervals would invite picking the best.
 *
 * estimate_j ± c · se_j, se_j the bootstrap's standard error and c the quantile of the largest
 * |replicate_j − estimate_j| / se_j over j.
 *
 * @param bootstraps one per configuration, all from one resampling matrix
 * @param level joint coverage in (0, 1)
 * @throws RangeError quoting the level, or numbers of replicates that differ
 * @see Montiel Olea & Plagborg-Møller (2019), Simultaneous confidence bands, J. Appl. Econom. 34
 */
export function simultaneousBands(bootstraps: readonly Bootstrap[], level: number): SimultaneousBands {
  checkLevel(level);
  const resamples = bootstraps[0]?.replicates.length ?? 0;
  checkCount("number of replicates", resamples, 1);
  const largest = new Float64Array(resamples);
  const errors = bootstraps.map((bootstrap) => {
    const { estimate, replicates } = bootstrap;
    checkSameLength("replicates", replicates, resamples);
    const error = bootstrapStandardError(bootstrap);
    if (error === null) return null;
    for (let b = 0; b < resamples; b++) {
      const distance = Math.abs((replicates[b] as number) - estimate) / error;
      if (distance > (largest[b] as number)) largest[b] = distance;
    }
    return error;
  });
  if (errors.every((error) => error === null)) return { intervals: errors.map(() => null), critical: null };
  const critical = quantileSorted(Array.from(largest.sort()), level);
  const intervals = bootstraps.map(({ estimate }, j): Interval | null => {
    const error = errors[j] ?? null;
    return error === null ? null : [estimate - critical * error, estimate + critical * error];
  });
  return { intervals, critical };
}
