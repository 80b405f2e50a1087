/**
 * The place where an increasing function crosses 0, to the last bit.
 *
 * Slow and certain: every quantile and power formula here is solved in well under a millisecond.
 *
 * @param increasing a function that does not decrease on [lo, hi]
 * @param lo lower end of the search
 * @param hi upper end of the search
 * @returns the crossing; `lo` or `hi` where there is none inside
 */
export function bisection(increasing: (x: number) => number, lo: number, hi: number): number {
  let below = lo;
  let above = hi;
  for (;;) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above) return increasing(below) >= 0 ? below : above;
    if (increasing(middle) < 0) below = middle;
    else above = middle;
  }
}
