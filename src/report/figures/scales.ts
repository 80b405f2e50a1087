/** A scale's ends. */
export type Domain = [number, number];

/** A round number from 1, 2 and 5 times powers of ten: the smallest that is at least `least`. */
export function roundUp(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(12));
}

/**
 * Round ends around values, a little beyond them.
 *
 * @param values null and NaN are passed over
 * @param bounds ends that the scale stays inside, such as [0, 1] for shares
 * @param least the smallest distance between the ends, so that noise isn't blown up
 */
export function domainOf(
  values: Iterable<number | null>,
  bounds: Domain = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  least = 0,
): Domain {
  const finite = [...values].filter((value): value is number => value !== null && Number.isFinite(value));
  if (finite.length === 0) return [0, 1];
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const missing = Math.max(0, least - (high - low), high === low ? Math.abs(high) || 1 : 0);
  const span = high - low + missing;
  const step = roundUp(span / 10);
  const below = Math.floor((low - missing / 2) / step - 0.1) * step;
  const above = Math.ceil((high + missing / 2) / step + 0.1) * step;
  const tidy = (value: number): number => Number(value.toPrecision(12));
  return [tidy(Math.max(bounds[0], below)), tidy(Math.min(bounds[1], above))];
}

/** Ends of a metric's scale: shares and fractions stay in [0, 1], amounts at or above 0. */
export function scoreBounds(scale: "binary" | "fraction" | "amount"): Domain {
  return [0, scale === "amount" ? Number.POSITIVE_INFINITY : 1];
}

/** Axis labels without the zero before the point, as in tables: `.5`. */
export const shareLabels = "replace(format(datum.value, '.2~f'), /^(−?)0[.]/, '$1.')";

/** An encoding of numbers from one end to the other, exactly; `field` is for the mark to name. */
export function numbersFrom<Axis>(domain: Domain, axis: Axis) {
  return { type: "quantitative" as const, scale: { domain, nice: false, zero: false }, axis };
}
