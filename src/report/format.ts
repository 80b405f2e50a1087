/** What stands where a number can't be estimated. */
export const notEstimable = "n.e.";

/** A share or score in [-1, 1] without its leading zero, as tables of statistics have it: `.62`, `1.00`, `−.05`. */
export function share(value: number, digits = 2): string {
  const fixed = Math.abs(value).toFixed(digits).replace(/^0\./, ".");
  return value < 0 && Number(fixed) !== 0 ? `−${fixed}` : fixed;
}

/** `.62 [.51, .72]`, or the estimate alone with `n.e.` where there is no interval. */
export function withInterval(value: number, lo: number | null, hi: number | null, digits = 2): string {
  if (lo === null || hi === null) return `${share(value, digits)} ${notEstimable}`;
  return `${share(value, digits)} [${share(lo, digits)}, ${share(hi, digits)}]`;
}

/** Whole, with thin groups of thousands: `2,870`. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** p-values: `.034`, `< .001`. */
export function pValue(p: number): string {
  return p < 0.001 ? "< .001" : share(p, 3);
}

/** Decimals that n questions carry: a hit rate over 80 moves in steps of .0125. */
export function digitsFor(n: number): number {
  return n >= 1000 ? 3 : 2;
}

/** `a`, `a and b`, `a, b and c`. */
export function list(names: readonly string[]): string {
  if (names.length <= 1) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** `1 question`, `2 questions`. */
export function counted(n: number, what: string): string {
  return `${whole(n)} ${what}${n === 1 ? "" : "s"}`;
}
