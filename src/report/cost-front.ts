/** Something that has a cost and a score. */
interface Point {
  readonly cost: number;
  readonly estimate: number;
}

/** Points with whether they are on the efficient front: no other is at least as cheap and as good, and better in one. */
export function costFront<P extends Point>(
  points: readonly P[],
  better: "higher" | "lower",
): (P & { readonly onFront: boolean })[] {
  const sign = better === "higher" ? 1 : -1;
  return points.map((point) => {
    const isBeaten = points.some(
      (other) =>
        other.cost <= point.cost &&
        other.estimate * sign >= point.estimate * sign &&
        (other.cost < point.cost || other.estimate !== point.estimate),
    );
    return { ...point, onFront: !isBeaten };
  });
}
