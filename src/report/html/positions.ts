/**
 * From each name to its position in a list; -1 for a name that isn't in it. Half of a surrogate pair becomes U+FFFD
 * in a file, so names are compared as files hold them.
 */
export function positions(names: readonly string[]): (name: string) => number {
  const places = new Map(names.map((name, i) => [name.toWellFormed(), i]));
  return (name) => places.get(name.toWellFormed()) ?? -1;
}

/** A number with as many digits as a reader could want, to keep the page small. */
export function rounded(value: number, digits = 6): number {
  return Number(value.toPrecision(digits));
}

export function roundedOrNull(value: number | null, digits = 6): number | null {
  return value === null ? null : rounded(value, digits);
}
