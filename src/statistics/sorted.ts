/**
 * How many of the values are at least `least`, by halving.
 *
 * @param sorted in ascending order
 */
export function countAtLeast(sorted: Float64Array, least: number): number {
  let lo = 0;
  let hi = sorted.length;
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if ((sorted[middle] as number) >= least) hi = middle;
    else lo = middle + 1;
  }
  return sorted.length - lo;
}
