import type { RunManifest } from "./compare-read.js";

/**
 * What differs between two runs beside their pages and questions, one line each: with these, a difference isn't the
 * pages' doing alone.
 */
export function settingDifferences(before: RunManifest, after: RunManifest): string[] {
  const lines: string[] = [];
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const say = (what: string, a: unknown, b: unknown): number =>
    lines.push(`${what}: ${JSON.stringify(a ?? null)} before, ${JSON.stringify(b ?? null)} after`);
  for (const key of ["seamlab", "study"] as const)
    if (!same(before[key], after[key])) say(key, before[key], after[key]);
  for (const key of ["embedder", "retrieval"] as const) {
    const [a, b] = [fieldsOf(before[key]), fieldsOf(after[key])];
    for (const field of new Set([...Object.keys(a), ...Object.keys(b)])) {
      if (!same(a[field], b[field])) say(`${key}.${field}`, a[field], b[field]);
    }
  }
  const old = new Map(before.arms?.map((arm) => [arm.name, arm]));
  for (const arm of after.arms ?? []) {
    const earlier = old.get(arm.name);
    if (earlier === undefined || same(earlier, arm)) continue;
    // The same words with another module behind them are a strategy of the user's that was edited.
    const isEdited = earlier.setting === arm.setting;
    if (isEdited)
      lines.push(`arm ${arm.name}: ${arm.setting}, but its strategy's code or other settings changed`);
    else lines.push(`arm ${arm.name}: ${earlier.setting} before, ${arm.setting} after`);
  }
  return lines;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
