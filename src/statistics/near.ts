import assert from "node:assert/strict";

/** For tests: fails unless `actual` is within `tolerance` of `expected`; null never is. */
export function near(
  actual: number | null | undefined,
  expected: number,
  tolerance: number,
  what = "",
): void {
  assert.ok(typeof actual === "number", `${what} want ${expected}, got ${actual}`);
  const distance = Math.abs(actual - expected);
  assert.ok(distance <= tolerance, `${what} want ${expected} ± ${tolerance}, got ${actual}`);
}

/** For tests: {@link near} for every number of two lists of one length. */
export function allNear(
  actual: ArrayLike<number> | null | undefined,
  expected: ArrayLike<number>,
  tolerance: number,
  what = "",
): void {
  assert.ok(actual !== null && actual !== undefined, `${what} want ${Array.from(expected)}, got ${actual}`);
  assert.equal(actual.length, expected.length, what);
  Array.from(expected).forEach((value, i) => {
    near(actual[i], value, tolerance, `${what} [${i}]`);
  });
}
